import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Refusal } from '#server/base/http/errors.ts';
import type { ReferenceIds } from '../clean/clean-cell.ts';
import { createRowCleaner } from '../clean/clean-rows.ts';
import { decodeBytes, type Encoding } from '../read/decode.ts';
import { readRows, type ReadOptions } from '../recipe/read-rows.ts';
import { waitForDrain } from '#server/base/wait-for-drain.ts';
import { readBytes } from '../read/read-bytes.ts';
import type { SpooledFile } from '../read/spool.ts';
import { selectColumns } from './stage-columns.ts';
import { toThrownError, type SentError } from '../worker/run-in-worker.ts';
import { isOutOfMemory, startWorker } from '../worker/start-worker.ts';
import { stageRows, type RefusedRow, type StagedBatch, type StageCounts } from './stage.ts';

export interface StageTask extends ReadOptions {
  path: string;
  encoding: Encoding;
  hasBrokenCharacters: boolean;
  fields: (string | null)[];
  mapped: ReadonlySet<string>;
  references: ReferenceIds;
}
/** A message of the worker: rows for COPY, or its result. */
export type WorkerMessage = StagedChunk | { counts: StageCounts } | SentError;

/** A smaller file is staged in less time than a worker takes to start, unless a recipe changes its rows. */
const MIN_WORKER_BYTES = 2 * 2 ** 20;

/** Reads and cleans a file. Calls `onRead` with the number of bytes of each block. */
export async function* readStagedBatches(
  task: StageTask,
  onRead: (bytes: number) => void,
): AsyncGenerator<StagedBatch, StageCounts> {
  async function* readAndCount() {
    for await (const chunk of readBytes(task)) {
      onRead(chunk.length);
      yield chunk;
    }
  }
  const csv = await readRows(decodeBytes(readAndCount(), task.encoding), task);
  return yield* stageRows(
    csv,
    createRowCleaner(task.fields, task.references, task.hasBrokenCharacters),
    selectColumns(task.mapped),
  );
}

interface StageListener {
  signal: AbortSignal;
  onBytes(read: number): void;
  onRows(rows: number, refused: RefusedRow[]): Promise<void>;
}

/** Writes the cleaned rows of a file to a COPY. A large file, or one with a recipe, is read and cleaned in a worker, so requests don't wait. */
export async function stageFile(
  file: SpooledFile,
  settings: Omit<StageTask, 'path' | 'encoding' | 'hasBrokenCharacters'>,
  copyStream: Writable,
  listener: StageListener,
): Promise<StageCounts> {
  let copyError: Error | null = null;
  copyStream.on('error', (error: Error) => (copyError ??= error));
  const task: StageTask = {
    ...settings,
    path: file.path,
    encoding: file.encoding.encoding,
    hasBrokenCharacters: file.encoding.broken > 0,
  };
  const isQuick = file.bytes < MIN_WORKER_BYTES && !task.recipe?.length;
  const chunks = isQuick ? stageInThread(task) : stageInWorker(task);
  try {
    for (;;) {
      const next = await chunks.next();
      if (copyError) throw copyError;
      listener.signal.throwIfAborted();
      if (next.done) {
        copyStream.end();
        await finished(copyStream);
        if (copyError) throw copyError;
        return next.value;
      }
      const { bytes, read, rows: count, refused } = next.value;
      listener.onBytes(read);
      if (bytes.length > 0 && !copyStream.write(bytes)) await waitForDrain(copyStream);
      await listener.onRows(count, refused);
    }
  } catch (error) {
    // The connection can't be used again until its COPY has ended. A failed COPY has ended, and waiting for it would never end if its
    // connection died before Postgres answered.
    if (!copyError && !copyStream.destroyed) {
      copyStream.destroy();
      await finished(copyStream).catch(() => undefined);
    }
    throw error;
  } finally {
    await chunks.return(undefined as never);
  }
}

interface StagedChunk extends StagedBatch {
  /** How many bytes of the file were read for it. */
  read: number;
}

async function* stageInThread(task: StageTask): AsyncGenerator<StagedChunk, StageCounts> {
  let read = 0;
  const batches = readStagedBatches(task, (bytes) => (read += bytes));
  for (;;) {
    const next = await batches.next();
    if (next.done) return next.value;
    yield { ...next.value, read };
    read = 0;
  }
}

async function* stageInWorker(task: StageTask): AsyncGenerator<StagedChunk, StageCounts> {
  const worker = startWorker(new URL('./stage-thread.ts', import.meta.url), task, 512);
  const queue: WorkerMessage[] = [];
  let failure: Error | null = null;
  let wake = () => {};
  worker.on('message', (message: WorkerMessage) => (queue.push(message), wake()));
  worker.on(
    'error',
    (error: unknown) => ((failure = error instanceof Error ? error : new Error(String(error))), wake()),
  );
  worker.on('exit', () => ((failure ??= new Error('The import worker exited before it was done.')), wake()));
  try {
    for (;;) {
      const message = queue.shift();
      if (!message) {
        if (isOutOfMemory(failure))
          throw new Refusal(422, 'too_large', 'The rows of this file need too much memory. Please split it.');
        if (failure) throw failure;
        await new Promise<void>((done) => (wake = done));
      } else if ('counts' in message) return message.counts;
      else if ('error' in message) throw toThrownError(message);
      else {
        yield message;
        worker.postMessage('taken', []);
      }
    }
  } finally {
    await worker.terminate();
  }
}
