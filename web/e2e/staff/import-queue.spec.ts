import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { hashPassword } from '#server/accounts/sign-in/password.ts';
import { saveRecipe } from '#server/bulk/recipe/queries-recipes.ts';
import { expect, open, test } from '../harness/fixtures.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';

const list = (tag: string, rows: number) =>
  `name,city,state,zipCode\n${Array.from({ length: rows }, (_, n) => `Dr. ${tag} ${n},Boston,MA,02118\n`).join('')}`;

test.use({ viewport: { width: 1440, height: 900 } });

async function openAsAdmin(browser: Browser, server: TestServer, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const [email, password] = [`${randomBytes(6).toString('hex')}@example.com`, 'a long enough password for staff'];
  await server.db('users').insert({ email, name: 'Ada Staff', role: 'admin', password: await hashPassword(password) });
  const answer = await page.request.post('/api/auth/login', { data: { email, password } });
  const { token } = (await answer.json()) as { token: string };
  await page.addInitScript((value) => localStorage.setItem('auth_token', value), token);
  await open(page, path);
  return page;
}

test('files dropped together are previewed in turn, and the queue follows on every page', async ({
  browser,
  accessible,
}) => {
  test.setTimeout(240_000);
  const server = await startTestServer();
  try {
    const page = await openAsAdmin(browser, server, '/admin/imports');
    const files = ['north.csv', 'south.csv', 'west.csv'].map((name) => ({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(list(name, 12)),
    }));
    await page.getByLabel('CSV file', { exact: true }).setInputFiles(files);
    await expect(page.getByText('3 files added to the queue', { exact: true })).toBeVisible();
    const queue = page.getByRole('region', { name: 'Queue' });
    await expect(queue.getByRole('link', { name: 'Review west.csv' })).toBeVisible({ timeout: 30_000 });
    await accessible('import queue', page);

    const chip = page.getByRole('button', { name: '3 imports need review' });
    await open(page, '/admin/listings');
    await page.reload();
    await chip.click();
    await expect(page.getByRole('dialog', { name: 'Imports' }).getByText('south.csv')).toBeVisible();
    await page.getByRole('link', { name: 'Review south.csv' }).click();
    await page.getByRole('button', { name: 'Import now' }).click();
    await expect(page.locator('#content').getByText(/Imported 12 rows: 12 new/)).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole('button', { name: '2 imports need review' })).toBeVisible();
    await page.context().close();
  } finally {
    await server.stop();
  }
});

test('staff set how the watched folder is read, and a file that arrives shows on every page', async ({
  browser,
  accessible,
}) => {
  test.setTimeout(240_000);
  const folder = await mkdtemp(join(tmpdir(), 'enamel-watched-'));
  const server = await startTestServer({ env: { IMPORT_WATCH_DIR: folder } });
  try {
    await saveRecipe(server.db, {
      name: 'State board',
      steps: [],
      mapping: { Who: 'name', Town: 'city', ST: 'state', Code: 'zipCode' },
      format: { headerLine: 3, delimiter: '|' },
      at: new Date(),
    });
    const page = await openAsAdmin(browser, server, '/admin/imports');
    const card = page.getByRole('region', { name: 'Watched folder' });
    await expect(card.getByText(folder)).toBeVisible();
    await expect(card.getByText('Reads files as they arrive.', { exact: false })).toBeVisible();
    await card.getByLabel('When').selectOption('daily');
    await card.getByLabel('At', { exact: true }).fill('');
    await card.getByRole('button', { name: 'Save' }).click();
    await expect(card.getByText('Enter a time, such as 02:00.')).toBeVisible();
    await card.getByLabel('At', { exact: true }).fill('03:15');
    await card.getByLabel('Time zone').selectOption('America/Chicago');
    await card.getByLabel('Recipe').selectOption('State board');
    await card.getByRole('button', { name: 'Save' }).click();
    await expect(card.getByText(/Reads next on .*\./)).toBeVisible();
    await accessible('watched folder', page);
    await page.reload();
    await expect(card.getByLabel('At', { exact: true })).toHaveValue('03:15');
    await expect(card.getByLabel('Recipe')).toHaveValue('State board');
    await card.getByLabel('When').selectOption('arrival');
    await card.getByLabel('What happens').selectOption('preview');
    await card.getByRole('button', { name: 'Save' }).click();
    await expect(card.getByText('Reads files as they arrive.', { exact: false })).toBeVisible();

    // No request of this page starts the import, so its chip has to notice it.
    await open(page, '/admin/listings');
    const rows = Array.from({ length: 5 }, (_, n) => `Dr. Watched ${n}|Boston|MA|02118\n`).join('');
    await writeFile(join(folder, 'board.txt'), `State board\nActive licenses\nWho|Town|ST|Code\n${rows}`);
    const chip = page.getByRole('button', { name: '1 import needs review' });
    await expect(chip).toBeVisible({ timeout: 60_000 });
    await chip.click();
    await page.getByRole('link', { name: 'Review board.txt' }).click();
    await expect(page.getByText(/This file has 5 rows: 5 new/)).toBeVisible();
    await page.getByRole('button', { name: 'Import now' }).click();
    await expect(page.locator('#content').getByText(/Imported 5 rows: 5 new/)).toBeVisible({ timeout: 20_000 });
    await expect.poll(() => readdir(join(folder, 'done')).catch(() => []), { timeout: 30_000 }).toEqual(['board.txt', 'board.txt.txt']); // prettier-ignore
    expect(await readFile(join(folder, 'done/board.txt.txt'), 'utf8')).toContain('Imported 5 rows: 5 new');
    await page.context().close();
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
