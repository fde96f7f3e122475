import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Knex } from 'knex';
import { hashPassword } from '#server/accounts/sign-in/password.ts';
import { expect, open, test } from '../harness/fixtures.ts';

const tag = `Zz${Date.now().toString(36)}`;
const file = (text: string, name = 'listings.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

const header = 'name,phone,city,state,zip,services';
const problems = `${header}
${tag} Ann Poe,617-555-0101,Boston,MA,02134,Veneers
${tag} Ben Ray,call me,Boston,MA,02134,
${tag} Cy Dow,617-555-0103,Boston,Atlantis,02134,
${tag} Di Fox,617-555-0104,Boston,MA,2134,Moon Polish
`;

const password = 'a long enough password for staff';
/** Logs in through the API, which also sets the session cookie. */
async function asAdmin(page: Page, db: Knex, name = 'Ada Staff'): Promise<void> {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  await db('users').insert({ email, name, role: 'admin', password: await hashPassword(password) });
  const answer = await page.request.post('/api/auth/login', { data: { email, password } });
  const { token } = (await answer.json()) as { token: string };
  await page.addInitScript((value) => {
    if (location.protocol.startsWith('http')) localStorage.setItem('auth_token', value);
  }, token);
}

async function drop(page: Page, text: string, name = 'listings.csv'): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([content, title]) => {
      const data = new DataTransfer();
      data.items.add(new File([content!], title!, { type: 'text/csv' }));
      return data;
    },
    [text, name],
  );
  await expect(page.getByRole('button', { name: 'Check a file first' })).toBeEnabled();
  for (const event of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent('body', event, { dataTransfer: transfer });
}

test(
  'admin reviews a file with three problems, fixes the rejected rows, imports, and undoes the import',
  { tag: '@path' },
  async ({ page, db, accessible }) => {
    await asAdmin(page, db);
    await open(page, '/admin/imports');
    await drop(page, problems);

    await expect(page.getByRole('heading', { name: 'listings.csv' })).toBeVisible();
    await expect(page.getByLabel('Field for zip')).toHaveValue('zipCode');
    await page.getByLabel('Refuse rows with unusable cells').check();
    await page.getByRole('button', { name: 'Preview changes' }).click();
    await expect(
      page.getByText(
        'Nothing has been changed yet. This file has 4 rows: 1 new, 0 changed, 0 unchanged. 3 rows were refused.',
      ),
    ).toBeVisible();
    await expect(page.getByRole('row', { name: /This is not a phone number.*Phone.*3/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /not a US state or territory.*State.*4/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /There is no service.*Services.*5/ })).toBeVisible();
    expect(await db('dentists').where('name', 'like', `${tag}%`)).toHaveLength(0);
    await accessible('dry run');

    await page.getByRole('button', { name: 'Import now' }).click();
    await expect(page.getByText('Import Complete', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Results' })).toBeVisible();
    expect(await db('dentists').where('name', 'like', `${tag}%`)).toHaveLength(1);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download refused rows' }).click(),
    ]);
    const refused = await readFile(await download.path(), 'utf8');
    expect(refused.split('\n')).toHaveLength(5);
    expect(refused).toContain(`${tag} Ben Ray,call me,Boston,MA,02134,,Phone: This is not a phone number.`);
    const mended = refused
      .replace('call me', '617-555-0102')
      .replace('Atlantis', 'MA')
      .replace('Moon Polish', 'Veneers');

    await page.getByLabel('CSV file', { exact: true }).setInputFiles(file(mended, 'mended.csv'));
    await expect(page.getByText('Imported 3 rows: 3 new, 0 changed, 0 unchanged.').first()).toBeVisible();
    expect(await db('dentists').where('name', 'like', `${tag}%`)).toHaveLength(4);

    await page.getByRole('button', { name: 'Undo this import' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the import' }).click();
    await expect(page.getByText('Undone by Ada Staff')).toBeVisible();
    await expect(page.getByText('3 listings removed')).toBeVisible();
    expect(await db('dentists').where('name', 'like', `${tag}%`)).toHaveLength(1);
    await expect(page.getByRole('row', { name: /mended\.csv.*Undone.*Ada Staff/ }).first()).toBeVisible();
    await page
      .getByRole('link', { name: /^Run \d+$/ })
      .last()
      .click();
    await expect(page).toHaveURL(/\/admin\/imports\/\d+$/);
    await expect(page.getByRole('region', { name: 'Past imports' })).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await accessible('run page');
  },
);

test("the import button imports without preview, and reports a file it can't read", async ({
  page,
  db,
  expectedErrors,
}) => {
  expectedErrors.push(/422/);
  await asAdmin(page, db);
  await open(page, '/admin/imports');
  await expect(page.getByRole('button', { name: 'Upload & Import CSV File' })).toBeVisible();
  await expect(page.getByText(/You don't need to clear anything first/)).toBeVisible();
  const input = page.getByLabel('CSV file', { exact: true });
  await input.setInputFiles(file(`name,zip\n${tag} Eve Gill,02134\n`));
  await expect(page.getByText('Import Complete', { exact: true })).toBeVisible();
  // The progress shows 100 for two seconds and then disappears.
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await input.setInputFiles(file(`name,zip\n${tag} Eve Gill,nowhere\n`, 'bad.csv'));
  await expect(page.getByText('Import Failed', { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/No row of this file could be imported/).first()).toBeVisible();
  await input.setInputFiles(file(`colour,zip\n${tag} Flo Hart,02134\n`, 'strange.csv'));
  await expect(page.getByText('Which column holds the name of the listing?')).toBeVisible();
  await page.getByLabel('Field for colour').selectOption('name');
  await page.getByRole('button', { name: 'Import without preview' }).click();
  await expect(page.getByText('Imported 1 row: 1 new, 0 changed, 0 unchanged.').first()).toBeVisible();
});

test('admin downloads contacts, exports, and a backup', async ({ page, db }) => {
  await asAdmin(page, db);
  await open(page, '/admin/imports');
  const [contacts] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Contacts CSV' }).click(),
  ]);
  expect(contacts.suggestedFilename()).toMatch(/^dental-practices-\d{4}-\d\d-\d\d\.csv$/);
  expect((await readFile(await contacts.path(), 'utf8')).split('\n')[0]).toMatch(/^id,name,title,specialty/);
  await open(page, '/admin?tab=analytics&sub=exports');
  const [users] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export All Users (CSV)' }).click(),
  ]);
  expect(users.suggestedFilename()).toMatch(/^users-.*\.csv$/);
  await open(page, '/admin?tab=system&sub=security');
  await page.getByRole('button', { name: 'Create Manual Backup' }).click();
  await expect(page.getByText(/just now|a minute ago/)).toBeVisible({ timeout: 15_000 });
  await page.getByRole('link', { name: 'All backups' }).click();
  const [backup] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: /^Download the backup of/ })
      .first()
      .click(),
  ]);
  expect(backup.suggestedFilename()).toMatch(/^enamel-backup-.*\.gz$/);
});
