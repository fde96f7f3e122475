import { awake, expect, open, test, type Page } from '../harness/fixtures.ts';

const heading = (page: Page) => page.getByRole('heading', { name: /Dentists Found$/ });
const results = (page: Page) => page.getByRole('article');
const count = async (page: Page) => Number((await heading(page).innerText()).replace(/\D/g, ''));

test(
  'a patient searches, filters, pages, opens a profile, compares, and shortlists',
  { tag: '@path' },
  async ({ page }) => {
    await open(page, '/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Find Top-Rated Dentists & Teeth Whitening Specialists',
    );
    const location = page.getByRole('combobox', { name: 'Location' });
    await location.click();
    await location.pressSequentially('los ang');
    await page.getByRole('option', { name: /^Los Angeles, CA/ }).click();
    await expect(page).toHaveURL(/\/directory\?location=Los\+Angeles%2C\+CA$/);
    await expect(heading(page)).toBeVisible();
    const all = await count(page);
    expect(all).toBeGreaterThan(0);

    await page.goto('/directory');
    await awake(page);
    await expect(page.getByText(/^Showing 1-10 of [\d,]+ results$/)).toBeVisible();
    await expect(results(page)).toHaveCount(10);
    const everyone = await count(page);
    await page.getByLabel('Accepts insurance').check();
    await expect(page).toHaveURL(/insurance=1/);
    await expect.poll(() => count(page)).toBeLessThan(everyone);
    await page.getByRole('link', { name: 'Page 2' }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByText(/^Showing 11-20 of/)).toBeVisible();
    await page.goBack();
    await expect(page.getByText(/^Showing 1-10 of/)).toBeVisible();

    await page.getByText('Why this result?').first().click();
    await expect(page.getByText(/Sorted by rating|one of the first places/).first()).toBeVisible();
    await expect(results(page).first().getByText('Sponsored', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Hide sponsored' }).click();
    await expect(page).toHaveURL(/organic=1/);
    await expect(results(page).getByText('Sponsored', { exact: true })).toHaveCount(0);
    await page.getByRole('link', { name: 'Show sponsored' }).click();
    await expect(page).not.toHaveURL(/organic=1/);
    await page.getByRole('link', { name: 'Clear All' }).click();
    await expect(page).toHaveURL(/\/directory$/);

    await expect.poll(() => count(page)).toBe(everyone);
    for (const nth of [0, 1])
      await results(page)
        .nth(nth)
        .getByRole('button', { name: /^Compare/ })
        .click();
    await results(page)
      .first()
      .getByRole('button', { name: /^Shortlist/ })
      .click();
    const name = (await results(page).first().getByRole('heading').innerText()).trim();
    await page.getByRole('region', { name: 'Comparison' }).getByRole('link', { name: 'Compare' }).click();
    await expect(page.getByRole('columnheader')).toHaveCount(2);
    await page.goto('/shortlist');
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await page.getByRole('heading', { name }).getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  },
);

test('a profile has two URLs and one canonical link', async ({ page, db, request }) => {
  const one = (await db('dentists').whereNotNull('phone').whereNotNull('slug').whereNull('userId').first()) as {
    id: number;
    phone: string;
  };
  await page.goto(`/profile/${one.id}`);
  const canonical = await page.locator('link[rel=canonical]').getAttribute('href');
  expect(canonical).toMatch(/\/[a-z-]+\/[a-z0-9-]+\/dentist\/[a-z0-9-]+$/);
  await expect(page.getByRole('link', { name: 'Call Practice' })).toHaveAttribute(
    'href',
    `tel:${one.phone.replace(/[^\d+]/g, '')}`,
  );
  await expect(page.getByRole('link', { name: 'Get Directions' })).toHaveAttribute(
    'href',
    /maps\/search\/\?api=1&query=/,
  );
  const path = new URL(canonical!).pathname;
  await page.goto(path);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', canonical!);
  const other = await request.get(path.replace('/dentist/', '/orthodontist/'), { maxRedirects: 0 });
  expect([other.status(), other.headers().location]).toEqual([301, path]);
  for (const unknown of ['/profile/2147483647', '/profile/0', '/profile/1e3', '/atlantis/nowhere/dentist/nobody'])
    expect([unknown, (await request.get(unknown)).status()]).toEqual([unknown, 404]);
});

test('unclaimed cards say that details are unconfirmed, and unrated listings show no rating', async ({ page, db }) => {
  const one = (await db('dentists').whereNull('userId').whereNull('rating').whereNotNull('slug').first()) as {
    id: number;
    name: string;
  };
  await page.goto(`/directory?name=${encodeURIComponent(one.name)}`);
  const card = results(page).filter({ hasText: 'Unconfirmed details' }).first();
  await expect(card.getByText('Unconfirmed details')).toBeVisible();
  await page.goto(`/profile/${one.id}`);
  await expect(page.getByText('No ratings yet').first()).toBeVisible();
  const data = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(data.join('')).toContain('"Dentist"');
  expect(data.join('').split('"ItemList"')[0]).not.toContain('aggregateRating');
});

test('pages survive odd input', async ({ request }) => {
  const odd = [
    '%',
    '_',
    "'",
    '"',
    '\\',
    '<script>',
    '-1',
    '1e3',
    '99999999999',
    'é中🦷',
    'x'.repeat(5000),
    '%00',
    '\u202e',
  ];
  for (const text of odd)
    for (const field of ['location', 'service', 'name', 'page', 'radius', 'language', 'sort', 'ids']) {
      const value = text === '%00' ? text : encodeURIComponent(text);
      const path = field === 'ids' ? `/compare?ids=${value}` : `/directory?${field}=${value}`;
      const response = await request.get(path);
      expect([path.slice(0, 60), response.status()]).toEqual([path.slice(0, 60), 200]);
    }
});

test(
  'a visitor without JavaScript searches, filters, and pages the directory',
  { tag: '@path' },
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! });
    const page = await context.newPage();
    await page.goto('/');
    await page.getByRole('combobox', { name: 'Location' }).fill('California');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/\/directory\?location=California/);
    await expect(heading(page)).toBeVisible();
    const before = await count(page);
    await page.getByLabel('Accepts insurance').check();
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect(page).toHaveURL(/location=California.*insurance=1/);
    expect(await count(page)).toBeLessThan(before);
    await page.getByRole('link', { name: 'Page 2' }).click();
    await expect(page.getByText(/^Showing 11-20 of/)).toBeVisible();
    await results(page).first().getByRole('heading').getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await context.close();
  },
);

test('input before hydration is not lost', async ({ page }) => {
  await open(page, '/directory');
  // The press is the first event on the page.
  await page
    .locator('article button', { hasText: 'Compare' })
    .first()
    .evaluate((button: HTMLElement) => button.click());
  await page.mouse.move(5, 5);
  await expect(page.getByText('1 of 4 selected')).toBeVisible();

  // The search box's code is still loading while the visitor types.
  await page.route(/\/assets\/SearchBox.*\.js$/, async (route) => {
    await new Promise((later) => setTimeout(later, 1_000));
    await route.continue();
  });
  await open(page, '/');
  const box = page.getByRole('combobox', { name: 'Location' }).first();
  await box.pressSequentially('Texas');
  await expect(page.locator('[data-later]')).toHaveCount(0);
  await expect(box).toHaveValue('Texas');
  await box.press('Enter');
  await expect(page).toHaveURL(/location=Texas/);

  // The form is filled and submitted before hydration.
  await page.goto('/');
  await box.fill('Ohio');
  await page.getByRole('button', { name: 'Search', exact: true }).first().click();
  await expect(page).toHaveURL(/location=Ohio/);
});
