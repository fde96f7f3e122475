import { addListing, rare } from '../harness/admin.ts';
import { expect, open, test, type Page } from '../harness/fixtures.ts';

const DAY = 86_400_000;

async function shots(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return;
  for (const width of [390, 768, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${colorScheme}.png` });
    }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize({ width: 1280, height: 900 });
}

test('staff call the most viewed unconfirmed practices, and record what they said', async ({
  page,
  db,
  signIn,
  accessible,
}) => {
  test.setTimeout(90_000);
  const word = rare();
  const listing = { state: 'TX', city: 'Austin', confirmedAt: new Date(Date.now() - 120 * DAY) };
  const reported = await addListing(db, { ...listing, name: `Dr. ${word} Reported`, phone: '(512) 555-0161' });
  const viewed = await addListing(db, { ...listing, name: `Dr. ${word} Viewed`, phone: '(512) 555-0162' });
  const day = new Date(Date.now() - 3 * DAY).toISOString().slice(0, 10);
  await db('insightListings').insert([
    { dentistId: reported, day, action: 'view', n: 2 },
    { dentistId: viewed, day, action: 'view', n: 99_999 },
  ]);
  await db('listingProblems').insert({ dentistId: reported, about: 'phone', message: 'Wrong', createdAt: new Date() });
  await db('jobs').insert({ name: 'confirmations.call-list', payload: '{}', maxAttempts: 3, runAt: '-infinity' });
  await expect.poll(() => db('callList').where({ dentistId: viewed }).first()).toBeDefined();

  await signIn({ role: 'reviewer' });
  await open(page, '/admin/data-health');
  await expect(page.getByRole('heading', { name: 'Confirmed within 90 days' })).toBeVisible();
  await expect(page.getByRole('row', { name: /^California/ })).toBeVisible();
  await accessible('data health');
  await shots(page, 'data-health');
  await page.getByRole('link', { name: 'Call list' }).click();
  const rows = page.getByRole('row', { name: new RegExp(word) });
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText('1 open report: phone number');
  await expect(rows.nth(1)).toContainText('99,999');
  await expect(rows.nth(1).getByRole('link', { name: '(512) 555-0162' })).toHaveAttribute('href', 'tel:5125550162');
  await accessible('the call list');
  await shots(page, 'call-list');

  await rows.nth(1).getByText(`Dr. ${word} Viewed`).click();
  const sheet = page.getByRole('dialog', { name: `Dr. ${word} Viewed` });
  await sheet.getByLabel('Phone').fill('(512) 555-0163');
  await sheet.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(async () => (await db('dentists').where({ id: viewed }).first()).phone).toBe('(512) 555-0163');
  await sheet.getByRole('button', { name: 'Confirmed by phone' }).click();
  await accessible('the question');
  await shots(page, 'confirmed-by-phone');
  await page.getByRole('button', { name: 'It confirmed by phone' }).click();
  await expect(page.getByText('The confirmation was recorded.', { exact: true })).toBeVisible();
  const { confirmedAt } = await db('dentists').where({ id: viewed }).first();
  expect(Date.now() - confirmedAt.getTime()).toBeLessThan(60_000);
  await page.keyboard.press('Escape');
  await expect(rows).toHaveCount(1);
  await page.goto(`/profile/${viewed}`);
  await expect(page.getByText(/^Checked by our staff on /)).toBeVisible();
});

test('About says how many listings were confirmed within 90 days, and changes at once', async ({
  page,
  db,
  accessible,
}) => {
  const count = async () =>
    Number(
      (
        await db('dentists')
          .whereNull('deletedAt')
          .where('confirmedAt', '>=', new Date(Date.now() - 90 * DAY))
          .count('* as n')
      )[0]!.n,
    );
  const total = Number((await db('dentists').whereNull('deletedAt').count('* as n'))[0]!.n);
  const sentence = (n: number, of: number) =>
    `Practices confirmed ${n.toLocaleString('en-US')} of ${of.toLocaleString('en-US')} listings within the last 90 days. Each profile shows the date.`;
  await open(page, '/about');
  const before = await count();
  if (before > 0) await expect(page.getByText(sentence(before, total))).toBeVisible();
  await addListing(db, { name: `Dr. ${rare()} About`, state: 'TX', confirmedAt: new Date() });
  await open(page, '/about');
  await expect(page.getByText(sentence(before + 1, total + 1))).toBeVisible();
  await accessible('about');
  await shots(page, 'about');
  const move = (sign: '+' | '-') =>
    db.raw(
      `update dentists set confirmed_at = confirmed_at ${sign} interval '50 years' where confirmed_at is not null`,
    );
  await move('-');
  try {
    await open(page, '/about');
    await expect(page.getByText('No practice has confirmed its listing within the last 90 days.')).toBeVisible();
  } finally {
    await move('+');
  }
});
