import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, it } from 'vitest';
import type { CsvState } from '../../bridge/shapes.ts';
import { CSV_MEMORY } from './file-thread.ts';
import type { CsvRequest } from '../../offline/csv-request.ts';
import { makeFolder } from '../../e2e/harness/main/test-folder.ts';

const GIGABYTE = 2 ** 30;
const FILE_BYTES = 3 * GIGABYTE;
const FIRST_BYTES = 2 ** 20;
const ROWS_PER_BLOCK = 2_000;
const BIO = 'Gentle care for the whole family, and whitening that suits sensitive teeth. '.repeat(40);

let folder: string;
beforeEach(() => void (folder = makeFolder()));

/** Writes a list of more than 3 GB with one wrong phone number per block, and returns its number of blocks. */
async function writeLargeList(path: string): Promise<number> {
  const rows = Array.from({ length: ROWS_PER_BLOCK }, (_, n) => {
    const phone = n === 7 ? '12' : `(617) 555-${1_000 + n}`;
    return `Dr. Avery Example ${n},${phone},Boston,MA,02118,"${BIO}"\n`;
  });
  const block = Buffer.from(rows.join(''));
  const blockCount = Math.ceil(FILE_BYTES / block.length);
  const file = await open(path, 'w');
  try {
    await file.write('name,phone,city,state,zipCode,bio\n');
    for (let n = 0; n < blockCount; n++) await file.write(block);
  } finally {
    await file.close();
  }
  return blockCount;
}

/** The longest of five times that reading the first bytes of the file takes, with a round trip to the thread. */
async function measureFloor(path: string, askThread: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 5; run++) {
    const startedAt = performance.now();
    const file = await open(path, 'r');
    await file.read(Buffer.alloc(FIRST_BYTES), 0, FIRST_BYTES, 0);
    await file.close();
    await askThread();
    times.push(performance.now() - startedAt);
  }
  return Math.max(...times);
}

/** The thread that reads a file, with the console's memory limit. */
function startWorker(path: string) {
  const worker = new Worker(fileURLToPath(new URL('../../offline/csv-worker-test.mjs', import.meta.url)), {
    workerData: { file: 'f', path, scratch: folder, names: { services: [], practiceTypes: [] } },
    resourceLimits: CSV_MEMORY,
  });
  const answers = new Map<number, (value: unknown) => void>();
  let nextId = 1;
  let onEnd: (state: CsvState) => void;
  let onError: (error: Error) => void;
  const ended = new Promise<CsvState>((resolve, reject) => ([onEnd, onError] = [resolve, reject]));
  worker.on('error', (error) => onError(error as Error));
  worker.on('message', ({ id, value, event: state }: { id?: number; value?: unknown; event?: CsvState }) => {
    if (id !== undefined) answers.get(id)?.(value);
    if (state && state.state !== 'reading') onEnd(state);
  });
  const ask = <T>(request: CsvRequest) =>
    new Promise<T>((resolve) => {
      answers.set(nextId, resolve as (value: unknown) => void);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage({ id: nextId++, request });
    });
  return { worker, ask, ended };
}

it(
  'shows the first rows of a 3 GB file at once, and checks all rows in bounded memory',
  { timeout: 400_000 },
  async () => {
    const path = join(folder, 'large.csv');
    const blockCount = await writeLargeList(path);
    const { size } = await stat(path);
    expect(size).toBeGreaterThan(FILE_BYTES);

    const { worker, ask, ended } = startWorker(path);
    // Loads the modules, which the packed console has in one bundle.
    await ask({ do: 'state' });
    const floorMs = await measureFloor(path, () => ask({ do: 'state' }));
    const memoryBefore = process.memoryUsage().rss;
    let peak = memoryBefore;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 50);
    const startedAt = performance.now();
    const processorBefore = process.cpuUsage();
    const first = await ask<CsvState>({ do: 'open', savedMappings: {} });
    const firstRowsMs = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(processorBefore);
    expect(first.columns.map(({ field }) => field)).toEqual(['name', 'phone', 'city', 'state', 'zipCode', 'bio']);
    expect(await ask<{ rows: unknown[] }>({ do: 'rows', from: 0, count: 50 })).toMatchObject({ rows: { length: 50 } });

    const state = await ended;
    const wholeMs = performance.now() - startedAt;
    clearInterval(watch);
    // The problem of the last block can be read.
    const lastProblem = (blockCount - 1) * ROWS_PER_BLOCK + 7 + 2;
    const { problems } = await ask<{ problems: { line: number; column: number }[] }>({
      do: 'problems',
      from: blockCount - 1,
      count: 1,
    });
    expect(problems.map(({ line, column }) => [line, column])).toEqual([[lastProblem, 1]]);
    await worker.terminate();

    console.log(
      `${(size / 1e9).toFixed(1)} GB, ${state.rows.toLocaleString('en-US')} rows: first rows in ${firstRowsMs.toFixed(0)} ms (${((user + system) / 1e3).toFixed(0)} ms of CPU time, the first megabyte in ${floorMs.toFixed(0)} ms), ` +
        `all checked in ${(wholeMs / 1e3).toFixed(1)} s, memory grew by ${((peak - memoryBefore) / 1e6).toFixed(0)} MB`,
    );
    expect(state).toMatchObject({ state: 'read', rows: blockCount * ROWS_PER_BLOCK, badRows: blockCount, read: size });
    // The processor's time doesn't depend on what else this machine does.
    expect((user + system) / 1e3).toBeLessThan(1_000);
    // The clock does, so it is compared with work of the same moment: the first bytes, and the whole file.
    expect(firstRowsMs).toBeLessThan(1_500 + 50 * floorMs);
    expect(firstRowsMs).toBeLessThan(wholeMs / 5);
    expect(peak - memoryBefore).toBeLessThan(400e6);
  },
);
