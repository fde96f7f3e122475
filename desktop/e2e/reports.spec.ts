import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Knex } from 'knex';
import { figureText } from '#shared/insights/report.ts';
import { reports } from '#shared/insights/reports.ts';
import { lastDays } from '../main/reports/cached-reports.ts';
import { reportCsv, type CachedReport } from '../offline/report-csv.ts';
import type { ConsoleState } from '../bridge/shapes.ts';
import { HIDDEN_SWITCH } from '../main/shell/login-item.ts';
import type { ConsoleApp } from './harness/console.ts';
import { expect, test } from './harness/fixtures.ts';

/** Adds two searches, one of them without results. The first is for this text. */
async function addSearches(db: Knex, searchQuery: string): Promise<void> {
  const [visit] = (await db('userSessions').insert({ sessionId: randomUUID() }).returning('sessionId')) as [
    { sessionId: string },
  ];
  await db('searchAnalytics').insert([
    { ...visit, searchQuery, resultsCount: 12, timestamp: new Date() },
    { ...visit, searchQuery: 'nobody', resultsCount: 0, timestamp: new Date() },
  ]);
}

async function openSearchReport(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await page.getByRole('button', { name: reports['search-analytics'].name }).click();
  await expect(page.getByText(/ Created /)).toBeVisible({ timeout: 20_000 });
}

test(
  'saves reports offline as CSV, PDF, and PNG, and catches up on a missed Monday',
  { tag: '@chromium' },
  async ({ page, consoleApp, gate, begin, db, fromServer, expectedErrors, accessible }) => {
    test.setTimeout(150_000);
    expectedErrors.push(/503|502/);
    await addSearches(db, '=cmd|whitening');
    const who = await begin({ synced: true });
    const kept = page.getByText('Saved on this computer');
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await expect(kept).toBeVisible({ timeout: 20_000 });
    gate.closed = true;
    await page.reload();
    await openSearchReport(page);
    await accessible('a report');
    const period = lastDays(30);
    const asked = await fromServer(who, `/api/admin/reports/search-analytics/rows?from=${period.from}&to=${period.to}`);
    const own = (await asked.json()) as CachedReport;
    const name = `Search analytics ${period.from} to ${period.to}`;

    const folder = join(consoleApp.folder, 'Reports');
    await mkdir(folder);
    await consoleApp.ask('dialogs', { value: { save: join(folder, '{name}'), open: [folder] } });
    const saved = (file: string) => readFile(join(folder, file)).catch(() => Buffer.alloc(0));
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    await expect.poll(async () => (await saved(`${name}.csv`)).toString()).toBe(reportCsv('search-analytics', own));
    await page.getByRole('button', { name: 'Save as PDF' }).click();
    await expect.poll(async () => (await saved(`${name}.pdf`)).toString()).toBe('%PDF-1.4 as printed\n%%EOF');
    const [printed] = (await consoleApp.ask<{ printed: string[] }>('seen')).printed as [string];
    expect(printed).toContain('<dt>Searches</dt>');
    expect(printed).toContain("default-src 'none'");
    expect(printed).toMatch(/font-family: Figtree; src: url\(data:font/);
    // The printed page is complete without scripts or styles of the console.
    const paper = await page.context().newPage();
    await paper.setContent(printed);
    await expect(paper.locator('svg')).toHaveCount(2);
    await expect(paper.getByRole('heading', { name: 'Top searches' })).toBeVisible();
    // Its own fonts are loaded, under its own policy.
    expect(
      await paper.evaluate(async () => (await document.fonts.ready, [...document.fonts].map(({ status }) => status))),
    ).toEqual(['loaded', 'loaded']);
    await paper.close();
    await page.getByRole('button', { name: 'Save as Excel' }).click();
    await expect.poll(async () => (await saved(`${name}.xlsx`)).subarray(0, 2).toString()).toBe('PK');
    await page.getByRole('button', { name: 'Save From search to contact as PNG' }).click();
    const png = `From search to contact ${period.from} to ${period.to}.png`;
    await expect.poll(async () => (await saved(png)).subarray(1, 4).toString()).toBe('PNG');
    const picture = await saved(png);
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1520, 720]);

    // A Monday passes while the console is closed and the server is unreachable.
    await page.getByRole('button', { name: 'Schedule search analytics…' }).click();
    await expect(
      page.getByText(
        /^Search analytics, last 30 days, to “Reports”\. Every Monday at 8:00 AM as PDF and CSV\. Next: Mon, /,
      ),
    ).toBeVisible();
    await accessible('the schedule');
    await page.goto('about:blank');
    await consoleApp.kill();
    const plans = join(consoleApp.folder, 'schedule.json');
    const [plan] = JSON.parse(await readFile(plans, 'utf8')) as [{ doneFor: string }];
    await writeFile(plans, JSON.stringify([{ ...plan, doneFor: '2020-01-06T13:00:00.000Z' }]));
    for (const file of await readdir(folder)) await writeFile(join(folder, file), '');
    await consoleApp.start();
    await expect
      .poll(async () => (await saved(`${name}.csv`)).toString(), { timeout: 20_000 })
      .toBe(reportCsv('search-analytics', own));
    await expect.poll(async () => (await saved(`${name}.pdf`)).toString()).toBe('%PDF-1.4 as printed\n%%EOF');
    await consoleApp.show(page);
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await expect(page.getByText(/Last saved/)).toBeVisible();
    await page.getByRole('button', { name: 'Stop saving Search analytics, last 30 days, to Reports' }).click();
    await expect(page.getByText(/Last saved/)).toBeHidden();
    expect(JSON.parse(await readFile(plans, 'utf8'))).toEqual([]);
  },
);

