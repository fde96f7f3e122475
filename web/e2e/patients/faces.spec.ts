import { expect, open, openAwake, test } from '../harness/fixtures.ts';

const SAMPLE = '/media/0000000000%';

for (const width of [390, 1440])
  test(`cards show faces, places, and initials at ${width} px, and mark samples`, async ({ page, accessible }) => {
    await page.setViewportSize({ width, height: 844 });
    await open(page, '/directory');
    const cards = page.locator('article:has(h3 a)');
    const face = cards.filter({ has: page.locator('img[alt="Sample photo"]') }).first();
    await expect(face.locator('img[alt="Sample photo"]').last()).toBeVisible();
    await expect(face.getByText('Sample', { exact: true })).toBeVisible();
    await openAwake(page, '/directory?location=California&page=2');
    const withoutPicture = cards.filter({ hasNot: page.locator('img') }).first();
    await expect(withoutPicture.locator('[aria-hidden]').first()).toHaveText(/^[A-Z]{2}$/);
    await accessible('cards with pictures');
  });

test('a photo without a paid plan stays hidden, and a paid one has no sample mark', async ({ page, db }) => {
  const url = `/media/${'a1'.repeat(20)}`;
  const ids = (await db('dentists')
    .where('practiceImage', 'like', SAMPLE)
    .orderBy('isPaid')
    .orderBy('id')
    .pluck('id')) as number[];
  const [unpaid, paid] = [ids[0]!, ids.at(-1)!];
  await page.route(/\/media\/a1/, (route) => route.fulfill({ path: 'web/public/apple-touch-icon.png' }));
  const before = (await db('dentists').whereIn('id', [unpaid, paid]).select('id', 'practiceImage', 'profileImage')) as {
    id: number;
  }[];
  await db('dentists').whereIn('id', [unpaid, paid]).update({ practiceImage: url, profileImage: url });
  await db('dentistPhotos').where({ dentistId: paid }).delete();
  await open(page, `/profile/${unpaid}`);
  await expect(page.getByRole('main').locator(`img[src^="${url}"]`)).toHaveCount(0);
  await expect(page.getByRole('main').locator('header [aria-hidden]').first()).toHaveText(/^[A-Z]{2}$/);
  await open(page, `/profile/${paid}`);
  const header = page.getByRole('main').locator('header').first();
  await expect(header.locator(`img[src^="${url}"]`)).toHaveCount(2);
  await expect(header.getByText(/^Sample(?: photo)?$/)).toHaveCount(0);
  // Later tests share this directory, and a picture that doesn't exist is an error of their pages.
  for (const { id, ...pictures } of before) await db('dentists').where({ id }).update(pictures);
});

test('a phone shows results by 320 px, in cards of about 220 px', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/directory?location=Texas');
  const cards = page.locator('article:has(h3 a)');
  const { y } = (await cards.first().boundingBox())!;
  expect(y).toBeLessThanOrEqual(320);
  const expectHeights = async (): Promise<void> => {
    const unclaimed = page.locator('article:has(h3 a):has-text("Unconfirmed details")');
    expect(await unclaimed.count()).toBeGreaterThan(0);
    const heightsOf = (shown: typeof cards): Promise<number[]> =>
      shown.evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().height));
    for (const height of await heightsOf(unclaimed)) expect(height).toBeLessThanOrEqual(240);
    for (const height of await heightsOf(cards)) expect(height).toBeLessThanOrEqual(270);
  };
  await expectHeights();
  await open(page, '/directory?location=Texas&page=3');
  await expectHeights();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
  await expect(page.getByRole('button', { name: 'Filters' })).toBeInViewport({ ratio: 1 });
});

