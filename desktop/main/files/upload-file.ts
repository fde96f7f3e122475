import { open, type FileHandle } from 'node:fs/promises';
import { importUploaded, uploadPiece, uploadState } from '#contract/bulk-upload-chunks.ts';
import { urlOf } from '#contract/url.ts';
import { ConsoleError } from '../../bridge/calls.ts';
import type { Sum } from '../../offline/csv-write.ts';
import { Unreachable } from '../connection/connection.ts';
import type { StaffConsole } from '../console.ts';

const PIECE = 2 * 2 ** 20;
/** A piece that takes longer than this is as good as lost. */
const LONGEST_MS = 60_000;
const TRIES = 40;
const LONGEST_PAUSE_MS = 15_000;

export interface Sending {
  signal: AbortSignal;
  /** How many bytes the server has. */
  moved(bytes: number): void;
  /** The connection is lost; it is tried again. */
  waiting(): void;
}

/** One call, again and again until the server has answered it; whoever does anything between is told so. */
async function untilAnswered<T>(to: Sending, work: (moved: () => void) => Promise<T>): Promise<T> {
  let tries = 0;
  for (;;) {
    try {
      return await work(() => (tries = 0));
    } catch (error) {
      const lost = error instanceof Unreachable || (error as Error).name === 'TimeoutError';
      if (!lost || to.signal.aborted || ++tries >= TRIES) throw error;
      to.waiting();
      await pause(Math.min(LONGEST_PAUSE_MS, 250 * 2 ** tries), to.signal);
    }
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done, fail) => {
    const stop = () => (clearTimeout(timer), fail(signal.reason as Error));
    const timer = setTimeout(() => (signal.removeEventListener('abort', stop), done()), ms);
    signal.addEventListener('abort', stop, { once: true });
  });

async function ask<T>(
  staffConsole: StaffConsole,
  method: string,
  path: string,
  signal: AbortSignal,
  more: { headers?: Record<string, string>; body?: BodyInit } = {},
): Promise<T> {
  const answer = await staffConsole.request(method, path, {
    ...more,
    signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]),
  });
  const said = (await answer.json()) as T & { error?: string; message?: string };
  if (answer.status >= 500 || answer.status === 429) throw new Unreachable('busy', 'The server is busy.');
  // Somebody else's console has sent a piece meanwhile, or this one has without learning of it: ask where to go on.
  if (said.error === 'not_next' || said.error === 'not_here') throw new Unreachable(said.error, said.message ?? '');
  if (!answer.ok) throw new ConsoleError('failed', said.message ?? 'The server did not take this file.');
  return said;
}

/**
 * Brings a file to the server in pieces and begins an import of it. The server knows it by its sum, so a line that
 * breaks, or a console that ends, costs one piece at most; and by its key the import begins once.
 */
export async function sendFile(
  staffConsole: StaffConsole,
  file: { path: string; name: string; key: string } & Sum,
  how: { dryRun: boolean; mapping: Record<string, string | null> },
  to: Sending,
): Promise<number> {
  const bytes = await open(file.path, 'r');
  let whole = false;
  try {
    return await untilAnswered(to, async (moved) => {
      if (!whole) await sendPieces(staffConsole, bytes, file, to, moved);
      whole = true;
      // The pieces are gone once an import has begun, so only the server's word that nothing is there means sending again.
      return await begin(staffConsole, file, how, to).catch((error: unknown) => {
        if (error instanceof Unreachable && error.code === 'not_here') whole = false;
        throw error;
      });
    });
  } finally {
    await bytes.close();
  }
}

async function sendPieces(
  staffConsole: StaffConsole,
  bytes: FileHandle,
  file: Sum,
  to: Sending,
  moved: () => void,
): Promise<void> {
  const { sha256 } = file;
  let { bytes: at } = await ask<{ bytes: number }>(
    staffConsole,
    'GET',
    urlOf(uploadState.path, { sha256 }, {}),
    to.signal,
  );
  to.moved(at);
  while (at < file.bytes) {
    const piece = Buffer.alloc(Math.min(PIECE, file.bytes - at));
    const { bytesRead } = await bytes.read(piece, 0, piece.length, at);
    if (bytesRead < piece.length) throw new ConsoleError('not_readable', 'This file was changed while it was sent.');
    const before = at;
    const path = urlOf(uploadPiece.path, { sha256 }, { at });
    ({ bytes: at } = await ask<{ bytes: number }>(staffConsole, uploadPiece.method, path, to.signal, {
      headers: { 'content-type': 'application/octet-stream' },
      body: piece,
    }));
    if (at > before) moved();
    to.moved(at);
  }
}

const begin = (
  staffConsole: StaffConsole,
  { sha256, name, key }: { sha256: string; name: string; key: string },
  how: { dryRun: boolean; mapping: Record<string, string | null> },
  { signal }: Sending,
): Promise<number> =>
  ask<{ id: number }>(staffConsole, importUploaded.method, importUploaded.path, signal, {
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ sha256, fileName: name, ...how }),
  }).then(({ id }) => id);
