import type { Knex } from 'knex';
import { expect, test, type Page } from '../harness/fixtures.ts';

const DAY = 86_400_000;
const today = () =>
  new Date().toLocaleDateString('en-US', { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' });

interface Asked {
  name: string;
  path: string;
  id: number;
}

/** Two listings of one owner, last confirmed long ago. Runs the daily job, and returns the link in its email. */
async function askOwner(
  db: Knex,
  readEmail: (to: string, subject: string) => Promise<string>,
  names: readonly string[],
) {
  const email = `${Math.random().toString(36).slice(2)}@example.com`;
  const [user] = await db('users')
    .insert({ email, name: 'Dr. Ana Silva', emailVerifiedAt: new Date() })
    .returning('id');
  const listings: Asked[] = [];
  for (const name of names) {
    const [row] = await db('dentists')
      .insert({
        name, userId: user.id, phone: '(512) 555-0142', address: '1 Elm St', city: 'Austin', state: 'TX', zipCode: '78701',
        mondayHours: '9:00 AM - 5:00 PM', confirmedAt: new Date(Date.now() - 200 * DAY), updatedAt: new Date(Date.now() - 200 * DAY),
        acceptsInsurance: true,
      })
      .returning('id'); // prettier-ignore
    listings.push({ name, id: row.id, path: `/profile/${row.id}` });
  }
  await db('jobs').insert({ name: 'confirmations.ask-owners', payload: '{}', maxAttempts: 3, runAt: '-infinity' });
  const subject = names.length === 1 ? `Is ${names[0]!} still listed correctly?` : 'Are your 2 listings still correct?';
  const source = await readEmail(email, subject);
  const [link] = /https?:\/\/[^\s"]+\/still-true\?token=[\w.-]+/.exec(source) ?? [];
  return { link: link!, source, listings, userId: user.id as number };
}

const confirmedAt = async (db: Knex, { id }: Asked): Promise<Date> =>
  (await db('dentists').where({ id }).first('confirmedAt')).confirmedAt;

async function shots(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return;
  const size = page.viewportSize();
  for (const width of [390, 768, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  await page.emulateMedia({ colorScheme: null });
  if (size) await page.setViewportSize(size);
}

test(
  'an owner confirms a listing from the email without a login, and patients see the date',
  { tag: '@path' },
  async ({ page, db, readEmail, accessible }) => {
    const { link, source, listings } = await askOwner(db, readEmail, ['Dr. Loop Silva']);
    const [listing] = listings as [Asked];
    expect(source).toContain('Phone: (512) 555-0142');
    expect(source).toContain('New patients: not stated yet');
    await page.goto(listing.path);
    await expect(page.getByText(`Confirmed by the practice on ${today()}.`)).toHaveCount(0);

    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Is this still true?' })).toBeVisible();
    await expect(page.getByText('Mon 9:00 AM – 5:00 PM; Tue to Sun not stated')).toBeVisible();
    await expect(page.getByText('Not stated yet').first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Change something' })).toHaveAttribute(
      'href',
      `/dashboard/listings/${listing.id}/edit`,
    );
    await accessible('the page of the link');
    await shots(page, 'still-true');
    expect(Date.now() - (await confirmedAt(db, listing)).getTime()).toBeGreaterThan(199 * DAY);

    await page.getByRole('button', { name: 'Still true' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Thank you. Dr. Loop Silva is confirmed')).toBeVisible();
    await accessible('the confirmed page');
    await shots(page, 'still-true-done');
    await page.getByRole('link', { name: 'See the profile' }).click();
    await expect(page.getByText(`Confirmed by the practice on ${today()}.`)).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();

    const first = await confirmedAt(db, listing);
    await page.goto(link);
    await expect(page.getByText('Thank you. Dr. Loop Silva is confirmed')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Still true' })).toHaveCount(0);
    expect(await confirmedAt(db, listing)).toEqual(first);
  },
);

test('the link confirms without scripts, and opening it changes nothing', async ({
  browser,
  db,
  readEmail,
  request,
}) => {
  const { link, listings } = await askOwner(db, readEmail, ['Dr. Plain One', 'Dr. Plain Two']);
  const [one, two] = listings as [Asked, Asked];
  const before = [await confirmedAt(db, one), await confirmedAt(db, two)];
  // Mail scanners follow links.
  for (const method of ['GET', 'HEAD'] as const) expect((await request.fetch(link, { method })).status()).toBe(200);
  expect([await confirmedAt(db, one), await confirmedAt(db, two)]).toEqual(before);

  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(link);
  await shots(page, 'still-true-two');
  await page.getByLabel('All of this about Dr. Plain Two is still true').uncheck();
  // The practice's phone changes while the page is open.
  await db('dentists').where({ id: one.id }).update({ phone: '(512) 555-0177' });
  await page.getByRole('button', { name: 'Still true' }).click();
  await expect(page.getByText('Something changed after you opened this page. Please check it again.')).toBeVisible();
  await expect(page.getByText('(512) 555-0177')).toBeVisible();
  expect(await confirmedAt(db, one)).toEqual(before[0]);

  await expect(page.getByLabel('All of this about Dr. Plain Two is still true')).not.toBeChecked();
  await page.getByRole('button', { name: 'Still true' }).click();
  await expect(page.getByText('Thank you. Dr. Plain One is confirmed')).toBeVisible();
  expect(Date.now() - (await confirmedAt(db, one)).getTime()).toBeLessThan(60_000);
  expect(await confirmedAt(db, two)).toEqual(before[1]);
  await page.goto(one.path);
  await expect(page.getByText(`Confirmed by the practice on ${today()}.`)).toBeVisible();
  await context.close();
});

test('a link whose listing has another owner says so', async ({ page, db, readEmail, expectedErrors }) => {
  const { link, listings } = await askOwner(db, readEmail, ['Dr. Sold Silva']);
  await db('dentists').where({ id: listings[0]!.id }).update({ userId: null });
  expectedErrors.push(/400/);
  await page.goto(link);
  await expect(page.getByText('This link is no longer valid', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Still true' })).toHaveCount(0);
});
