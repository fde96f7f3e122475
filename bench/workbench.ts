import { createWriteStream, openAsBlob } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, type Page, chromium } from '@playwright/test';
import { readPlaces } from '#server/base/db/places/places-data.ts';
import { hashToken } from '#server/base/http/callers/authenticate.ts';
import { percentile, makeGround, thousands, type Ground } from './ground.ts';
import { findTestBrowser } from '../web/e2e/harness/chromium.ts';

/** The time between frames of a page, in milliseconds, and the tasks that held its main thread for more than 50. */
interface Frames {
  gaps: number[];
  tasks: number[];
}

/** Text, because the loader adds helpers to functions that the page doesn't have. */
const RECORDER = `
  globalThis.recording = { gaps: [], tasks: [] };
  let last = performance.now();
  requestAnimationFrame(function next() {
    const now = performance.now();
    recording.gaps.push(now - last);
    last = now;
    requestAnimationFrame(next);
  });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) recording.tasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
`;

/** Records the frames of a page from its start. */
export const recordFrames = async (page: Page): Promise<void> => void (await page.addInitScript(RECORDER));

/** Takes the frames since the last call. */
export const takeFrames = (page: Page): Promise<Frames> =>
  page.evaluate<Frames>(`(() => {
    const taken = globalThis.recording;
    globalThis.recording = { gaps: [], tasks: [] };
    return taken;
  })()`);

/** A longer frame is felt as a stutter. */
const LONG_MS = 50;
export const describeFrames = ({ gaps, tasks }: Frames): string => {
  const long = gaps.filter((gap) => gap > LONG_MS).length;
  const longest = tasks.length === 0 ? '' : `, max ${Math.max(...tasks).toFixed(0)}`;
  return `p99 ${percentile(gaps, 0.99).toFixed(0)}, max ${Math.max(...gaps).toFixed(0)}, ${long} of ${gaps.length} over 50 ms; tasks over 50 ms: ${tasks.length}${longest}`;
};

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** CPU time in microseconds. */
  tdur?: number;
  args: { name?: string };
}

/** The processor milliseconds of each task of a page's main thread while something happens, which no other process adds to. */
export async function traceTasks(browser: Browser, page: Page, act: () => Promise<unknown>): Promise<number[]> {
  const categories = ['disabled-by-default-devtools.timeline'];
  await browser.startTracing(page, { categories });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return traceEvents
    .filter(({ name, pid, tid }) => name === 'RunTask' && mainThreads.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000);
}

const firstNames = 'Ann Ben Cy Di Ed Flo Gus Hal Ida Jo Kai Lea Max Nia Ola Pat'.split(' ');
const lastNames = 'Poe Ray Dow Fox Gill Hart Ives Judd Kerr Lowe Moss Nash Orr Pike Quinn Rowe'.split(' ');

/** Swaps two letters, as a tired person types. */
const misspell = (name: string, at: number) =>
  name.slice(0, at) + (name[at + 1] ?? '') + (name[at] ?? '') + name.slice(at + 2);

/** Writes a list of dentists with misspelled cities, shouted names, and blank states. */
async function writeList(path: string, rows: number): Promise<void> {
  const { cities } = await readPlaces();
  const out = createWriteStream(path);
  out.write('Dentist,Practice,Street,City,ST,Zip,Telephone Number,Notes\n');
  let block = '';
  for (let n = 0; n < rows; n++) {
    const { name, state } = cities[(n * 7919) % 4_000]!;
    const city = n % 50 === 0 ? misspell(name, 1 + (n % 3)) : n % 31 === 0 ? name.toUpperCase() : name;
    const dentist = `${firstNames[n % 16]!} ${lastNames[(n >> 4) % 16]!} ${n}`;
    const phone = `(617) 555-${String(n % 10_000).padStart(4, '0')}`;
    block += `${n % 9 === 0 ? dentist.toUpperCase() : dentist},Smiles of ${name},${(n % 9_000) + 1} Main St,${city},${n % 40 === 0 ? '' : state},${String(10_000 + (n % 80_000))},${n % 100 === 0 ? 'call me' : phone},row ${n}\n`;
    if (block.length < 2 ** 20) continue;
    if (!out.write(block)) await once(out, 'drain');
    block = '';
  }
  out.end(block);
  await finished(out);
}