test('“Verified” explains itself on a tap, before and after the scripts', async ({ page, accessible }) => {
  for (const width of [390, 1440])
    for (const path of ['/directory', 'profile']) {
      await page.setViewportSize({ width, height: 844 });
      await open(page, '/directory');
      if (path === 'profile')
        await page
          .locator('article:has(button[popovertarget]) h3 a')
          .first()
          .evaluate((link) => (location.href = (link as HTMLAnchorElement).href));
      const badge = page.getByRole('button', { name: /^Verified/ }).first();
      await badge.waitFor();
      const explanation = page.getByText(/^Ownership verified .+\.$/).first();
      await expect(explanation).toBeHidden();
      await badge.click();
      await expect(explanation).toBeVisible();
      const box = (await explanation.boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      if (width === 390 && path === 'profile') await accessible('an explanation');
      await page.keyboard.press('Escape');
      await expect(explanation).toBeHidden();
      await expect(badge).toBeFocused();
    }
});

test('a control pressed before its script is busy at once', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await open(page, '/directory');
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  const filters = page.getByRole('button', { name: 'Filters' });
  await filters.click();
  await expect(filters).toHaveAttribute('aria-busy', 'true', { timeout: 100 });
  release();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a click of a script, without a pointer or a key, opens what it pressed', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/directory');
  await page.getByRole('button', { name: 'Filters' }).evaluate((button) => (button as HTMLElement).click());
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('without scripts, a photo opens by itself, and a problem can be reported', async ({ browser, baseURL, db }) => {
  const { dentistId } = (await db('dentistPhotos').where('hash', 'like', '0000000000%').first('dentistId')) as {
    dentistId: number;
  };
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! });
  const page = await context.newPage();
  await page.goto(`/profile/${dentistId}`);
  await page.getByRole('link', { name: 'Report incorrect information' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Report incorrect information' })).toBeVisible();
  await page.goto(`/profile/${dentistId}`);
  await page.getByRole('region', { name: 'Photos' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/media\//);
  await expect(page.locator('img')).toBeVisible();
  await context.close();
});

test('the gallery pages by arrow keys, and Escape returns the focus', async ({ page, db, accessible }) => {
  const [{ dentistId }] = (await db('dentistPhotos')
    .where('hash', 'like', '0000000000%')
    .orderBy('dentistId', 'desc')
    .limit(1)
    .select('dentistId')) as [{ dentistId: number }];
  await open(page, `/profile/${dentistId}`);
  const strip = page.getByRole('region', { name: 'Photos' });
  // The server renders it, so the page doesn't move.
  await expect(strip.getByRole('img')).toHaveCount(3);
  const second = strip.getByRole('link').nth(1);
  await second.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName('Photo 2 of 3');
  await page.keyboard.press('ArrowRight');
  await expect(dialog).toHaveAccessibleName('Photo 3 of 3');
  await page.keyboard.press('ArrowRight');
  await expect(dialog).toHaveAccessibleName('Photo 1 of 3');
  await page.keyboard.press('ArrowLeft');
  await expect(dialog).toHaveAccessibleName('Photo 3 of 3');
  await accessible('a photo');
  await page.keyboard.press('Escape');
  await expect(second).toBeFocused();
});

test(
  'similar practices share a service, are near, and are not ordered by payment',
  { tag: '@path' },
  async ({ page, db }) => {
    const [{ id, service }] = (await db('dentists')
      .join('dentistServices', 'dentistServices.dentistId', 'dentists.id')
      .join('services', 'services.id', 'dentistServices.serviceId')
      .where({ 'dentists.state': 'TX', 'services.name': 'Teeth Whitening' })
      .orderBy('dentists.id')
      .limit(1)
      .select('dentists.id', 'services.name as service')) as [{ id: number; service: string }];
    await open(page, `/profile/${id}`);
    const nearby = page.getByRole('region', { name: 'Similar practices nearby' });
    await expect(nearby).toContainText(`They offer ${service}. Nearest first. None of these is an ad.`);
    const miles = await nearby
      .locator('article')
      .evaluateAll((cards) =>
        cards.map((card) =>
          Number(
            /about (\d+) mi/.exec(card.textContent!)?.[1] ?? (/less than/.test(card.textContent!) ? 0 : Number.NaN),
          ),
        ),
      );
    expect(miles.length).toBeGreaterThan(0);
    expect(miles.every((mile) => mile <= 25)).toBe(true);
    expect(miles).toEqual(miles.toSorted((a, b) => a - b));
    // Cards of different lengths in one row would leave holes of up to 300 px.
    const holes = await nearby.locator('article').evaluateAll((cards) =>
      cards.map((card) => {
        const [body, end] = [...card.children].slice(-2);
        const bottoms = [...body!.querySelectorAll('*')].map((element) => element.getBoundingClientRect().bottom);
        return end!.firstElementChild!.getBoundingClientRect().top - Math.max(...bottoms);
      }),
    );
    for (const hole of holes) expect(hole).toBeLessThan(80);
  },
);

test('a printed profile has no buttons and says nothing of the moment', async ({ page, db }) => {
  const [{ id }] = (await db('dentistPhotos').orderBy('dentistId').limit(1).select('dentistId as id')) as [
    { id: number },
  ];
  for (const profile of [id, 1]) {
    await openAwake(page, `/profile/${profile}`);
    const source = page.getByText(new RegExp(`/profile/${profile} · Printed on \\w+ \\d+, \\d{4}$`));
    await expect(source).toHaveCount(0);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await expect(source).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(source).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const text of [
      /Report incorrect/,
      /Claim This/,
      /^(Closed ·|Open now)/,
      /Sample photo/,
      /Similar practices/,
      /today/,
    ])
      await expect(page.getByRole('main').getByText(text).filter({ visible: true })).toHaveCount(0);
    await page.emulateMedia({ media: null });
  }
});

test('next to the map, cards stay compact, and addresses keep their words whole', async ({ page }) => {
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await open(page, '/directory?location=Houston%2C+TX');
    const heights = await page
      .locator('article:has(h3 a)')
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().height));
    expect(heights).toHaveLength(10);
    expect(heights.reduce((sum, height) => sum + height) / heights.length).toBeLessThan(440);
    const address = page.getByRole('article').first().getByText(/TX/).last();
    expect((await address.boundingBox())!.height).toBeLessThan(60);
  }
});
