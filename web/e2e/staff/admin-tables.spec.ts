import { addFilter, rare } from '../harness/admin.ts';
import { expect, open, test } from '../harness/fixtures.ts';

test(
  'a view is saved and shared, and a colleague opens it',
  { tag: '@path' },
  async ({ page, db, signIn, browser, accessible }) => {
    test.setTimeout(90_000);
    const word = rare();
    await db('dentists').insert([
      { name: `Dr. ${word} Ohio`, city: 'Columbus', state: 'OH' },
      { name: `Dr. ${word} Utah`, city: 'Provo', state: 'UT' },
    ]);
    // The page is signed in as the first.
    await signIn({ role: 'admin', name: 'Maria Admin' });
    const colleague = await signIn({ role: 'admin', name: 'Cory Colleague' });
    await open(page, `/admin/listings?q=${word}`);
    await addFilter(page, 'State', 'Ohio');
    await expect(page.getByText('1 listing', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    const columns = page.getByRole('dialog', { name: 'Columns' });
    // The URL holds the view, so the box changes a moment after the click.
    await columns.getByRole('checkbox', { name: 'Specialty' }).click();
    await expect(columns.getByRole('checkbox', { name: 'Specialty' })).not.toBeChecked();
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
      'Updated',
    ]);
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByLabel('Save the current view as').fill(`Ohio ${word}`);
    await page.getByLabel('Share with colleagues').check();
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
    await shared.getByRole('button', { name: new RegExp(`^Ohio ${word}`) }).click();
    await expect(desk).toHaveURL(/state=OH/);
    await expect(desk.getByRole('row', { name: new RegExp(`${word} Ohio`) })).toBeVisible();
    await expect(desk.getByText('State: Ohio')).toBeVisible();
    await context.close();
  },
);

test('a list has rows of two lines on a phone, and fifteen rows on a desk', async ({ page, signIn, accessible }) => {
  await signIn({ role: 'admin' });
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/admin/listings?sort=name');
  const rows = page.getByRole('row').filter({ has: page.getByRole('gridcell') });
  await expect(rows.first()).toBeVisible();
  // The rows are drawn again when the counts arrive, so a row may be gone for a moment.
  await expect
    .poll(async () => {
      const height = (await rows.first().boundingBox())?.height ?? 0;
      return height >= 56 && height <= 72;
    })
    .toBe(true);
  // The name is above the city, in one layout.
  await expect
    .poll(async () => {
      const tops = await rows
        .first()
        .evaluate((row) =>
          [...row.querySelectorAll('td')]
            .filter((cell) => cell.offsetWidth > 0)
            .map((cell) => Math.round(cell.getBoundingClientRect().top)),
        );
      return tops.length >= 4 && tops[2]! > tops[1]! + 15;
    })
    .toBe(true);
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

test('the palette finds a listing by phone and its owner by name, and ? lists the shortcuts', async ({
  page,
  db,
  signIn,
  accessible,
}) => {
  const word = rare();
  await signIn({ role: 'admin', name: 'Maria Admin' });
  const owner = await signIn({ name: `Olive ${word}` });
  await db('dentists').insert({
    name: `Dr. ${word}`,
    city: 'Austin',
    state: 'TX',
    phone: '(512) 555-0147',
    userId: owner.userId,
  });
  await open(page, '/admin/users');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('512 555 0147');
  await expect(page.getByRole('option', { name: new RegExp(`Dr. ${word}`) })).toBeVisible();
  await accessible('results of the palette');
  await page.getByRole('combobox').fill(word.toLowerCase());
  await expect(page.getByRole('group', { name: 'People' })).toContainText(`Olive ${word}`);
  await page.getByRole('option', { name: new RegExp(`Dr. ${word}`) }).click();
  await expect(page.getByRole('dialog', { name: `Dr. ${word}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('?');
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(shortcuts.getByText('Select the row')).toBeVisible();
  await accessible('the shortcuts');
});
