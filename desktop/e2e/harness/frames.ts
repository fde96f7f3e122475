import { spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { hashPassword } from '#server/accounts/sign-in/password.ts';
import { openKnex } from '#server/base/db/knex.ts';
import { findChromium } from '../../../web/e2e/harness/chromium.ts';
import { ConsoleApp } from './console.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Frames {
  longest: number;
  /** The number of gaps between frames of more than 50 ms. */
  over50: number;
  frames: number;
  longestTask: number;
}
interface Traced {
  ph: string;
  name: string;
  pid: number;
  tid: number;
  tdur?: number;
  args?: { name?: string };
}
declare global {
  interface Window {
    __frames?: { last: number; gaps: number[]; tasks: number[] };
  }
}

/** Records the gaps between frames and the long tasks of the page. */
async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = { last: performance.now(), gaps: [] as number[], tasks: [] as number[] };
    window.__frames = seen;
    const next = (now: number) => {
      seen.gaps.push(now - seen.last);
      seen.last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.tasks.push(duration);
    }).observe({ type: 'longtask' });
  });
}
const takeFrames = (page: Page): Promise<Frames> =>
  page.evaluate(() => {
    const { gaps, tasks } = window.__frames!;
    const found = {
      longest: Math.max(0, ...gaps.slice(1)),
      over50: gaps.slice(1).filter((gap) => gap > 50).length,
      frames: gaps.length,
      longestTask: Math.max(0, ...tasks),
    };
    gaps.length = 0;
    tasks.length = 0;
    return found;
  });

/** The CPU time of the longest task on a page's main thread, so that other processes don't distort it. */
function findLongestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: Traced[] };
  const pages = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  let longest = 0;
  for (const { ph, pid, tid, tdur } of traceEvents)
    if (ph === 'X' && tdur && pages.has(`${pid} ${tid}`)) longest = Math.max(longest, tdur);
  return longest / 1_000;
}

/** Starts a server with a temporary database. */
async function startServer() {
  const port = randomInt(20_000, 32_000);
  const dataDir = join(tmpdir(), `enamel-frames-${port}`);
  const child = spawn(process.execPath, ['--import', 'tsx', 'web/e2e/harness/server.ts'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, SAMPLE_DATA: '0', NODE_OPTIONS: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://localhost:${port}`;
  for (let tries = 0; ; tries++) {
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) break;
    if (tries > 300 || child.exitCode !== null) throw new Error('The server did not start (npm run build)');
    await new Promise((done) => setTimeout(done, 400));
  }
  const { databaseUrl } = JSON.parse(await readFile(join(dataDir, 'e2e.json'), 'utf8')) as { databaseUrl: string };
  return {
    url,
    databaseUrl,
    async stop() {
      const gone = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await gone;
    },
  };
}

const peakOf = async (pid: number): Promise<number> =>
  Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))?.[1] ?? 0) * 1024;

/** Drops a file on the console in a browser, and measures the time until rows show and the smoothness until the end. */
export async function measureFrames(path: string, rows: number) {
  const folder = await mkdtemp(join(tmpdir(), 'enamel-frames-console-'));
  const server = await startServer();
  const executablePath = findChromium();
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  const consoleApp = new ConsoleApp(folder);
  try {
    const email = `${randomBytes(4).toString('hex')}@example.com`;
    const password = 'a long password for a bench';
    const db = openKnex(server.databaseUrl);
    await db('users').insert({ email, name: 'Bench', role: 'admin', password: await hashPassword(password) });
    await db.destroy();
    await consoleApp.start();
    const page = await browser.newPage({ viewport: { width: 1280, height: 840 } });
    // esbuild wraps functions in a `__name` helper, which the page does not have.
    await page.addInitScript('globalThis.__name = (named) => named');
    await consoleApp.show(page, { [basename(path)]: path });
    await page.getByLabel('Server').fill(server.url);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('heading', { name: 'Home', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await page.waitForTimeout(2_000);
    await watchFrames(page);
    await page.waitForTimeout(5_000);
    const rest = await takeFrames(page);
    const before = await peakOf(consoleApp.pid!);
    await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
    const from = performance.now();
    await consoleApp.drop(page, path);
    const table = page.getByRole('region', { name: 'First rows' });
    await table.locator('tbody tr').first().waitFor();
    const first = performance.now() - from;
    const read = page
      .getByTestId('counts')
      .filter({ hasText: `${rows.toLocaleString('en-US')} rows` })
      .waitFor({ timeout: 400_000 })
      .then(() => performance.now() - from);
    let whole = 0;
    void read.then(
      (at) => (whole = at),
      () => (whole = -1),
    );
    // Scrolls through the table the whole time.
    await table.locator('tbody').hover();
    for (let n = 0; whole === 0; n++) {
      await page.mouse.wheel(n % 40 < 20 ? 60 : -60, n % 20 < 10 ? 90 : -90);
      await page.waitForTimeout(40);
    }
    await read;
    const own = findLongestTask(await browser.stopTracing());
    const busy = await takeFrames(page);
    return { first, whole, rest, busy, own, memory: (await peakOf(consoleApp.pid!)) - before };
  } finally {
    await consoleApp.kill();
    await browser.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
