import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ConsoleError } from '../../bridge/calls.ts';
import { renameWithRetry } from '../../offline/replace-file.ts';

/** Writes a stream to a temporary file and renames it when complete, so that a partial file never has the final name. */
export async function saveStream(
  path: string,
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<void> {
  const temporaryPath = `${path}.${randomBytes(4).toString('hex')}.part`;
  let bytes = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length;
      onProgress(bytes);
      next(null, chunk);
    },
  });
  try {
    await pipeline(
      Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]),
      counter,
      createWriteStream(temporaryPath, { flags: 'wx', mode: 0o600 }),
      { signal },
    );
    const file = await open(temporaryPath, 'r+');
    await file.sync().finally(() => file.close());
    signal.throwIfAborted();
    await renameWithRetry(temporaryPath, path);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw new ConsoleError('failed', describeFailure(error, path, signal));
  }
}

function describeFailure(error: unknown, path: string, signal: AbortSignal): string {
  if (signal.aborted) return 'Canceled. Nothing was saved.';
  const { code } = error as { code?: string };
  if (code === 'ENOSPC') return 'There is not enough space on this disk. Nothing was saved.';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `“${basename(path)}” can’t be written there. Nothing was saved.`;
  return 'The download was incomplete, so nothing was saved. Please try again.';
}
