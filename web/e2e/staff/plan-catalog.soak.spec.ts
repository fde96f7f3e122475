import { addListing, rare } from '../harness/admin.ts';
import { expect, open, test } from '../harness/fixtures.ts';

test('staff rename, merge, and retire an insurance plan, and patients see each change', async ({
  page,
  db,
  signIn,
  browser,
  accessible,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  test.setTimeout(180_000);
  const word = rare();
  const id = await addListing(db, { name: `Dr. ${word}`, insurancePlans: 'Nippon Life', acceptsInsurance: true });
  const visitor = await browser.newPage();
  const shows = async (name: string, isShown = true) => {
    await visitor.goto(`/profile/${id}`);
    await expect(visitor.getByRole('link', { name, exact: true })).toHaveCount(isShown ? 1 : 0);
  };
  const option = (name: string) => visitor.getByLabel('Insurance plan').getByRole('option', { name, exact: true });
  await shows('Nippon Life');
  await signIn({ role: 'admin', name: 'Maria Admin' });
  await open(page, '/admin/catalog?list=insurance-plans&q=nippon');
  await accessible('insurance plans');

  await page.getByRole('button', { name: 'Rename Nippon Life' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Aetna Dental');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is already a name of “Aetna.” Merge the two instead.')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Rising Sun');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Rising Sun', { exact: true })).toBeVisible();
  await shows('Rising Sun');
  await visitor.getByRole('link', { name: 'Rising Sun' }).click();
  await expect(visitor.getByRole('link', { name: 'Remove Takes Rising Sun' })).toBeVisible();

  // A merge is undone from its toast.
  await page.getByRole('button', { name: 'Merge Rising Sun' }).click();
  await page.getByLabel('Merge into').fill('Unu');
  await page.getByRole('option', { name: 'Unum' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
  await expect(page.getByText('Part of Unum')).toBeVisible();
  await shows('Unum');
  await visitor.goto('/directory?plan=nippon-life');
  await expect(visitor.getByText('Takes Unum')).toBeVisible();
  await expect(option('Rising Sun')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Part of Unum')).toHaveCount(0);
  await shows('Rising Sun');

  await page.getByRole('button', { name: 'Retire Rising Sun' }).click();
  await page.getByRole('button', { name: 'Retire it' }).click();
  await expect(page.getByText('Retired', { exact: true })).toBeVisible();
  await shows('Rising Sun', false);
  await page.getByRole('button', { name: 'Offer Rising Sun again' }).click();
  await expect(page.getByRole('button', { name: 'Retire Rising Sun' })).toBeVisible();
  await shows('Rising Sun');

  await page.getByRole('button', { name: 'Add plan' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(`Plan ${word}`);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Owners can now choose “Plan ${word}.”`, { exact: true })).toBeVisible();
  await visitor.goto('/directory');
  await expect(option(`Plan ${word}`)).toHaveCount(1);
});
