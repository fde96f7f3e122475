import { setTimeout } from 'node:timers/promises';
import { addListing, rare } from '../harness/admin.ts';
import { expect, open, test, type Page } from '../harness/fixtures.ts';
import { paid, shot, unclaimed } from '../harness/practices.ts';

const editor = async (page: Page, id: number) => {
  await open(page, `/dashboard/listings/${id}/edit`);
  await page.getByRole('button', { name: 'Edit doctor' }).click();
  await page.getByLabel('Phone').waitFor();
};
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

test('two tabs editing one listing lose no input and overwrite no saved change without notice', async ({
  page,
  context,
  db,
  signIn,
  accessible,
  expectedErrors,
}) => {
  expectedErrors.push(/status of (401|404|409)/, /ERR_INTERNET_DISCONNECTED/);
  const { userId, token } = await signIn({ ...paid, name: 'Iris Long' });
  const { id } = await unclaimed(db);
  await db('dentists').where({ id }).update({ userId });
  const row = () => db('dentists').where({ id }).first();
  await editor(page, id);
  const other = await context.newPage();
  await other.goto('/about');
  await other.evaluate((value) => localStorage.setItem('auth_token', value), token);
  await editor(other, id);

  // A double click on a slow network sends one request.
  let requests = 0;
  await other.route('**/api/**', async (route) => {
    if (route.request().method() === 'PUT') {
      requests++;
      await setTimeout(1000);
    }
    await route.continue();
  });
  await other.getByLabel('Phone').fill('(512) 555-0111');
  await other.getByLabel('Languages').fill('Dutch');
  await save(other).dblclick();
  await expect(other.getByText('Your practice information has been updated.').first()).toBeVisible();
  expect(requests).toBe(1);
  expect(await db('listingHistory').where({ dentistId: id, field: 'phone' })).toHaveLength(1);

  await page.getByLabel('Phone').fill('(512) 555-0122');
  await page.getByLabel('Website').fill('https://iris.example.com');
  await page.getByLabel('Website').press('Enter');
  const told = page.getByRole('alert').filter({ hasText: 'You changed this in another window' });
  await expect(told).toContainText('Theirs: (512) 555-0111');
  await expect(told).toContainText('Yours: (512) 555-0122');
  await expect(told).toContainText('Now: Dutch');
  await expect(page.getByLabel('Phone')).toHaveValue('(512) 555-0122');
  expect((await row()).website).toBeNull();
  await shot(page, 'changed-meanwhile');
  await accessible('changed meanwhile');
  await told.getByRole('button', { name: 'Use theirs' }).click();
  await expect(page.getByLabel('Phone')).toHaveValue('(512) 555-0111');
  await expect(page.getByLabel('Languages')).toHaveValue('Dutch');
  await expect(page.getByLabel('Website')).toHaveValue('https://iris.example.com');
  await save(page).click();
  await expect.poll(async () => (await row()).website).toBe('https://iris.example.com');

  // The form keeps its input without a connection, and then without a session.
  await page.getByRole('button', { name: 'Edit doctor' }).click();
  await page.getByLabel('Specialty').fill('Orthodontics');
  await context.setOffline(true);
  await save(page).click();
  await expect(page.getByText('You seem to be offline.').first()).toBeVisible();
  await context.setOffline(false);
  await other.evaluate(() => localStorage.removeItem('auth_token'));
  await expect(page).toHaveURL(/\/auth\?next=/);
  await other.evaluate((value) => localStorage.setItem('auth_token', value), token);
  await expect(page.getByLabel('Specialty')).toHaveValue('Orthodontics');
  await expect(page.getByText('Your unsaved changes are back')).toBeVisible();

  await db('dentists').where({ id }).update({ deletedAt: new Date() });
  await save(page).click();
  await expect(page.getByRole('alert').filter({ hasText: "We couldn't find this listing." })).toBeVisible();
  await expect(page.getByLabel('Specialty')).toHaveValue('Orthodontics');
});

test(
  "two admins editing one record see each other's changes",
  { tag: '@path' },
  async ({ page, browser, db, signIn, expectedErrors }) => {
    expectedErrors.push(/status of 409/);
    const word = rare();
    const id = await addListing(db, { name: `Dr. ${word}`, bio: 'First' });
    const { token } = await signIn({ role: 'admin', name: 'Maria Long' });
    const first = { authorization: `Bearer ${token}` };
    const colleague = await browser.newContext();
    const put = (path: string, data: object) => colleague.request.put(path, { data, headers: first });

    await open(page, `/admin/listings?q=${word}`);
    await page.getByRole('row', { name: new RegExp(word) }).click();
    const sheet = page.getByRole('dialog', { name: `Dr. ${word}` });
    await sheet.getByLabel('About').fill('Mine');
    await put(`/api/admin/listings/${id}`, { bio: 'Theirs', phone: '(512) 555-0111' });
    // A refetch doesn't discard the input.
    await sheet.getByRole('button', { name: 'Verify', exact: true }).click();
    await expect(sheet.getByRole('button', { name: 'Remove verification' })).toBeVisible();
    await expect(sheet.getByLabel('About')).toHaveValue('Mine');
    await sheet.getByRole('button', { name: 'Save changes' }).click();
    await expect(sheet.getByRole('alert')).toContainText('Theirs: Theirs');
    await sheet.getByRole('button', { name: 'Save mine instead' }).click();
    await expect.poll(async () => (await db('dentists').where({ id }).first()).bio).toBe('Mine');
    await expect(sheet.getByLabel('Phone')).toHaveValue('(512) 555-0111');

    const article = { title: `On ${word}`, content: 'Text', topicId: 'oral-health' };
    const made = await colleague.request.post('/api/admin/articles', { data: article, headers: first });
    const { id: articleId } = (await made.json()) as { id: number };
    await open(page, `/admin/topics?edit=${articleId}`);
    const dialog = page.getByRole('dialog', { name: 'Edit Article' });
    await dialog.getByLabel('Title').fill(`More on ${word}`);
    await put(`/api/admin/articles/${articleId}`, { content: 'Another text' });
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Now: Another text');
    await dialog.getByRole('button', { name: 'Save mine too' }).click();
    await expect(dialog).toBeHidden();
    const stored = await db('articles').where({ id: articleId }).first();
    expect([stored.title, stored.content]).toEqual([`More on ${word}`, 'Another text']);
    await colleague.close();
  },
);
