import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { reports, type ReportId } from '#shared/insights/reports.ts';
import { expect, test } from '../harness/fixtures.ts';
import { overrideState } from '../harness/look.ts';

const DAY_MS = 86_400_000;

test(
  'screens of every report and its schedule',
  { tag: '@chromium' },
  async ({ page, consoleApp, begin, db, look }) => {
    test.setTimeout(420_000);
    const [visit] = (await db('userSessions').insert({ sessionId: randomUUID() }).returning('sessionId')) as [
      { sessionId: string },
    ];
    const searches = ['whitening', 'emergency dentist', 'veneers boston', 'invisalign', 'children'];
    await db('searchAnalytics').insert(
      Array.from({ length: 240 }, (_, n) => ({
        sessionId: visit.sessionId,
        searchQuery: searches[(n * n) % searches.length],
        resultsCount: n % 7 === 0 ? 0 : 12,
        timestamp: new Date(Date.now() - ((n * 37) % 29) * DAY_MS),
      })),
    );
    await begin({ synced: true });
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    const ids = Object.keys(reports) as ReportId[];
    expect(ids.length).toBeGreaterThanOrEqual(6);
    for (const id of ids) {
      const { title, name } = reports[id];
      await page.getByRole('button', { name, exact: true }).click();
      const sheet = page.getByRole('article', { name: title });
      await expect(sheet.getByText(/ Created /)).toBeVisible({ timeout: 30_000 });
      // The report of the choice is in view, although the choices fill the smallest window.
      await expect(sheet.getByRole('heading', { name: title }).first()).toBeInViewport({ ratio: 1 });
      await expect(sheet.getByText(/ Created /)).toBeInViewport({ ratio: 1 });
      await look(`report ${title}`, sheet);
    }
    const folder = join(consoleApp.folder, 'Monday reports');
    await mkdir(folder);
    await consoleApp.ask('dialogs', { value: { open: [folder] } });
    await page.getByRole('button', { name: /^Schedule .*…$/ }).click();
    await expect(page.getByText(/Every Monday at 8:00 AM as PDF and CSV\. Next: Mon, /)).toBeVisible();
    const schedule = page.getByRole('heading', { name: 'Scheduled reports' });
    await look('reports 2 scheduled', schedule);
    const { value } = await consoleApp.invoke<{ value: { schedule: object[] } }>('state', []);
    const last = { at: new Date().toISOString(), ok: false, message: 'There is not enough space on this disk.' };
    await overrideState(page, { schedule: value.schedule.map((plan) => ({ ...plan, last })) } as never);
    await expect(page.getByText(/There is not enough space on this disk\. We’ll try again\./)).toBeVisible();
    await look('reports 3 one that failed', schedule);
    for (const format of ['PDF', 'CSV']) await page.getByRole('checkbox', { name: format, exact: true }).uncheck();
    await page.getByRole('button', { name: /^Schedule .*…$/ }).click();
    await expect(page.getByText('Choose at least one format.')).toBeVisible();
    await look('reports 4 no format', schedule);
  },
);
