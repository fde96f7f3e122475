import { rare, tabTo } from '../harness/admin.ts';
import { expect, open, test } from '../harness/fixtures.ts';

test('300 listings are verified and restored by keyboard alone', async ({ page, db, signIn, accessible }) => {
  test.setTimeout(120_000);
  const word = rare();
  await db('dentists').insert(
    Array.from({ length: 300 }, (_, n) => ({
      name: `Dr. ${word} ${String(n).padStart(3, '0')}`,
      city: 'Austin',
      state: 'TX',
    })),
  );
  const verified = async () =>
    Number(
      (await db('dentists').where('name', 'like', `Dr. ${word} %`).where({ isVerified: true }).count('id as n'))[0]!.n,
    );
  await signIn({ role: 'admin', name: 'Maria Admin' });
  await open(page, `/admin/listings?q=${word}&sort=name`);
  await expect(page.getByText('1–100 of 300 listings')).toBeVisible();

  // J enters the list, X selects, Shift+J extends, Ctrl+A selects the page.
  const row = (n: number) => page.getByRole('row', { name: new RegExp(`Dr. ${word} ${String(n).padStart(3, '0')}`) });
  await page.keyboard.press('j');
  await expect(row(0)).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+J');
  await page.keyboard.press('Shift+J');
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.keyboard.press('k');
  await expect(row(2)).toBeFocused();
  await page.keyboard.press('Control+a');
  await expect(page.getByText('100 selected')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Select all 300 listings' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('All 300 selected')).toBeVisible();
  await accessible('a selection');

  await tabTo(page, page.getByRole('button', { name: 'Change' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Mark as verified' })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Verify 300 listings?' });
  expect(await verified()).toBe(0);
  await tabTo(page, dialog.getByRole('button', { name: 'Verify 300 listings' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('300 listings changed')).toBeVisible({ timeout: 40_000 });
  expect(await verified()).toBe(300);
  await tabTo(page, page.getByRole('button', { name: 'Undo', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('300 listings restored')).toBeVisible({ timeout: 40_000 });
  expect(await verified()).toBe(0);

  // Sorting by the header, the last page, and Enter on a row.
  await tabTo(page, page.getByRole('columnheader', { name: 'Name' }).getByRole('button'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
  await expect(row(299)).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Last page' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('201–300 of 300 listings')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('End');
  await expect(row(0)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: `Dr. ${word} 000` })).toBeVisible();
});
