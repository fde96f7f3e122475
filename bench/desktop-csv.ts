import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import { chromium } from '@playwright/test';
import { hashPassword } from '#server/accounts/sign-in/password.ts';
import { ConsoleApp } from '../desktop/e2e/harness/console.ts';
import { CSV_MEMORY } from '../desktop/main/transfers/file-thread.ts';
import type { CsvState } from '../desktop/bridge/shapes.ts';
import { findTestBrowser } from '../web/e2e/harness/chromium.ts';
import { makeGround } from './ground.ts';
import { describeFrames, recordFrames, takeFrames, traceTasks } from './workbench.ts';

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
  const seen = await measureConsole(path, state.rows);
  await rm(folder, { recursive: true, force: true });
  console.log('in the console:');
  console.log(`the main process is ready           ${ms(seen.ready)}`);
  console.log(`Home, from the login                ${ms(seen.home)}`);
  console.log(`Home, at the next start             ${ms(seen.nextHome)}`);
  console.log(`first rows on the screen            ${ms(seen.first)}   ${ratio(seen.first)}`);
  console.log(`every row validated                 ${ms(seen.whole)}   ${ratio(seen.whole)}`);
  console.log(`memory of the main process          ${mb(seen.atRest)}   with the file ${mb(seen.peak)}`);
  console.log(`frames at rest                      ${describeFrames(seen.rest)}`);
  console.log(`frames while scrolling and reading  ${describeFrames(seen.busy)}`);
  console.log(`longest task of the page's thread   ${ms(Math.max(0, ...seen.tasks))} of CPU time`);
}

/** The most memory that a process had until now, in bytes. */
const peakOf = async (pid: number): Promise<number> =>
  Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;

/** Drops a file on the console, and scrolls through its rows until all are read. */
async function measureConsole(path: string, rows: number) {
  const ground = await makeGround(0);
  const executablePath = findTestBrowser();
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  const consoleApp = new ConsoleApp(join(ground.home, 'console'));
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const from = performance.now();
    await work();
    return performance.now() - from;
  };
  try {
    const [email, password] = ['bench@example.com', 'a long password for a bench'];
    await ground.db('users').insert({ email, name: 'Bench', role: 'admin', password: await hashPassword(password) });
    const ready = await timed(() => consoleApp.start());
    const page = await browser.newPage({ viewport: { width: 1280, height: 840 } });
    // esbuild wraps functions in a `__name` helper, which the page does not have.
    await page.addInitScript('globalThis.__name = (named) => named');
    await recordFrames(page);
    await consoleApp.show(page, { [basename(path)]: path });
    await page.getByLabel('Server').fill(ground.url);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    const findHome = () => page.getByRole('heading', { name: 'Home', exact: true }).waitFor();
    const home = await timed(async () => {
      await page.getByRole('button', { name: 'Login' }).click();
      await findHome();
    });
    await page.getByText(/^Synced /).waitFor();
    await page.goto('about:blank');
    await consoleApp.kill();
    await consoleApp.start();
    const nextHome = await timed(async () => {
      await consoleApp.show(page);
      await findHome();
    });
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await page.waitForTimeout(2_000);
    await takeFrames(page);
    await page.waitForTimeout(5_000);
    const rest = await takeFrames(page);
    const atRest = await peakOf(consoleApp.pid!);
    let [first, whole] = [0, 0];
    const table = page.getByRole('region', { name: 'First rows' });
    const counts = page.getByTestId('counts').filter({ hasText: `${rows.toLocaleString('en-US')} rows` });
    const tasks = await traceTasks(browser, page, async () => {
      const from = performance.now();
      await consoleApp.drop(page, path);
      await table.locator('tbody tr').first().waitFor();
      first = performance.now() - from;
      void counts.waitFor({ timeout: 400_000 }).then(
        () => (whole = performance.now() - from),
        () => (whole = NaN),
      );
      await table.locator('tbody').hover();
      for (let n = 0; whole === 0; n++) {
        await page.mouse.wheel(n % 40 < 20 ? 60 : -60, n % 20 < 10 ? 90 : -90);
        await page.waitForTimeout(40);
      }
    });
    const busy = await takeFrames(page);
    return { ready, home, nextHome, first, whole, rest, busy, tasks, atRest, peak: await peakOf(consoleApp.pid!) };
  } finally {
    await consoleApp.kill();
    await browser.close();
    await ground.stop();
  }
}
