import { open, type FileHandle } from 'node:fs/promises';
import { importUploaded, uploadChunk, uploadState } from '#contract/bulk/upload-chunks.ts';
import type { FileFormat } from '#contract/bulk/workbench.ts';
import type { Recipe } from '#contract/bulk/recipe.ts';
import { getQueuedImport, queueUploaded, type QueuedImport } from '#contract/bulk/import-queue.ts';
import { urlOf } from '#shared/url.ts';
import { ConsoleError } from '../../bridge/calls.ts';
import type { Checksum } from '../../offline/checksum.ts';
import { UnreachableError } from '../connection/server-requests.ts';
import type { ConsoleContext } from '../console-context.ts';

type Context = Pick<ConsoleContext, 'request'>;

const CHUNK_BYTES = 2 * 2 ** 20;
const REQUEST_TIMEOUT_MS = 60_000;
const MAX_TRIES = 40;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 15_000;

export interface UploadListener {
  signal: AbortSignal;
  /** Receives the number of bytes that the server has. */
  onProgress(bytes: number): void;
  /** Called before each retry after a lost connection. */
  onRetry(): void;
  /** Called when the import waits for others. */
  onQueued?(): void;
}

export interface ImportOptions {
  dryRun?: boolean;
  strict?: boolean;
  refuseBadCells?: boolean;
  replaceHandwritten?: boolean;
  mapping: Record<string, string | null>;
  steps?: Recipe;
  format?: FileFormat;
}

/** Runs an upload as a job that the person can cancel. `upload` says how many bytes there are once it knows. */
export async function runUpload<T>(
  { jobs, stay }: Pick<ConsoleContext, 'jobs' | 'stay'>,
  { kind = 'check', name, file = null }: { kind?: 'check' | 'import'; name: string; file?: string | null },
  upload: (listener: UploadListener, setTotal: (bytes: number) => void) => Promise<T>,
): Promise<T> {
  const { job, signal: canceled } = jobs.start(kind, name, file);
  const signal = AbortSignal.any([canceled, stay]);
  const listener: UploadListener = {
    signal,
    onProgress: (sentBytes) => jobs.reportProgress(job, sentBytes),
    onRetry: () => jobs.setMessage(job, 'Waiting for the connection'),
    onQueued: () => jobs.setMessage(job, 'Waiting for another import'),
  };
  try {
    const result = await upload(listener, (bytes) => (job.total = bytes));
    jobs.finish(job, 'done', 'Sent.');
    return result;
  } catch (error) {
    const isCanceled = signal.aborted || error instanceof ImportRunningError;
    jobs.finish(job, isCanceled ? 'cancelled' : 'failed', signal.aborted ? 'Canceled.' : (error as Error).message);
    throw canceled.aborted ? new CanceledError('failed', 'Canceled. Nothing was imported.') : error;
  }
}

/** The person canceled an upload. */
export class CanceledError extends ConsoleError {}

/** The error that the page gets if an upload fails. */
export function toConsoleError(error: unknown): ConsoleError {
  if (error instanceof ConsoleError) return error;
  return new ConsoleError(error instanceof UnreachableError ? 'offline' : 'failed', (error as Error).message);
}

/**
 * Uploads a file in chunks and starts its import. The server stores chunks by the file's SHA-256, so a dropped
 * connection or a restarted console costs one chunk. The idempotency key makes retries start a single import.
 */
export async function uploadFile(
  context: Context,
  file: UploadedFile,
  options: ImportOptions,
  listener: UploadListener,
): Promise<number> {
  try {
    return await uploadAndCall(context, file, importUploaded, options, listener);
  } catch (error) {
    if (!(error instanceof ImportRunningError)) throw error;
    listener.onQueued?.();
    return waitForRun(context, await uploadAndCall(context, file, queueUploaded, options, listener), listener);
  }
}

const QUEUE_POLL_MS = 1_500;

/** Waits until a queued import has started, and returns its run. */
async function waitForRun(context: Context, item: number, listener: UploadListener): Promise<number> {
  const path = urlOf(getQueuedImport.path, { id: item }, {});
  for (;;) {
    const { runId, state, message } = await retryUntilAnswered(listener, () =>
      callServer<QueuedImport>(context, getQueuedImport.method, path, listener.signal),
    );
    if (runId !== null) return runId;
    if (state === 'failed' || state === 'canceled')
      throw new ConsoleError('failed', message ?? 'The server did not accept this file.');
    await wait(QUEUE_POLL_MS, listener.signal);
  }
}

