import busboy from 'busboy';
import type { Request } from 'express';
import { badRequest, Refusal } from '#server/http/errors.ts';
import { spoolUpload, type SpooledFile } from '../read/spool.ts';

export interface Upload extends ImportFields {
  file: SpooledFile;
}

/** Streams a multipart request with one file in `csvFile` to disk. A request that is refused leaves no file. */
export async function readUpload(req: Request, dataDir: string): Promise<Upload> {
  if (!/^multipart\/form-data\b/i.test(req.get('content-type') ?? ''))
    throw new Refusal(
      415,
      'unsupported_media_type',
      'Please send the file as multipart/form-data in the field csvFile.',
    );
  const fields: Record<string, string> = {};
  let spooling: Promise<SpooledFile> | null = null;
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
      if (name !== 'csvFile' || spooling) {
        otherField ??= name;
        stream.resume();
        return;
      }
      const fileName = (info.filename ?? '')
        .replace(/\p{Cc}/gu, '')
        .split(/[\\/]/)
        .at(-1)!
        .slice(-255);
      spooling = spoolUpload(stream, fileName || 'upload.csv', dataDir);
      spooling.catch((error: unknown) => {
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
    await (spooling as Promise<SpooledFile> | null)?.then((file) => file.remove()).catch(() => undefined);
    throw error;
  });
  const file = await (spooling as Promise<SpooledFile> | null);
  if (!file)
    throw badRequest(
      otherField
        ? `Please send the file in the field csvFile, not in “${String(otherField)}”.`
        : 'Please choose a CSV file to import.',
      { csvFile: 'Please choose a CSV file.' },
    );
  try {
    return { file, ...parseFields(fields) };
  } catch (error) {
    await file.remove();
    throw error;
  }
}

const isYes = (value: string | undefined) => value === 'true' || value === '1' || value === 'on';
interface ImportFields {
  options: { dryRun: boolean; strict: boolean; replaceHandwritten: boolean };
  mapping: Record<string, string | null> | null;
}
function parseFields(fields: Record<string, string>): ImportFields {
  return {
    options: {
      dryRun: isYes(fields.dryRun),
      strict: isYes(fields.strict),
      replaceHandwritten: isYes(fields.replaceHandwritten),
    },
    mapping: fields.mapping ? parseMapping(fields.mapping) : null,
  };
}

function parseMapping(text: string): Record<string, string | null> {
  try {
    const value = JSON.parse(text) as unknown;
    if (
      value !== null &&
      typeof value === 'object' &&
      !Array.isArray(value) &&
      Object.values(value).every((field) => field === null || typeof field === 'string')
    )
      return value as Record<string, string | null>;
  } catch {
    // Rejected below.
  }
  throw badRequest('The mapping is not valid JSON.', { mapping: 'Map each header to a field name or null.' });
}
