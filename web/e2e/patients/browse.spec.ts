import { expect, open, openAwake, test, type Page } from '../harness/fixtures.ts';

/** The name of the card whose top is nearest to the top of the window, and the distance. */
const nearestCard = (page: Page) =>
  page.evaluate(() => {
    const cards = [...document.querySelectorAll<HTMLElement>('article:has(h3 a)')].map((card) => ({
      name: card.querySelector('h3')!.textContent,
      top: card.getBoundingClientRect().top,
    }));
    return cards.toSorted((a, b) => Math.abs(a.top - 120) - Math.abs(b.top - 120))[0]!;
  });

/** Searches the part of a city that the map shows after a zoom. On a phone, the map is one tap away. */
async function searchMapArea(page: Page, city: string, isPhone: boolean): Promise<void> {
  await openAwake(page, `/directory?location=${encodeURIComponent(city)}&radius=25`);
  if (isPhone) await page.getByRole('link', { name: 'Map', exact: true }).click();
  await expect(page.locator('[data-pin]').first()).toBeVisible();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.getByRole('button', { name: 'Search this area' }).click();
  await expect(page).toHaveURL(/[?&]box=/);
  if (isPhone) await page.getByRole('link', { name: 'List', exact: true }).click();
  await expect(page.locator('article:has(h3 a)').first()).toBeVisible();
}

/** Twelve searches, each with the card that is opened. Those without a path begin on the map of a city. */
const backTries: readonly { path?: string; city?: string; card: number }[] = [
  { path: '/directory', card: 7 },
  { path: '/directory?page=2', card: 3 },
  { path: '/directory?service=Teeth+Whitening&page=3', card: 9 },
  { path: '/directory?newPatients=1&view=grid&page=4', card: 5 },
  { path: '/directory?location=California&page=5', card: 1 },
  { path: '/directory?location=Texas&radius=25', card: 6 },
  { path: '/directory?openOn=sat&language=Spanish', card: 8 },
  { path: '/directory?plan=delta-dental&page=2', card: 4 },
  { path: '/directory?evening=1&wheelchair=1&page=3', card: 2 },
  { path: '/directory?maxPrice=400&minRating=4&page=4', card: 9 },
  { city: 'Houston, TX', card: 3 },
  { city: 'Chicago, IL', card: 4 },
];

for (const width of [390, 1440])
  test(`Back returns to the same card at ${width} px`, async ({ page }) => {
    test.setTimeout(240_000);
    await page.setViewportSize({ width, height: 844 });
    for (const { path, city, card: wanted } of backTries) {
      if (path) await openAwake(page, path);
      else await searchMapArea(page, city!, width === 390);
      const cards = page.locator('article:has(h3 a)');
      const card = cards.nth(Math.min(wanted, (await cards.count()) - 1));
      await card.evaluate((element) => scrollTo(0, scrollY + element.getBoundingClientRect().top - 120));
      await page.waitForTimeout(200);
      const before = await nearestCard(page);
      const results = page.url();
      await card.getByRole('heading').getByRole('link').click();
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Dental Directory');
      await page.waitForTimeout(100);
      await page.goBack();
      await expect(page).toHaveURL(results);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dental Directory');
      await expect.poll(async () => (await nearestCard(page)).name).toBe(before.name);
      const after = await nearestCard(page);
      expect(Math.abs(after.top - before.top), `${results}: pixels from where it was`).toBeLessThan(8);
    }
  });