test('a saved report shows offline the figures and rows that the server gave', async ({
  page,
  gate,
  begin,
  db,
  fromServer,
  expectedErrors,
}) => {
  expectedErrors.push(/503|502/);
  await addSearches(db, 'whitening');
  const who = await begin();
  await openSearchReport(page);
  const { name, title, make } = reports['search-analytics'];
  const { from, to } = lastDays(30);
  const given = await fromServer(who, `/api/admin/reports/search-analytics/rows?from=${from}&to=${to}`);
  const { figures, tables } = make((await given.json()) as CachedReport);
  const report = page.getByRole('article', { name: title });
  const readRows = () => report.locator('tbody tr').allTextContents();
  const rowsOnline = await readRows();
  // Another test of this worker may have searched, too.
  const searchesBefore = Number((await db('searchAnalytics').count({ n: '*' }))[0]!.n);

  gate.closed = true;
  // The copy on this computer doesn't know of later searches.
  await addSearches(db, 'later');
  await page.reload();
  await page.getByRole('button', { name }).click();
  await expect(report.getByText(/ Created /)).toBeVisible();
  expect(figures.map(({ value }) => value)).toContain(searchesBefore);
  for (const { label, value, unit } of figures)
    await expect(report.getByText(label, { exact: true }).first().locator('..')).toHaveText(
      new RegExp(`${label}${figureText(value, unit).replace('.', '\\.')}$`),
    );
  expect(await readRows()).toEqual(rowsOnline);
  expect(rowsOnline).toHaveLength(tables.reduce((count, { rows }) => count + rows.length, 0));
});

test(
  'a console that started in the tray stays there after it has printed a report',
  { tag: '@chromium' },
  async ({ page, consoleProcess, consoleApp, begin, expectedErrors }) => {
    expectedErrors.push(/503|ERR_/);
    const staffConsole = consoleProcess as ConsoleApp;
    await begin({ synced: true });
    const state = async () => (await staffConsole.invoke<{ value: ConsoleState }>('state', [])).value;
    await expect.poll(async () => (await state()).reportsAt).not.toBeNull();
    const folder = join(consoleApp.folder, 'Reports');
    await mkdir(folder);
    await staffConsole.ask('dialogs', { value: { open: [folder] } });
    const monday = { weekday: 1, time: '08:00' };
    const plan = { do: 'plan', id: 'search-analytics', days: 30, when: monday, formats: ['pdf'] };
    await staffConsole.invoke('report', [plan]);
    await page.goto('about:blank');
    await staffConsole.kill();
    const path = join(consoleApp.folder, 'schedule.json');
    const [saved] = JSON.parse(await readFile(path, 'utf8')) as [object];
    await writeFile(path, JSON.stringify([{ ...saved, doneFor: '2020-01-06T13:00:00.000Z' }]));
    await staffConsole.start([HIDDEN_SWITCH]);
    await expect.poll(() => readdir(folder), { timeout: 20_000 }).toEqual([expect.stringMatching(/\.pdf$/)]);
    // The quit that follows the last window takes several steps.
    await page.waitForTimeout(1_500);
    expect(staffConsole.isRunning).toBe(true);
    await staffConsole.ask('tray');
    await staffConsole.listen();
    await staffConsole.show(page);
    await expect(page.getByRole('heading', { name: 'Home', exact: true })).toBeVisible();
    await page.goto('about:blank');
    await staffConsole.ask('window', { event: 'close' });
    await expect.poll(() => staffConsole.isRunning).toBe(false);
  },
);
