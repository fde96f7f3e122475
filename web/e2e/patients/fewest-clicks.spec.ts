import type { Knex } from 'knex';
import { expect, openAwake, test, type Page } from '../harness/fixtures.ts';

/** Counts what a patient clicks or taps, on this page and those that follow. */
const countClicks = (page: Page) =>
  page.addInitScript(() =>
    addEventListener(
      'click',
      ({ isTrusted, detail }) => {
        if (isTrusted && detail > 0)
          sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks') ?? 0) + 1));
      },
      true,
    ),
  );
/** The clicks since the last call. */
const takeClicks = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const clicks = Number(sessionStorage.getItem('clicks') ?? 0);
    sessionStorage.removeItem('clicks');
    return clicks;
  });

const SENTENCE = 'whitening near 78701 open Saturday, speaks Spanish, takes Delta Dental';

/** A click on the field of the home page, a sentence, and a click on Search. */
async function searchFor(page: Page, sentence: string): Promise<void> {
  await openAwake(page, '/');
  await page.getByRole('combobox', { name: 'Location' }).click();
  await page.keyboard.type(sentence);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Search', exact: true }).first().click();
}

/** Adds an unclaimed listing that the sentence finds. */
async function addListing(db: Knex, name: string): Promise<number> {
  const [{ id }] = (await db('dentists')
    .insert({
      name,
      phone: '(512) 555-0142',
      address: '12 Elm St',
      city: 'Austin',
      state: 'TX',
      zipCode: '78701',
      saturdayHours: '9:00 AM – 1:00 PM',
      languages: 'English, Spanish',
      insurancePlans: 'Delta Dental',
      whiteningPriceFrom: 299,
      whiteningPriceTo: 450,
    })
    .returning('id')) as [{ id: number }];
  await db('dentistServices').insert({ dentistId: id, serviceId: 1 });
  return id;
}

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test.describe(`at ${width} px`, () => {
    const isPhone = width === 390;
    test.use({ viewport: { width, height }, hasTouch: isPhone, isMobile: isPhone });

    test('five tasks of a patient take the fewest clicks', async ({ page, db, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.addInitScript(() => {
        navigator.share = async (data) => void Object.assign(window, { sharedUrl: data?.url });
        addEventListener('click', (event) => {
          if (event.target instanceof Element && event.target.closest('a[href^="tel:"]')) event.preventDefault();
        });
      });
      await countClicks(page);
      const name = `Wilma Quick ${width}`;
      const id = await addListing(db, name);

      // Saturday, Spanish, and Delta Dental near a ZIP code: the field, and Search.
      await searchFor(page, SENTENCE);
      const card = page.getByRole('article').filter({ hasText: name });
      await expect(card).toContainText('Whitening from $299');
      await expect(page.getByRole('list', { name: 'Active filters' }).getByRole('listitem')).toHaveCount(6);
      expect(await takeClicks(page)).toBe(2);

      // Call: one tap, with the number on a computer.
      const call = card.getByRole('link', { name: /^Call / });
      await call.click();
      expect(await takeClicks(page)).toBe(1);

      // The price, who stated it, and whether the facts are confirmed: the profile.
      await card.getByRole('heading').getByRole('link').click();
      await expect(page.getByText('Teeth whitening $299 to $450')).toBeVisible();
      await expect(page.getByText(/^(Stated by|From imported data)/)).toBeVisible();
      await expect(
        page.getByText(/^Not confirmed by the practice\. Call before you go\. From our records/),
      ).toBeVisible();
      expect(await takeClicks(page)).toBe(1);
      if (isPhone) {
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        await expect(page.getByRole('link', { name: 'Call Practice' })).toBeInViewport({ ratio: 1 });
      }
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      const readLink = () =>
        isPhone
          ? page.evaluate(() => (window as { sharedUrl?: string }).sharedUrl ?? '')
          : page.evaluate(() => navigator.clipboard.readText());
      await expect.poll(readLink).toMatch(/\/texas\/austin\/.+wilma-quick-\d+$/);
      expect(await takeClicks(page)).toBe(1);

      // A list of saved practices: the heart in the header, and Share.
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Shortlist/ })
        .first()
        .click();
      // It may cover the header, and a blocked click would count.
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await takeClicks(page);
      await page.getByRole('banner').getByRole('link', { name: 'Shortlist, 1 saved' }).click();
      // The profile has a button of the same name.
      await expect(page.getByRole('heading', { level: 1, name: 'Your shortlist' })).toBeVisible();
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await expect.poll(readLink).toMatch(/\/shared\/[\w-]{16}$/);
      expect(await takeClicks(page)).toBe(2);
      await db('dentists').where({ id }).update({ deletedAt: new Date() });
    });

    test('five wishes that no practice nearby meets take a third click to those elsewhere that lack one', async ({
      page,
    }) => {
      await countClicks(page);
      await searchFor(page, `${SENTENCE}, under $400`);
      await expect(page.getByRole('heading', { name: 'No dentists found' })).toBeVisible();
      const filters = page.getByRole('list', { name: 'Active filters' });
      // Five wishes, the place, and the distance around it.
      await expect(filters.getByRole('listitem')).toHaveCount(7);
      const almost = page.getByRole('region', { name: 'Almost' });
      await expect(almost).toContainText('These meet 2 of your 5 wishes.');
      expect(await takeClicks(page)).toBe(2);

      await filters.getByRole('link', { name: 'Remove 78701' }).click();
      await expect(almost).toContainText('These meet 4 of your 5 wishes.');
      const cards = almost.getByRole('article');
      await expect(cards.first()).toBeVisible();
      for (const card of await cards.all()) await expect(card).toContainText(/Missing: [^,]+/);
      await expect(cards.filter({ hasText: 'Austin, TX' })).toHaveCount(0);
      expect(await takeClicks(page)).toBe(1);
    });

    test('what whitening costs in a city is above its results, without a further click', async ({ page }) => {
      await countClicks(page);
      await searchFor(page, 'whitening in Houston, TX');
      await expect(
        page.getByText(/^Whitening costs \$[\d,]+ to \$[\d,]+ here\. Half of the practices start at/),
      ).toBeVisible();
      await expect(page.getByText(/^\d+ practices stated their prices, /)).toBeVisible();
      expect(await takeClicks(page)).toBe(2);
    });
  });
