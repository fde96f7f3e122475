import type { Locator, Page } from '@playwright/test';
import { addFilter, rare } from './admin.ts';
import { expect, open, test } from './fixtures.ts';

/** Presses Tab, or Shift+Tab, until this control has the focus. */
async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await control.waitFor();
  for (let n = 0; n < 60; n++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error('This control can’t be reached with the keyboard.');
}

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

test('a view is saved and shared, and a colleague opens it', async ({ page, db, signIn, browser, accessible }) => {
  test.setTimeout(90_000);
  const word = rare();
  await db('dentists').insert([
    { name: `Dr. ${word} Ohio`, city: 'Columbus', state: 'OH' },
    { name: `Dr. ${word} Utah`, city: 'Provo', state: 'UT' },
  ]);
  const colleague = await signIn({ role: 'admin', name: 'Cory Colleague' });
  await signIn({ role: 'admin', name: 'Maria Admin' });
  await open(page, `/admin/listings?q=${word}`);
  await addFilter(page, 'State', 'Ohio');
  await expect(page.getByText('1 listing', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  const columns = page.getByRole('dialog', { name: 'Columns' });
  await columns.getByLabel('Specialty').uncheck();
  await columns.getByRole('button', { name: 'Move State up' }).click();
  await accessible('the columns of a list');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader')).toHaveText([
    '',
    'Name',
    'State',
    'City',
    'Phone',
    'Owner',
    'Standing',
    'Plan',
    'Updated',
  ]);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByLabel('Save the current view as').fill(`Ohio ${word}`);
  await page.getByLabel('Share with all admins').check();
  await page.getByRole('button', { name: 'Save this view' }).click();
  await expect(page.getByRole('button', { name: `Saved views, Ohio ${word}` })).toBeVisible();
  await accessible('the saved views');

  const context = await browser.newContext();
  const desk = await context.newPage();
  await desk.addInitScript((token) => localStorage.setItem('auth_token', token), colleague.token);
  await open(desk, '/admin/listings');
  await desk.getByRole('button', { name: 'Saved views' }).click();
  const shared = desk.getByRole('list', { name: 'Shared views' });
  await expect(shared.getByText('Maria Admin').first()).toBeVisible();
  await shared.getByRole('button', { name: new RegExp(`Ohio ${word}`) }).click();
  await expect(desk).toHaveURL(/state=OH/);
  await expect(desk.getByRole('row', { name: new RegExp(`${word} Ohio`) })).toBeVisible();
  await expect(desk.getByText('State: Ohio')).toBeVisible();
  await context.close();
});

test('a list has rows of two lines on a phone, and fifteen rows on a desk', async ({ page, signIn, accessible }) => {
  await signIn({ role: 'admin' });
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/admin/listings?sort=name');
  const rows = page.getByRole('row').filter({ has: page.getByRole('gridcell') });
  await expect(rows.first()).toBeVisible();
  const box = (await rows.first().boundingBox())!;
  expect(box.height).toBeGreaterThanOrEqual(56);
  expect(box.height).toBeLessThanOrEqual(72);
  const cells = rows.first().getByRole('gridcell');
  const [name, city] = [(await cells.nth(1).boundingBox())!, (await cells.nth(3).boundingBox())!];
  expect(city.y).toBeGreaterThan(name.y + 15);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await accessible('a list on a phone');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect
    .poll(async () => {
      const inside = await rows.evaluateAll((all) => {
        const scroll = all[0]!.closest('[role=region]')!.getBoundingClientRect();
        return all.filter((one) => one.getBoundingClientRect().bottom <= Math.min(scroll.bottom, innerHeight)).length;
      });
      return inside;
    })
    .toBeGreaterThanOrEqual(15);
});
