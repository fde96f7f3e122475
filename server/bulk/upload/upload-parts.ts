import busboy from 'busboy';
import type { Request } from 'express';
import type { Readable } from 'node:stream';
import { badRequest, Refusal } from '#server/base/http/errors.ts';

/** Streams the file in `csvFile` of a multipart request to `receive`. `discard` undoes that if the request is refused later. */
export async function readParts<T>(
  req: Request,
  receive: (stream: Readable, name: string) => Promise<T>,
  discard: (received: T) => Promise<unknown>,
): Promise<{ file: T; fields: Record<string, string> }> {
  if (!/^multipart\/form-data\b/i.test(req.get('content-type') ?? ''))
    throw new Refusal(
      415,
      'unsupported_media_type',
      'Please send the file as multipart/form-data in the field csvFile.',
    );
  const fields: Record<string, string> = {};
  let receiving: Promise<T> | null = null;
  let otherField: string | null = null;
  await new Promise<void>((done, fail) => {
    const parser = (() => {
      try {
        return busboy({
          headers: req.headers,
          defParamCharset: 'utf8',
          limits: { files: 2, fields: 20, fieldSize: 200_000, parts: 30 },
        });
      } catch {
        throw badRequest('The request is not valid multipart/form-data.');
      }
    })();
    parser.on('field', (name, value) => void (fields[name] = value));
    parser.on('file', (name, stream, info) => {
      if (name !== 'csvFile' || receiving) {
        otherField ??= name;
        stream.resume();
        return;
      }
      const fileName = (info.filename ?? '')
        .replace(/\p{Cc}/gu, '')
        .split(/[\\/]/)
        .at(-1)!
        .slice(-255);
      receiving = receive(stream, fileName || 'upload.csv');
      receiving.catch((error: unknown) => {
        req.unpipe(parser);
        req.resume();
        fail(error as Error);
      });
    });
    parser.on('error', () => fail(badRequest('The upload is incomplete or not valid multipart/form-data.')));
    parser.on('close', () => done());
    req.on('aborted', () => parser.destroy(new Error('aborted')));
    req.pipe(parser);
  }).catch(async (error: unknown) => {
    await (receiving as Promise<T> | null)?.then(discard).catch(() => undefined);
    throw error;
  });
  const file = await (receiving as Promise<T> | null);
  if (file === null)
    throw badRequest(
      otherField
        ? `Please send the file in the field csvFile, not in “${String(otherField)}”.`
        : 'Please choose a CSV file to import.',
      { csvFile: 'Please choose a CSV file.' },
    );
  return { file, fields };
}
