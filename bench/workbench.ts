import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser, type Page } from '@playwright/test';
import { hashToken } from '#server/base/http/callers/authenticate.ts';
import { findTestBrowser } from '../web/e2e/harness/chromium.ts';
import { makeGround, thousands, type Ground } from './parts/ground.ts';
import { describeFrames, LONG_MS, recordFrames, takeFrames, traceTasks } from './workbench/frames.ts';
import { writeList } from './workbench/write-list.ts';

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