type UploadedFile = { path: string; name: string; key: string } & Checksum;

/** Uploads a file and starts its import, or puts it into the queue. Throws an ImportRunningError if another import runs. */
export async function uploadAndCall(
  context: Context,
  file: UploadedFile,
  call: typeof importUploaded | typeof queueUploaded,
  options: ImportOptions | { unattended: 'preview' | 'apply' },
  listener: UploadListener,
): Promise<number> {
  const handle = await open(file.path, 'r');
  let isUploaded = false;
  try {
    return await retryUntilAnswered(listener, async (resetTries) => {
      if (!isUploaded) await uploadChunks(context, handle, file, listener, resetTries);
      isUploaded = true;
      return await callWithFile(context, call, file, options, listener).catch((error: unknown) => {
        // The server deletes the chunks once an import starts, so upload again only if it says that it has none.
        if (error instanceof UnreachableError && error.code === 'not_here') isUploaded = false;
        throw error;
      });
    });
  } finally {
    await handle.close();
  }
}

/** Retries work until the server answers. The work calls `resetTries` whenever it makes progress. */
async function retryUntilAnswered<T>(
  listener: UploadListener,
  work: (resetTries: () => void) => Promise<T>,
): Promise<T> {
  let tries = 0;
  for (;;) {
    try {
      return await work(() => (tries = 0));
    } catch (error) {
      const isRetryable = error instanceof UnreachableError || (error as Error).name === 'TimeoutError';
      if (!isRetryable || listener.signal.aborted || ++tries >= MAX_TRIES) throw error;
      listener.onRetry();
      await wait(Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** tries), listener.signal);
    }
  }
}

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });

/** Another import runs. This one can wait in the queue. */
export class ImportRunningError extends Error {}

async function callServer<T>(
  context: Context,
  method: string,
  path: string,
  signal: AbortSignal,
  options: { headers?: Record<string, string>; body?: BodyInit } = {},
): Promise<T> {
  const response = await context.request(method, path, {
    ...options,
    signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
  });
  const reply = (await response.json()) as T & { error?: string; message?: string };
  if (response.status >= 500 || response.status === 429) throw new UnreachableError('busy', 'The server is busy.');
  // The server has other bytes than we assumed, because another console or a lost answer moved on. Ask it and continue.
  if (reply.error === 'not_next' || reply.error === 'not_here')
    throw new UnreachableError(reply.error, reply.message ?? '');
  if (reply.error === 'import_running') throw new ImportRunningError(reply.message);
  if (!response.ok) throw new ConsoleError('failed', reply.message ?? 'The server did not accept this file.');
  return reply;
}

async function uploadChunks(
  context: Context,
  handle: FileHandle,
  file: Checksum,
  { signal, onProgress }: UploadListener,
  resetTries: () => void,
): Promise<void> {
  const { sha256 } = file;
  const statePath = urlOf(uploadState.path, { sha256 }, {});
  let { bytes: at } = await callServer<{ bytes: number }>(context, 'GET', statePath, signal);
  onProgress(at);
  while (at < file.bytes) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, file.bytes - at));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, at);
    if (bytesRead < chunk.length) throw new ConsoleError('not_readable', 'This file changed while it was being sent.');
    const previousAt = at;
    const path = urlOf(uploadChunk.path, { sha256 }, { at });
    ({ bytes: at } = await callServer<{ bytes: number }>(context, uploadChunk.method, path, signal, {
      headers: { 'content-type': 'application/octet-stream' },
      body: chunk,
    }));
    if (at > previousAt) resetTries();
    onProgress(at);
  }
}

async function callWithFile(
  context: Context,
  { method, path }: { method: string; path: string },
  { sha256, name, key }: UploadedFile,
  options: object,
  { signal }: UploadListener,
): Promise<number> {
  const reply = await callServer<{ id: number }>(context, method, path, signal, {
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ sha256, fileName: name, ...options }),
  });
  return reply.id;
}
