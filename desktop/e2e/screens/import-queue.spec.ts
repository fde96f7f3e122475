import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WatchedFolder } from '#contract/bulk/import-queue.ts';
import { tryImportLock } from '#server/bulk/runs/queries-runs.ts';
import { buildBoardList } from '../harness/board-list.ts';
import { expect, test } from '../harness/fixtures.ts';

const watchedFolder: WatchedFolder = {
  folder: '/srv/imports/state boards',
  mode: 'preview',
  recipe: null,
  schedule: { weekday: 1, time: '02:00', zone: 'America/Chicago' },
  readAt: '2026-11-16T08:00:00.000Z',
  nextReadAt: '2026-11-23T08:00:00.000Z',
  problem: null,
};

test(
  'screens of the import queue, previews, and past imports',
  { tag: '@chromium' },
  async ({ page, consoleApp, gate, begin, db, look, expectedErrors }) => {
    test.setTimeout(600_000);
    expectedErrors.push(/409|404|503|502|ERR_/);
    const folder = await mkdtemp(join(tmpdir(), 'enamel-screens-'));
    const path = join(folder, 'board of dentistry.csv');
    // No earlier import of this database has these people or phones.
    const list = buildBoardList(120).replaceAll('Avery Example', 'Robin Queue').replaceAll('(617)', '(978)');
    await writeFile(path, list);
    await begin({ synced: true });
    const showImports = () => page.evaluate(() => (location.hash = '#/admin/imports'));
    await consoleApp.drop(page, path);
    await page.getByRole('button', { name: 'Fix in the workbench' }).click();
    await expect(page.getByRole('heading', { name: 'board of dentistry.csv', level: 1 })).toBeVisible();

    // While another import runs, this one waits.
    const otherImport = await db.transaction();
    expect(await tryImportLock(otherImport)).toBe(true);
    await page.getByRole('button', { name: 'Preview changes' }).click();
    await expect(page.getByText('Added to the queue', { exact: true }).first()).toBeVisible();
    await page.getByRole('button', { name: '1 import waiting' }).click();
    await look('queue 1 an import that waits');
    await page.keyboard.press('Escape');
    await showImports();
    await expect(page.getByRole('region', { name: 'Queue' }).getByText('Waiting')).toBeVisible();
    // New files start on the console's own page.
    await expect(page.getByLabel('CSV file', { exact: true })).toHaveCount(0);
    await look('queue 2 in the list of imports');
    await otherImport.rollback();
    await page.getByRole('button', { name: '1 import needs review' }).click({ timeout: 40_000 });
    await look('queue 3 an import that needs review');
    const queue = page.getByRole('dialog', { name: 'Imports' });
    await queue.getByRole('link', { name: 'Review board of dentistry.csv' }).click();

    await expect(page.getByText('Look again before you import')).toBeVisible();
    await look('preview 1 with warnings');
    await page.getByLabel('Kind of rows').selectOption('refused');
    await expect(page.getByRole('table', { name: 'Refused rows' })).toBeVisible();
    await look('preview 2 refused rows');
    await page.getByLabel(/I've checked the columns/).check();
    await page.getByRole('button', { name: 'Import now' }).click();
    await expect(page.getByRole('heading', { name: 'Results' })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('Import Complete', { exact: true })).toBeHidden({ timeout: 20_000 });
    await look('preview 3 imported');
    await page.getByRole('button', { name: 'Undo this import' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Undo this import?' })).toBeVisible();
    await look('preview 4 undoing');
    await page.getByRole('button', { name: 'Undo the import' }).click();
    await expect(page.getByText(/listings removed/)).toBeVisible({ timeout: 30_000 });
    await look('preview 5 undone');
    await page.evaluate(() => (location.hash = '#/admin/imports/999999'));
    await expect(page.getByRole('heading', { name: "We couldn't show this import" })).toBeVisible();
    await look('preview 6 an import that is gone');

    await showImports();
    await expect(page.getByRole('link', { name: /^Run \d+$/ }).first()).toBeVisible();
    await look('imports 1 past imports');
    await page.getByPlaceholder('File, person, or number...').click();
    await page.getByPlaceholder('File, person, or number...').pressSequentially('zzzz');
    await expect(page.getByText('No imports found')).toBeVisible();
    await look('imports 2 nothing matches');

    // The server of this test watches no folder.
    const showFolder = async (change: Partial<WatchedFolder>) => {
      await page.route(/\/api\/admin\/import-watch$/, (route) =>
        route.fulfill({ json: { ...watchedFolder, ...change } }),
      );
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Watched folder' })).toBeVisible();
    };
    await showFolder({});
    await look('imports 3 a watched folder');
    await showFolder({ problem: 'The server may not read the folder /srv/imports/state boards.' });
    await look('imports 4 a watched folder that can’t be read');
    await page.unroute(/\/api\/admin\/import-watch$/);
    gate.closed = true;
    await page.reload();
    await expect(page.getByText("We couldn't load the imports")).toBeVisible({ timeout: 30_000 });
    await look('imports 5 offline');
    await rm(folder, { recursive: true, force: true });
  },
);
