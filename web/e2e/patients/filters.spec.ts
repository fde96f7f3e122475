import { awake, expect, openAwake, test, type Page } from '../harness/fixtures.ts';

const heading = (page: Page) => page.getByRole('heading', { name: /Dentists? Found$/ });
const count = async (page: Page) => Number((await heading(page).innerText()).replace(/\D/g, ''));

/** Sorted by name, which all listings have. */
const ALL = '/directory?sort=name';

for (const width of [390, 1440])
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    const openFilters = async (page: Page) => {
      if (width === 390) await page.getByRole('button', { name: /^Filters/ }).click();
      return width === 390
        ? page.getByRole('dialog', { name: 'Filters' })
        : page.getByRole('complementary', { name: 'Filters' });
    };
    const closeFilters = async (page: Page) => {
      if (width === 390) await page.getByRole('button', { name: /^Show / }).click();
    };

    test('a patient filters by plan, Saturday, and price', async ({ page, db, accessible }) => {
      await openAwake(page, ALL);
      const everyone = await count(page);
      const filters = await openFilters(page);
      await filters.getByLabel('Insurance plan').selectOption('Delta Dental');
      await expect(page).toHaveURL(/plan=delta-dental/);
      await filters.getByRole('checkbox', { name: 'Saturday' }).check();
      await expect(page).toHaveURL(/openOn=sat/);
      await filters.getByLabel('Whitening price').selectOption('400');
      await expect(page).toHaveURL(/maxPrice=400/);
      await accessible('the filters');
      await closeFilters(page);
      const found = (await db('dentists')
        .whereNull('deletedAt')
        .whereRaw(`'Delta Dental' = any (string_to_array(insurance_plans, '; '))`)
        .where('whiteningPriceFrom', '<=', 400)
        .where('saturdayHours', '~', '^[0-9]')
        .select('id')) as { id: number }[];
      expect(found.length).toBeGreaterThan(0);
      await expect.poll(() => count(page)).toBe(found.length);
      expect(found.length).toBeLessThan(everyone);

      const chips = page.getByRole('list', { name: 'Active filters' });
      await expect(chips.getByRole('listitem')).toHaveText([
        /Takes Delta Dental/,
        /Open Saturday/,
        /Whitening from \$400 or less/,
      ]);
      await accessible('the results');
      await chips.getByRole('link', { name: /Saturday/ }).click();
      await expect(page).not.toHaveURL(/openOn/);
      await expect.poll(() => count(page)).toBeGreaterThan(found.length);
    });

    test('each option shows how many results it leaves, and nothing moves', async ({ page, accessible }) => {
      // The sheet opens with its counts, so they are held back until it was measured.
      let release = (): void => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/api/directory/option-counts?**', async (route) => {
        await held;
        await route.continue();
      });
      await openAwake(page, `${ALL}&insurance=1`);
      const filters = await openFilters(page);
      await expect(filters.getByLabel('Insurance plan')).toBeVisible();
      const positions = () =>
        filters.locator('label, select').evaluateAll((all) => {
          const tops = all.map((one) => one.getBoundingClientRect().top);
          // The sheet itself may still be opening.
          return tops.map((top) => Math.round(top - tops[0]!));
        });
      const before = await positions();
      await filters.getByLabel('Insurance plan').hover();
      release();
      const option = filters.getByRole('option', { name: /^Delta Dental \([\d,]+\)$/ });
      await expect(option).toHaveCount(1);
      expect(await positions()).toEqual(before);
      const saturday = filters.getByRole('checkbox', { name: 'Saturday' });
      await expect(saturday).toHaveAccessibleDescription(/^[\d.,K]+ dentists?$/);
      await expect(filters.getByRole('checkbox', { name: 'Open now' })).toHaveAccessibleDescription(
        /^[\d.,K]+ dentists?$/,
      );
      await accessible('the counts');

      const promised = Number((await option.innerText()).replace(/\D/g, ''));
      await filters.getByLabel('Insurance plan').selectOption('Delta Dental');
      await expect(page).toHaveURL(/plan=delta-dental/);
      await closeFilters(page);
      await expect.poll(() => count(page)).toBe(promised);
    });

    test('an empty result continues with practices that lack one wish, or two', async ({ page, accessible }) => {
      await openAwake(page, `${ALL}&plan=aetna&openOn=sat&maxPrice=1`);
      await expect(page.getByRole('heading', { name: 'No dentists found' })).toBeVisible();
      const almost = page.getByRole('region', { name: 'Almost' });
      await expect(almost).toContainText('These meet 2 of your 3 wishes.');
      await expect(almost.getByRole('article')).toHaveCount(10);
      for (const card of await almost.getByRole('article').all())
        await expect(card).toContainText('Missing: Whitening from $1 or less');
      await accessible('near matches');
      await openAwake(page, `${ALL}&plan=aetna&maxPrice=1&minReviews=1000`);
      await expect(almost).toContainText('These meet 1 of your 3 wishes.');
      await expect(almost.getByRole('article').first()).toContainText(
        'Missing: Whitening from $1 or less, 1,000 or more reviews',
      );
    });

    test('a profile shows the price range, who stated it, and the plans', async ({ page, db, accessible }) => {
      const listing = (await db('dentists')
        .whereNotNull('whiteningPriceTo')
        .whereNotNull('insurancePlans')
        .whereNotNull('userId')
        .orderBy('id')
        .first()) as { id: number; whiteningPriceFrom: number; whiteningPriceTo: number; insurancePlans: string };
      await db('dentists').where({ id: listing.id }).update({ whiteningPriceOn: '2020-02-03' });
      await page.goto(`/profile/${listing.id}`);
      await expect(
        page.getByText(`Teeth whitening $${listing.whiteningPriceFrom} to $${listing.whiteningPriceTo}`),
      ).toBeVisible();
      await expect(
        page.getByText('Stated by the practice in February 2020. Stated more than a year ago. Ask before you book.'),
      ).toBeVisible();
      const plans = page.getByRole('region', { name: 'Insurance Plans' });
      await expect(plans.getByRole('listitem')).toHaveText(listing.insurancePlans.split('; '));
      await accessible('the profile');
    });
  });

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('near matches are in the page', { tag: '@path' }, async ({ page }) => {
    await page.goto(`${ALL}&plan=aetna&maxPrice=1`);
    const card = page.getByRole('region', { name: 'Almost' }).getByRole('article').first();
    await expect(card).toContainText('Missing: Whitening from $1 or less');
  });

  test('the filters are a plain form', async ({ page }) => {
    await page.goto(ALL);
    await page.getByLabel('Insurance plan').selectOption('Aetna');
    for (const day of ['Saturday', 'Sunday']) await page.getByRole('checkbox', { name: day }).check();
    await page.getByLabel('Reviews').selectOption('10+');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect(page.getByRole('list', { name: 'Active filters' }).getByRole('listitem')).toHaveText([
      /Takes Aetna/,
      /Open Saturday or Sunday/,
      /10 or more reviews/,
    ]);
    await expect(page.getByRole('checkbox', { name: 'Sunday' })).toBeChecked();
    await expect(page.getByLabel('Insurance plan')).toHaveValue('Aetna');
  });
});

