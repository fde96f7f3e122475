import { expect, open, test, type Page } from '../harness/fixtures.ts';

const pat = { name: 'Pat Jones', email: 'pat.jones@example.com', category: 'billing' };
const selected = (page: Page) => page.getByRole('article', { name: 'Selected item' });

test.beforeEach(async ({ db }) => {
  for (const table of ['contactMessages', 'privacyRequests', 'listingProblems']) await db(table).delete();
});

test(
  'staff go from Home to what is due and finish it by keyboard',
  { tag: '@path' },
  async ({ page, signIn, db, accessible }) => {
    const [listing] = await db('dentists').select('id', 'name').where({ id: 1 });
    const createdAt = new Date(Date.now() - 3 * 86_400_000);
    await db('listingProblems').insert([
      { dentistId: listing.id, about: 'phone', message: 'The number is disconnected.', createdAt },
      { dentistId: listing.id, about: 'hours', message: 'Closed on Fridays.', createdAt: new Date() },
    ]);
    const { userId } = await signIn({ role: 'admin', name: 'Maria Admin' });
    await open(page, '/admin');
    await expect(page).toHaveTitle(/^Home/);
    const rail = page.getByRole('navigation', { name: 'Admin Panel' });
    await expect(rail.getByRole('link', { name: 'Reported problems 2 open' })).toBeVisible();
    await accessible('Home');
    await page.setViewportSize({ width: 1440, height: 900 });
    const doors = page.getByRole('complementary', { name: 'Admin panel' }).getByRole('navigation').getByRole('link');
    expect(await doors.count()).toBe(16);
    for (const door of await doors.all()) await expect(door).toBeInViewport({ ratio: 1 });
    // A list that continues below fades its last entry.
    expect(await rail.evaluate(({ parentElement: list }) => list!.scrollHeight - list!.clientHeight)).toBe(0);

    const due = page.getByRole('link', { name: '2 reported problems' });
    await due.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Reported problems' })).toBeVisible();
    // The oldest comes first.
    await expect(page.getByRole('row').nth(1)).toContainText('The number is disconnected.');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/item=\d+/);
    await expect(selected(page)).toContainText('The number is disconnected.');
    await page.keyboard.press('a');
    await expect(selected(page).getByRole('combobox', { name: 'Assigned to' })).toHaveValue(String(userId));
    await page.keyboard.press('n');
    await page.keyboard.type('Called the practice.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(selected(page).getByRole('region', { name: 'Staff notes' })).toContainText('Called the practice.');
    await accessible('an inbox');
    await page.locator('main').focus();
    await page.keyboard.press('e');
    await expect(selected(page)).toContainText('Closed on Fridays.');
    await expect(rail.getByRole('link', { name: 'Reported problems 1 open' })).toBeVisible();
    await expect.poll(() => db('listingProblems').orderBy('createdAt').pluck('status')).toEqual(['resolved', 'open']);

    await page.keyboard.press('s');
    await page.getByRole('menuitem', { name: 'For a week' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible();
    await page.getByRole('radio', { name: 'Snoozed' }).click();
    await page.getByRole('row').filter({ hasText: 'Closed on Fridays.' }).click();
    await expect(selected(page)).toContainText('Closed on Fridays.');
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
    await expect(page.getByRole('link', { name: /\d reported problem/ })).toHaveCount(0);
    await expect(rail.getByRole('link', { name: 'Reported problems', exact: true })).toBeVisible();
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a message is found from the menu, answered by email, and closed', async ({ page, signIn, db, readEmail }) => {
    await db('contactMessages').insert([
      {
        ...pat,
        subject: 'Charged twice',
        message: 'My card was charged twice.',
        createdAt: new Date(Date.now() - 60_000),
      },
      { ...pat, name: 'Bo', email: 'bo@example.com', subject: 'Thanks', message: 'Great site.', createdAt: new Date() },
    ]);
    await signIn({ role: 'reviewer', name: 'Rita Reviewer' });
    await open(page, '/admin');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Messages 2 open' }).click();
    await expect(selected(page)).toBeHidden();
    await page.getByRole('link', { name: /Charged twice/ }).click();
    await expect(selected(page)).toContainText('My card was charged twice.');
    await page.getByLabel('Reply to Pat Jones').fill('We refunded one charge.');
    // The text survives a look at the list.
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await page.getByRole('link', { name: /Charged twice/ }).click();
    await expect(page.getByLabel('Reply to Pat Jones')).toHaveValue('We refunded one charge.');
    await page.getByRole('button', { name: 'Send and close' }).click();
    await expect(page.getByText('Emailed to pat.jones@example.com.', { exact: true })).toBeVisible();
    await expect(selected(page)).toContainText('Great site.');
    expect(await readEmail(pat.email, 'Re: Charged twice')).toContain('We refunded one charge.');
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await expect(page.getByRole('link', { name: /Charged twice/ })).toBeHidden();
    await page.getByRole('radio', { name: 'Closed' }).click();
    await page.getByRole('link', { name: /Charged twice/ }).click();
    await expect(selected(page).getByRole('region', { name: 'Replies' })).toContainText('Rita Reviewer');
  });
});

const railLabels = async (page: Page) =>
  (
    await page
      .getByRole('complementary', { name: 'Admin panel' })
      .getByRole('navigation')
      .getByRole('link')
      .allInnerTexts()
  ).map((text) => text.replace(/\s*\d[\s\S]*$/, '').trim());

test('a reviewer sees claims and inboxes, and a sentence for the rest', async ({ page, signIn }) => {
  await signIn({ role: 'reviewer', name: 'Rita Reviewer' });
  await open(page, '/admin');
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible();
  expect(await railLabels(page)).toEqual([
    'Home',
    'Claim Requests',
    'New listings',
    'Reported problems',
    'Reviews',
    'Messages',
    'Privacy requests',
    'Listings',
  ]);
  await open(page, '/admin/users');
  await expect(page.getByRole('heading', { name: 'Users isn’t part of your role' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
});

test('an analyst reads figures, listings, and articles, and changes nothing', async ({ page, signIn, accessible }) => {
  await signIn({ role: 'analyst', name: 'Ann Analyst' });
  await open(page, '/admin');
  await expect(page.getByRole('heading', { name: 'Your pages' })).toBeVisible();
  expect(await railLabels(page)).toEqual(['Home', 'Listings', 'Topics & articles', 'Analytics']);
  await expect(page.getByRole('listitem').filter({ hasText: 'Visits in 7 days' })).toBeVisible();
  await accessible("an analyst's Home");
  await page.getByRole('link', { name: 'Listings' }).first().click();
  await page.getByRole('row').nth(1).getByText(/\w/).first().click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('tab', { name: 'Details' })).toBeVisible();
  await expect(sheet.getByRole('button', { name: /Delete|Verify|Save/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await open(page, '/admin/topics');
  await expect(page.getByRole('heading', { level: 1, name: 'Topics & Articles' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Create Article|Approve All|Generate/ })).toHaveCount(0);
  await open(page, '/admin?tab=claims');
  await expect(page.getByRole('heading', { name: 'Claim Requests isn’t part of your role' })).toBeVisible();
});
