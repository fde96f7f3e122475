import { tableShapes } from '#shared/tables/table-list.ts';
import type { TableShape } from '#shared/tables/table-shape.ts';
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

const screens: Record<keyof typeof tableShapes, string> = {
  listings: '/admin/listings',
  users: '/admin/users',
  audit: '/admin/audit',
  articles: '/admin/topics',
  messages: '/admin/messages',
  problems: '/admin/problems',
  privacy: '/admin/privacy',
  newListings: '/admin/new-listings',
  reviews: '/admin/reviews',
  callList: '/admin/data-health/calls',
  appointments: '/admin/appointments',
  subscriptions: '/admin/subscriptions',
  imports: '/admin/imports',
  claims: '/admin?tab=claims&layout=table',
};

test('every list has rows of two lines on a phone, and all of its columns on a desk', async ({ page, signIn }) => {
  test.setTimeout(180_000);
  await signIn({ role: 'admin', name: 'Maria Admin' });
  const sample = { text: 'Some words', number: 3, flag: true, time: '2026-03-01T12:00:00Z', money: 9_900 };
  await page.route('**/api/admin/tables/*/rows*', (route) => {
    const [, name] = /tables\/(\w+)\/rows/.exec(route.request().url())!;
    const { columns }: TableShape = tableShapes[name as keyof typeof tableShapes];
    const cells = Object.entries(columns).map(([id, { kind }]) => [id, sample[kind]]);
    const rows = [1, 2, 3].map((id) => ({
      ...Object.fromEntries(cells),
      id,
      about: 'listing 1',
      action: 'listing.edited',
    }));
    return route.fulfill({ json: { rows, before: null, after: null } });
  });
  for (const [name, path] of Object.entries(screens)) {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, path);
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('gridcell') })
      .first();
    await expect(row, name).toBeVisible();
    // The checkbox and buttons stand next to both lines.
    const lines = () =>
      row.evaluate((one) => {
        const cells = [...one.querySelectorAll('td')].filter(
          (cell) =>
            cell.offsetWidth > 0 &&
            getComputedStyle(cell).position !== 'absolute' &&
            cell.getBoundingClientRect().top < one.getBoundingClientRect().bottom - 6,
        );
        return new Set(cells.map((cell) => Math.round(cell.getBoundingClientRect().top))).size;
      });
    await expect.poll(lines, { message: name }).toBe(2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(390);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(lines, { message: name }).toBe(1);
    const box = page
      .getByRole('region')
      .filter({ has: page.getByRole('row') })
      .last();
    expect(await box.evaluate((one) => one.scrollWidth - one.clientWidth), `${name} is cut off`).toBe(0);
  }
});