test('an owner names plans and prices, and the card shows them', async ({ page, db, signIn, expectedErrors }) => {
  expectedErrors.push(/400 \(Bad Request\)/);
  const owner = await signIn({ subscriptionPlan: 'professional', subscriptionStatus: 'active' });
  const { id } = (await db('dentists').whereNull('userId').whereNull('insurancePlans').orderBy('id').first()) as {
    id: number;
  };
  await db('dentists').where({ id }).update({ userId: owner.userId });
  await page.goto(`/dashboard/listings/${id}/edit`);
  await awake(page);
  await page.getByRole('button', { name: 'Edit prices and insurance' }).click();
  await page.getByLabel(/^Whitening price from/).fill('249');
  await page.getByLabel(/^Whitening price to/).fill('200');
  await page.getByRole('checkbox', { name: 'Humana' }).check();
  await page.getByRole('checkbox', { name: 'Aetna' }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The highest price can’t be below the lowest price.').first()).toBeVisible();
  await page.getByLabel(/^Whitening price to/).fill('420');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Your practice information has been updated.').first()).toBeVisible();
  await page.goto(`/profile/${id}`);
  await expect(page.getByText('Teeth whitening $249 to $420')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Insurance Plans' }).getByRole('listitem')).toHaveText([
    'Aetna',
    'Humana',
  ]);
});
