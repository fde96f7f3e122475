import { Worker } from 'node:worker_threads';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Refusal } from '#server/http/errors.ts';
import { createRowCleaner, type ReferenceIds } from '../clean/clean.ts';
import { readCsv } from '../read/csv.ts';
import { decodeBytes, type Encoding } from '../read/decode.ts';
import { waitForDrain } from '../export/wait-for-drain.ts';
import { readBytes, type SpooledFile } from '../read/spool.ts';
import { selectColumns } from './stage-columns.ts';
import { stageRows, type RefusedRow, type StagedBatch, type StageCounts } from './stage.ts';

export interface StageTask {
  path: string;
  encoding: Encoding;
  broken: boolean;
  fields: (string | null)[];
  mapped: ReadonlySet<string>;
  known: ReferenceIds;
}
/** What the worker tells: rows for COPY, or how it ended. */
export type WorkerMessage =
  | { bytes: Uint8Array<ArrayBuffer>; read: number; rows: number; refused: RefusedRow[] }
  | { counts: StageCounts }
  | { error: unknown; refusal: { status: number; code: string; message: string } | null };

/** A smaller file is done before a worker has started. */
const WORTH_A_WORKER = 2 * 2 ** 20;

/** Rows of a file as they are read and cleaned. `read` counts its bytes. */
export async function* readStagedBatches(
  work: StageTask,
  read: (bytes: number) => void,
): AsyncGenerator<StagedBatch, StageCounts> {
  async function* counted() {
    for await (const chunk of readBytes(work)) {
      read(chunk.length);
      yield chunk;
    }
  }
  const csv = await readCsv(decodeBytes(counted(), work.encoding));
  return yield* stageRows(csv, createRowCleaner(work.fields, work.known, work.broken), selectColumns(work.mapped));
}

interface Listening {
  signal: AbortSignal;
  onBytes(read: number): void;
  onRows(rows: number, refused: RefusedRow[]): Promise<void>;
}

/** Puts the cleaned rows of a file into a COPY. Reading and cleaning a large file never keeps this thread from its other work. */
export async function stageFile(
  file: SpooledFile,
  work: Omit<StageTask, 'path' | 'encoding' | 'broken'>,
  into: Writable,
  listening: Listening,
): Promise<StageCounts> {
  let failed: Error | null = null;
  into.on('error', (error: Error) => (failed ??= error));
  const whole: StageTask = {
    ...work,
    path: file.path,
    encoding: file.encoding.encoding,
    broken: file.encoding.broken > 0,
  };
  const rows = file.bytes < WORTH_A_WORKER ? here(whole) : elsewhere(whole);
  try {
    for (;;) {
      const next = await rows.next();
      if (failed) throw failed;
      listening.signal.throwIfAborted();
      if (next.done) {
        into.end();
        await finished(into);
        if (failed) throw failed;
        return next.value;
      }
      const { bytes, read, rows: count, refused } = next.value;
      listening.onBytes(read);
      if (bytes.length > 0 && !into.write(bytes)) await waitForDrain(into);
      await listening.onRows(count, refused);
    }
  } catch (error) {
    // The connection is of use again only when its COPY has ended.
    if (!into.destroyed) {
      into.destroy();
      await finished(into).catch(() => undefined);
    }
    throw error;
  } finally {
    await rows.return(undefined as never);
  }
}

interface Piece {
  bytes: Uint8Array;
  read: number;
  rows: number;
  refused: RefusedRow[];
}

async function* here(work: StageTask): AsyncGenerator<Piece, StageCounts> {
  let read = 0;
  const rows = readStagedBatches(work, (bytes) => (read += bytes));
  for (;;) {
    const next = await rows.next();
    if (next.done) return next.value;
    const { text, ...rest } = next.value;
    yield { ...rest, bytes: Buffer.from(text), read };
    read = 0;
  }
}

async function* elsewhere(work: StageTask): AsyncGenerator<Piece, StageCounts> {
  const worker = new Worker(new URL('./stage-worker.mjs', import.meta.url), {
    workerData: work,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 },
  });
  const queue: WorkerMessage[] = [];
  let ended: Error | null = null;
  let wake = () => {};
  worker.on('message', (news: WorkerMessage) => (queue.push(news), wake()));
  worker.on('error', (error: unknown) => ((ended = error instanceof Error ? error : new Error(String(error))), wake()));
  worker.on('exit', () => ((ended ??= new Error('The worker of the import ended early.')), wake()));
  try {
    for (;;) {
      const news = queue.shift();
      if (!news) {
        if (ended) throw ended;
        await new Promise<void>((done) => (wake = done));
      } else if ('counts' in news) return news.counts;
      else if ('error' in news) {
        const { refusal, error } = news;
        throw refusal ? new Refusal(refusal.status, refusal.code, refusal.message) : error;
      } else {
        yield news;
        worker.postMessage('taken', []);
      }
    }
  } finally {
    await worker.terminate();
  }
}