test(
  'a saved practice shows in the header, survives a reload before any input, and leads to the list',
  { tag: '@path' },
  async ({ page }) => {
    await openAwake(page, '/directory');
    const card = page.locator('article:has(h3 a)').first();
    const name = await card.getByRole('heading').textContent();
    await card.getByRole('button', { name: 'Shortlist' }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Shortlist, 1 saved' })).toBeVisible();
    await page.getByRole('button', { name: 'View list' }).click();
    await expect(page).toHaveURL(/\/shortlist$/);
    await expect(page.getByRole('heading', { name: name! })).toBeVisible();
    await open(page, '/directory');
    await expect(card.getByRole('button', { name: 'Shortlist' })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.locator('[data-later]').first()).toBeAttached();
  },
);

test('the comparison page without ids shows the saved practices, and texts stay in their columns', async ({ page }) => {
  await openAwake(page, '/directory');
  for (const index of [0, 1])
    await page.locator('article:has(h3 a)').nth(index).getByRole('button', { name: 'Compare' }).click();
  const name = await page.locator('article h3').first().textContent();
  await open(page, '/compare');
  await expect(page.getByRole('link', { name: name! })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const overflowing = await page
    .getByRole('cell')
    .evaluateAll((cells) => cells.flatMap((cell) => (cell.scrollWidth > cell.clientWidth ? [cell.textContent] : [])));
  expect(overflowing).toEqual([]);
});

for (const width of [390, 1440])
  test(`an unclaimed card shows its city, and its details on request, at ${width} px`, async ({ page, accessible }) => {
    await page.setViewportSize({ width, height: 844 });
    await openAwake(page, '/directory?location=California&page=3');
    const card = page.locator('article:has(details summary svg)', { hasText: 'Unconfirmed details' }).first();
    await expect(card.getByText(/, CA/).first()).toBeVisible();
    await expect(card.getByText('Call before you go.')).toBeHidden();
    await card.locator('summary', { hasText: 'Unconfirmed details' }).click();
    await expect(card.getByText('Not confirmed by the practice. Call before you go.')).toBeVisible();
    await accessible('an unclaimed card');
    await card.getByRole('heading').getByRole('link').click();
    await expect(
      page.getByText(/Not confirmed by the practice\. Call before you go\. From imported data, \w+ \d+, \d{4}/),
    ).toBeVisible();
    await accessible('an unclaimed profile');
  });

test('a closed dialog returns the focus to the control that opened it', async ({ page }) => {
  await openAwake(page, '/profile/1');
  const report = page.getByRole('link', { name: 'Report incorrect information' });
  await report.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(report).toBeFocused();
});

test('the four whitening cards lead to four services with results', async ({ page }) => {
  await open(page, '/');
  const links = page.getByRole('region', { name: 'Whitening, four ways' }).getByRole('link');
  const services = await links.evaluateAll((elements) =>
    elements.map((element) => new URL((element as HTMLAnchorElement).href).searchParams.get('service')),
  );
  expect(services).toEqual([
    'Professional In-Office Whitening',
    'Take-Home Whitening Kits',
    'Laser Whitening',
    'Whitening Consultation',
  ]);
  for (const service of services) {
    await page.goto(`/directory?service=${encodeURIComponent(service!)}`);
    await expect(page.getByRole('heading', { name: /Dentists? Found$/ })).not.toHaveText('0 Dentists Found');
  }
});

test('each active filter can be removed, and an empty result offers searches that find something', async ({ page }) => {
  await openAwake(page, '/directory?location=Texas&service=Teeth+Whitening&newPatients=1&wheelchair=1');
  const filters = page.getByRole('list', { name: 'Active filters' });
  await expect(filters.getByRole('link')).toHaveText([
    'Remove Teeth Whitening',
    'Remove Accepts new patients',
    'Remove Wheelchair accessible',
    'Remove Texas',
  ]);
  await filters.getByRole('link', { name: 'Remove Accepts new patients' }).click();
  await expect(page).toHaveURL('/directory?location=Texas&service=Teeth+Whitening&wheelchair=1');
  await expect(filters.getByRole('link')).toHaveCount(3);

  await openAwake(page, '/directory?location=Texas&name=zzzzqqqq&wheelchair=1');
  const wider = page.getByRole('navigation', { name: 'Wider searches' });
  await wider.getByRole('link', { name: 'Search without the name' }).click();
  await expect(page).toHaveURL('/directory?location=Texas&wheelchair=1');
});

test('a ZIP code alone with few results offers the nearest area that has more', async ({ page, db }) => {
  const [{ zipCode }] = (await db('dentists')
    .where({ state: 'TX', city: 'Houston' })
    .whereNull('deletedAt')
    .orderBy('id')
    .limit(1)
    .select('zipCode')) as [{ zipCode: string }];
  await openAwake(page, `/directory?location=${zipCode.slice(0, 5)}&radius=0`);
  const wider = page.getByRole('navigation', { name: 'Wider searches' });
  await expect(wider.getByRole('link')).toHaveCount(1);
  await expect(wider.getByRole('link')).toHaveText(/^Within (10|25|50) miles \d+$/);
});

test('topics claim daily updates only after a day with a new article', async ({ page, db }) => {
  const header = page.locator('main');
  await db('articles').update({ publishedAt: new Date(Date.now() - 3 * 86_400_000) });
  await open(page, '/topics');
  await expect(header.getByText(/^ ?Updated \w+ \d+, \d{4}$/)).toBeVisible();
  const [{ id }] = (await db('articles').where({ isPublished: true }).limit(1).select('id')) as [{ id: number }];
  await db('articles')
    .where({ id })
    .update({ publishedAt: new Date(Date.now() - 3_600_000) });
  await open(page, '/topics');
  await expect(header.getByText('Updated Daily')).toBeVisible();
});
