import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import { measureFrames } from '../desktop/e2e/harness/frames.ts';
import { CSV_MEMORY } from '../desktop/offline/csv-memory.ts';
import type { CsvState } from '../desktop/bridge/shapes.ts';

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);

function* lines(): Generator<string> {
  const week = 'Mon–Fri 8:00 AM – 5:00 PM';
  yield 'name,title,specialty,phone,email,website,bio,address,city,state,zipCode,mondayHours,tuesdayHours,acceptsInsurance,languages\n';
  for (let at = 0; at < ROWS; at += 1_000) {
    let out = '';
    for (let n = at; n < Math.min(at + 1_000, ROWS); n++) {
      const phone = n % 701 === 0 ? '12' : `(617) ${200 + (n % 700)}-${1_000 + (n % 9_000)}`;
      out += `Dr. Avery Example ${n},DDS,General Dentistry,${phone},office${n}@example.com,https://practice${n}.example.com,"Gentle care for the whole family, and whitening that suits sensitive teeth. Office ${n}; ${week}.",${n % 9_000} Main Street,Boston,MA,02118,8:00 AM - 5:00 PM,8:00 AM - 5:00 PM,yes,"English, Spanish"\n`;
    }
    yield out;
  }
}

/** Measures the console's CSV preview next to reading the bytes of the file. BENCH_ROWS sets the number of rows. */
export async function bench(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'enamel-bench-csv-'));
  const path = join(folder, 'listings.csv');
  await pipeline(Readable.from(lines()), createWriteStream(path));
  const { size } = await stat(path);

  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const from = performance.now();
    await work();
    return performance.now() - from;
  };
  const readBytes = () =>
    timed(async () => {
      let sum = 0;
      for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) sum += (chunk as Buffer).length;
      if (sum !== size) throw new Error('short');
    });
  await readBytes();
  const bytes = await readBytes();

  let peak = 0;
  const before = process.memoryUsage().rss;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 50);
  let end!: (state: CsvState) => void;
  const ended = new Promise<CsvState>((done) => (end = done));
  // Uses the console's built worker in a thread with the console's memory limit (run npm run desktop:build first).
  const worker = new Worker(new URL('../desktop/dist/main/csv-worker.js', import.meta.url), {
    execArgv: [],
    workerData: { file: 'bench', path, scratch: folder, names: { services: [], practiceTypes: [] } },
    resourceLimits: CSV_MEMORY,
  });
  const usedProcessorMs = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  };
  let shown!: () => void;
  const firstRows = new Promise<void>((done) => (shown = done));
  worker.on('message', ({ id, event: state }: { id?: number; event?: CsvState }) => {
    if (id !== undefined) shown();
    if (state && state.state !== 'reading') end(state);
  });
  await new Promise((done) => worker.once('online', done));
  const started = performance.now();
  const processorBefore = usedProcessorMs();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker.postMessage({ id: 1, request: { do: 'open', savedMappings: {} } });
  await firstRows;
  const first = performance.now() - started;
  const firstProcessor = usedProcessorMs() - processorBefore;
  const state = await ended;
  const whole = performance.now() - started;
  const wholeProcessor = usedProcessorMs() - processorBefore;
  clearInterval(watch);
  await worker.terminate();

  const ratio = (n: number) => `${(n / bytes).toFixed(1)} x reading the bytes`;
  const ms = (n: number) => `${n.toFixed(0).padStart(7)} ms`;
  const mb = (n: number) => `${(n / 1e6).toFixed(0).padStart(7)} MB`;
  console.log(
    `${state.rows.toLocaleString('en-US')} rows, ${(size / 1e6).toFixed(0)} MB, ${state.badRows.toLocaleString('en-US')} rows with problems`,
  );
  console.log(`reading the bytes                   ${ms(bytes)}`);
  console.log(`first rows and their mapping        ${ms(first)}   ${ratio(first)}`);
  console.log(`every row validated                 ${ms(whole)}   ${ratio(whole)}`);
  console.log(`CPU time, first and all rows  ${ms(firstProcessor)}   ${ms(wholeProcessor).trim()}`);
  console.log(`memory growth                       ${mb(peak - before)}   (the file is ${(size / 1e6).toFixed(0)} MB)`);

  // Drops the same file on the console in a browser, with the real main process.
  const seen = await measureFrames(path, state.rows);
  await rm(folder, { recursive: true, force: true });
  console.log('in the console:');
  console.log(`first rows on the screen            ${ms(seen.first)}   ${ratio(seen.first)}`);
  console.log(`every row validated                 ${ms(seen.whole)}   ${ratio(seen.whole)}`);
  console.log(`memory of the main process, more    ${mb(seen.memory)}`);
  console.log(
    `longest frame                       ${ms(seen.busy.longest)}   at rest before ${seen.rest.longest.toFixed(0)} ms; over 50 ms ${seen.busy.over50} of ${seen.busy.frames} (at rest ${seen.rest.over50} of ${seen.rest.frames})`,
  );
  console.log(`longest task of the page's thread   ${ms(seen.busy.longestTask)}   (those under 50 ms count as 0)`);
  console.log(`CPU time                            ${ms(seen.own)}   (excluding other programs)`);
}
