import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Knex } from 'knex';
import { hashPassword } from '#server/accounts/sign-in/password.ts';
import { expect, open, test } from '../harness/fixtures.ts';

const tag = `Wb${Date.now().toString(36)}`;
const states = ['Massachusets', 'Massachusetts', 'Massachusetts', 'massachusetts', 'MA'];
const list = `Dentist,City,ST,Postal/Zip Code,Telephone Number,Notes\n${Array.from(
  { length: 40 },
  (_, n) =>
    `${tag} Ann Poe ${n},BOSTON,${states[n % states.length]!},02134,61755501${String(n).padStart(2, '0')},n ${n}`,
).join('\n')}\n`;
const csv = (text: string, name: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

const password = 'a long enough password for staff';
async function asAdmin(page: Page, db: Knex): Promise<void> {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  await db('users').insert({ email, name: 'Ada Staff', role: 'admin', password: await hashPassword(password) });
  const answer = await page.request.post('/api/auth/login', { data: { email, password } });
  const { token } = (await answer.json()) as { token: string };
  await page.addInitScript((value) => {
    if (location.protocol.startsWith('http')) localStorage.setItem('auth_token', value);
  }, token);
}

test.use({ viewport: { width: 1440, height: 900 } });

test(
  'operator takes a messy list from the file to the directory',
  { tag: '@path' },
  async ({ page, db, accessible }) => {
    await asAdmin(page, db);
    await open(page, '/admin/imports');
    await page.getByRole('button', { name: 'Check a file first' }).click();
    await page.getByLabel('CSV file', { exact: true }).setInputFiles(csv(list, 'board.csv'));
    await expect(page.getByText('1 column isn’t imported.', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Fix in the workbench' }).click();
    await expect(page).toHaveURL(/\/admin\/imports\/files\/\d+$/);
    const grid = page.getByRole('grid');
    await expect(grid.getByRole('gridcell', { name: `${tag} Ann Poe 0` })).toBeVisible();
    await expect(page.getByLabel('Field for ST')).toHaveValue('state');
    // The column without a field comes first, in amber.
    const heads = page.getByRole('columnheader');
    const colorOf = (at: number) => heads.nth(at).evaluate((head) => getComputedStyle(head).backgroundColor);
    await expect(heads.nth(1)).toContainText('Notes');
    expect(await colorOf(1)).not.toBe(await colorOf(2));
    await accessible('workbench');

    // A field that another column has moves with a notice, and can be given back.
    await page.getByLabel('Field for Notes').selectOption('city');
    await expect(page.getByText('“City” was City and is no longer imported.')).toBeVisible();
    await page.getByRole('button', { name: 'Give it back' }).click();
    await expect(page.getByLabel('Field for City')).toHaveValue('city');

    await page.getByRole('button', { name: 'Fix ST' }).click();
    await page.getByRole('tab', { name: 'Similar' }).click();
    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    await expect(page.getByText('Change 2 values in “ST”')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Redo' }).click();
    await page.reload();
    await expect(page.getByText('Change 2 values in “ST”')).toBeVisible();

    const cell = grid.getByRole('gridcell', { name: `${tag} Ann Poe 0` });
    await cell.dblclick();
    await grid.getByLabel('Cell').fill(`${tag} Zoe Poe`);
    await grid.getByLabel('Cell').press('Enter');
    await expect(grid.getByRole('gridcell', { name: `${tag} Zoe Poe` })).toBeVisible();

    await page.getByRole('button', { name: 'Preview changes' }).click();
    await expect(page).toHaveURL(/\/admin\/imports\/\d+$/);
    await expect(page.getByText(/This file has 40 rows: 40 new/)).toBeVisible();
    const button = page.getByRole('button', { name: 'Import now' });
    await expect(page.getByText(/No row matches a listing in the directory/)).toBeVisible();
    await expect(button).toBeDisabled();
    await page.getByLabel(/I've checked the columns/).check();
    await button.click();
    await expect(page.getByText('Imported 40 rows: 40 new, 0 changed, 0 unchanged.').first()).toBeVisible();
    const added = (await db('dentists').where('name', 'like', `${tag}%`)) as { name: string; state: string }[];
    expect(added.filter(({ state }) => state === 'MA')).toHaveLength(40);
    expect(added.map(({ name }) => name)).toContain(`${tag} Zoe Poe`);
  },
);

test('operator changes a column everywhere and sees it before', async ({ page, db }) => {
  await asAdmin(page, db);
  await open(page, '/admin/imports');
  await page.evaluate(
    (text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    },
    list.replaceAll(',', '\t'),
  );
  await expect(page.getByRole('heading', { name: 'pasted-rows.tsv' })).toBeVisible();
  await page.getByRole('button', { name: 'Fix City' }).click();
  await page.getByRole('tab', { name: 'Change all' }).click();
  await page.getByLabel('Change', { exact: true }).selectOption('title');
  await expect(page.getByText('Changes 40 of 40 rows')).toBeVisible();
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByRole('gridcell', { name: 'Boston' }).first()).toBeVisible();
  await page.getByRole('tab', { name: 'Values' }).click();
  await expect(page.getByRole('checkbox', { name: 'Change Boston' })).toBeVisible();

  // A new column with a fixed value maps itself, and going back to an earlier step removes it again.
  await page.getByRole('button', { name: 'Add column' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a column' });
  await dialog.getByLabel('Name').fill('Gender');
  await dialog.getByLabel('Text in every row').fill('female');
  await dialog.getByRole('button', { name: 'Add column' }).click();
  await expect(page.getByText('Set “Gender” to “female”')).toBeVisible();
  await page.getByRole('button', { name: 'Change “City” to Title Case' }).click();
  await expect(page.getByRole('button', { name: 'Redo', exact: true })).toBeEnabled();

  // Typed text, the open column, and the view survive a reload.
  await page.getByRole('tab', { name: 'Change all' }).click();
  await page.getByLabel('Change', { exact: true }).selectOption('replace');
  await page.getByLabel('Find', { exact: true }).fill('Bos');
  await page.getByRole('button', { name: 'Sort by City' }).click();
  await page.getByRole('gridcell', { name: `${tag} Ann Poe 3`, exact: true }).dblclick();
  await page.getByLabel('Cell', { exact: true }).fill('Half a na');
  await page.reload();
  await expect(page.getByText('You were changing Dentist on line 5 to “Half a na.”')).toBeVisible();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await page.getByRole('tab', { name: 'Change all' }).click();
  await expect(page.getByLabel('Find', { exact: true })).toHaveValue('Bos');
  await expect(page.getByRole('columnheader', { name: /^City/ })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByLabel('Search rows').fill('Poe 39');
  await expect(page.getByRole('gridcell', { name: `${tag} Ann Poe 39` })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: `${tag} Ann Poe 38` })).toHaveCount(0);
});

test('workbench fits a phone', async ({ page, db, accessible }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await asAdmin(page, db);
  await open(page, '/admin/imports');
  await page.getByRole('button', { name: 'Check a file first' }).click();
  await page.getByLabel('CSV file', { exact: true }).setInputFiles(csv(list, 'phone.csv'));
  await page.getByRole('button', { name: 'Fix in the workbench' }).click();
  await expect(page.getByRole('heading', { name: 'phone.csv', level: 1 })).toBeVisible();
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await accessible('workbench on a phone');
});