async function signInAdmin({ db }: Ground): Promise<string> {
  const [user] = (await db('users')
    .insert({ email: 'bench@example.com', emailVerifiedAt: new Date(), name: 'Bench', role: 'admin' })
    .returning('id')) as [{ id: number }];
  const token = randomBytes(32).toString('base64url');
  const now = new Date();
  await db('authSessions').insert({ userId: user.id, tokenHash: hashToken(token), kind: 'web', createdAt: now, lastSeenAt: now, expiresAt: new Date(now.getTime() + 3_600_000) }); // prettier-ignore
  return token;
}

/** Sends the file, and follows it until all of its rows are read. */
async function openList(url: string, token: string, path: string): Promise<number> {
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
  const headers = { authorization: `Bearer ${token}` };
  const form = new FormData();
  form.set('csvFile', await openAsBlob(path), 'list.csv');
  const opened = await fetch(`${url}/api/admin/import-files`, { method: 'POST', headers, body: form });
  const { id } = (await opened.json()) as { id: number };
  const sent = seconds();
  for (let first = ''; ; await wait(50)) {
    const answer = await fetch(`${url}/api/admin/import-files/${id}`, { headers });
    const { status, rows } = (await answer.json()) as { status: string; rows: number };
    if (rows > 0) first ||= seconds();
    if (status === 'failed') throw new Error('The workbench could not read the file.');
    if (status === 'reading') continue;
    console.log(
      `Stored after ${sent} s, first rows after ${first} s, all ${thousands(rows)} rows after ${seconds()} s`,
    );
    return id;
  }
}

async function newPage(browser: Browser, token: string | null): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await recordFrames(page);
  if (token !== null) await page.addInitScript((value) => localStorage.setItem('auth_token', value), token);
  return page;
}

/** A step that takes longer is reported, and the next one begins. */
const STEP_LIMIT_MS = 45_000;
/**
 * Steps that would begin later than this after the first one are skipped and reported, so that the benchmark ends even on a busy
 * machine.
 */
const STEPS_LIMIT_MS = 240_000;
/** The server's CPU time in milliseconds, from its start. */
async function readProcessorMs(pid: number): Promise<number> {
  const [, , ...fields] = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/\(.*\)/, 'name').split(' ');
  // User and system time in hundredths of a second. The first field here is the third one of the file.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** `npm run bench -- workbench ROWS`: uses the grid of a large file, and counts slow frames next to those of an idle page. */
