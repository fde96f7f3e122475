import { addFilter, addListing, rare } from '../harness/admin.ts';
import { expect, open, test } from '../harness/fixtures.ts';

test('admin searches and filters the audit log, and the URL keeps the search', async ({
  page,
  db,
  signIn,
  accessible,
}) => {
  const word = rare();
  const id = await addListing(db, { name: `Dr. ${word}`, phone: '(512) 555-0191' });
  const { token, email } = await signIn({ role: 'admin', name: `Maria ${word}` });
  const headers = { authorization: `Bearer ${token}` };
  const change = await page.request.put(`/api/admin/listings/${id}`, { headers, data: { phone: '(512) 555-0192' } });
  expect(change.status()).toBe(200);
  expect(
    (await page.request.post(`/api/admin/listings/${id}/verify`, { headers, data: { verified: true } })).status(),
  ).toBe(200);
  await open(page, '/admin/audit');
  await page.getByLabel('Search entries').fill('555-0192');
  const row = page.getByRole('row', { name: /Edited listing: Dr\./ }).filter({ hasText: word });
  await expect(row).toBeVisible();
  await expect(page.getByRole('row', { name: /Verified listing/ })).toHaveCount(0);
  // Filter by person.
  await page.getByLabel('Search entries').fill(email);
  await expect(page.getByText('2 entries', { exact: true })).toBeVisible();
  await addFilter(page, 'About', 'Article');
  await expect(page.getByText('No entries found')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the filter About: Article' }).click();
  await addFilter(page, 'About', 'Listing');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Add a filter' });
  await panel.getByLabel('Filter by').selectOption({ label: 'When' });
  await panel.getByLabel('To', { exact: true }).fill('2020-01-01');
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('No entries found')).toBeVisible();
  await page.getByRole('button', { name: /^Remove the filter When until/ }).click();
  await page.reload();
  await expect(page.getByText('2 entries', { exact: true })).toBeVisible();
  await row.getByText(`Maria ${word}`, { exact: true }).click();
  const sheet = page.getByRole('dialog', { name: `Edited listing: Dr. ${word}` });
  await expect(sheet.getByText('− (512) 555-0191')).toBeVisible();
  await expect(sheet.getByText('+ (512) 555-0192')).toBeVisible();
  await expect(sheet.getByText(email, { exact: false })).toBeVisible();
  await accessible('an entry of the audit log');
});