export async function bench(args: readonly string[]): Promise<void> {
  const rows = Number(args[0] ?? 1_000_000);
  const began = performance.now();
  let stepsBegan = 0;
  const slow: string[] = [];
  const ground = await makeGround(0);
  const executablePath = findTestBrowser();
  const launch = () => chromium.launch({ args: ['--disable-gpu'], ...(executablePath ? { executablePath } : {}) });
  const [browser, idleBrowser] = [await launch(), await launch()];
  try {
    const token = await signInAdmin(ground);
    const path = join(ground.home, 'list.csv');
    await writeList(path, rows);
    console.log(`${thousands(rows)} rows, ${thousands((await stat(path)).size / 1e6)} MB`);
    const id = await openList(ground.url, token, path);
    const page = await newPage(browser, token);
    page.setDefaultTimeout(STEP_LIMIT_MS);
    const idle = await newPage(idleBrowser, null);
    await idle.goto('data:text/html,<title>Idle</title>');
    const grid = page.getByRole('grid');
    const cell = grid.getByRole('gridcell');
    const measure = async (what: string, act: () => Promise<unknown>) => {
      stepsBegan ||= performance.now();
      if (performance.now() - stepsBegan > STEPS_LIMIT_MS) return void slow.push(`${what}: not reached`);
      await Promise.all([takeFrames(page), takeFrames(idle)]);
      const stepBegan = performance.now();
      let ms = 0;
      let problem = '';
      const tasks = await traceTasks(browser, page, async () => {
        await act().catch((error: unknown) => (problem = String(error).split('\n')[0]!));
        ms = performance.now() - stepBegan;
        await wait(500);
      });
      const [own, others] = await Promise.all([takeFrames(page), takeFrames(idle)]);
      const longest = Math.max(0, ...tasks);
      if (problem !== '') slow.push(`${what}: ${problem}`);
      else if (longest > LONG_MS) slow.push(`${what}: a task of ${longest.toFixed(1)} ms`);
      console.log(`${what.padEnd(34)} ${thousands(ms).padStart(7)} ms   ${problem || describeFrames(own)}`);
      console.log(`${'  CPU time'.padEnd(34)} ${''.padStart(10)}   longest task ${longest.toFixed(1)} ms`);
      console.log(`${'  idle page'.padEnd(34)} ${''.padStart(10)}   ${describeFrames(others)}`);
    };
    // The first visit fills the browser's cache, as on every day but the first.
    for (const visit of ['first', 'next']) {
      await page.goto('about:blank');
      const [visitBegan, serverBegan] = [performance.now(), await readProcessorMs(ground.pid)];
      let ms = 0;
      const tasks = await traceTasks(browser, page, async () => {
        await page.goto(`${ground.url}/admin/imports/files/${id}`);
        await cell.filter({ hasText: 'row 0' }).first().waitFor();
        ms = performance.now() - visitBegan;
      });
      const serverMs = (await readProcessorMs(ground.pid)) - serverBegan;
      const pageMs = tasks.reduce((sum, task) => sum + task, 0);
      console.log(
        `Page to first rows, ${visit} visit: ${thousands(ms)} ms, CPU time of the page ${thousands(pageMs)} and of the server ${thousands(serverMs)}`,
      );
    }
    console.log('');
    await wait(2_000);

    await measure('nothing, for 5 seconds', () => wait(5_000));
    await grid.hover();
    const scrollByWheel = async () => {
      for (let turn = 0; turn < 60; turn++) {
        await page.mouse.wheel(0, 300);
        await wait(16);
      }
    };
    await measure('scroll by wheel', scrollByWheel);
    await measure('drag through the whole file', async () => {
      for (let turn = 1; turn <= 40; turn++) {
        await grid.evaluate((element, share) => (element.scrollTop = element.scrollHeight * share), turn / 41);
        await wait(33);
      }
      await grid.evaluate((element) => (element.scrollTop = 0));
    });
    // The last of the texts “row 0” to “row N” in alphabetical order, such as “row 9999” of 60,000 rows.
    const lastText = `row ${10 ** (String(rows).length - 1) - 1}`;
    const sortedBy = (text: string) => cell.filter({ hasText: text }).first().waitFor();
    await measure('sort by text', async () => {
      await page.getByRole('button', { name: 'Sort by Notes' }).click();
      await page.getByRole('button', { name: 'Sort by Notes' }).click();
      await sortedBy(lastText);
    });
    await measure('scroll the sorted rows', scrollByWheel);
    await measure('filter by text', async () => {
      await page.getByLabel('Search rows').fill(`row ${Math.floor(rows / 2)}`);
      await page.locator('[role=grid][aria-rowcount="2"]').waitFor();
    });
    await measure('all rows again', async () => {
      await page.getByLabel('Search rows').fill('');
      await sortedBy(lastText);
    });
    await measure('rows with problems', async () => {
      await page.getByRole('radio', { name: 'Problems' }).check({ force: true });
      await page.locator(`[role=grid][aria-rowcount]:not([aria-rowcount="${rows + 1}"])`).waitFor();
    });
    await page.getByRole('radio', { name: 'All rows' }).check({ force: true });
    await measure('count the values of a column', async () => {
      await page.getByRole('button', { name: 'Fix City' }).click();
      await page.getByText(/different values/).waitFor();
    });
    await measure('find similar values', async () => {
      await page.getByRole('tab', { name: 'Similar' }).click();
      await page.getByText(/groups of similar values/).waitFor();
    });
    await measure('merge all similar values', async () => {
      await page.getByRole('button', { name: 'Merge all' }).click();
      await page.getByText('No similar values').or(page.getByText(/of similar values/)).first().waitFor(); // prettier-ignore
      await page.getByRole('button', { name: /^Change [\d,]+ values in/ }).first().waitFor(); // prettier-ignore
    });
    await measure('preview a change of all rows', async () => {
      await page.getByRole('tab', { name: 'Change all' }).click();
      await page.getByText(/^Changes .* rows$/).waitFor();
    });
    await measure('undo', async () => {
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await page.getByRole('button', { name: 'Redo', exact: true }).and(page.locator(':enabled')).waitFor();
    });
    console.log(`\nMemory of the server: ${await ground.memory()} MB`);
    console.log(`All of it took ${thousands((performance.now() - began) / 1000)} s.`);
    console.log(
      slow.length === 0 ? `No task of the page took more than ${LONG_MS} ms.` : `Too slow:\n  ${slow.join('\n  ')}`,
    );
    if (slow.length > 0) process.exitCode = 1;
  } finally {
    await Promise.all([browser.close(), idleBrowser.close()]);
    await ground.stop();
  }
}
