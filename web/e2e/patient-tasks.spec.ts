import { awake, expect, hydrated, openAwake, test, type Page } from './fixtures.ts';

/** Counts the visitor's taps and Enter presses, across pages, from now on. */
async function startCounting(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const count = (event: Event) => {
      if (!event.isTrusted || (event instanceof KeyboardEvent && event.key !== 'Enter')) return;
      sessionStorage.setItem('actions', String(Number(sessionStorage.getItem('actions')) + 1));
    };
    addEventListener('pointerdown', count, true);
    addEventListener('keydown', count, true);
  });
  await page.reload();
  await awake(page);
  await page.evaluate(() => sessionStorage.setItem('actions', '0'));
  return () => page.evaluate(() => Number(sessionStorage.getItem('actions')));
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('five tasks of a patient take five taps together', async ({ page, db, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await test.step('whitening near 78701, Saturday, Spanish, and Delta Dental: a tap and Enter', async () => {
        await openAwake(page, '/');
        const actions = await startCounting(page);
        const box = page.getByRole('combobox', { name: 'Location' });
        await box.click();
        await box.pressSequentially('whitening near 78701 open saturday, spanish, delta dental');
        await page.keyboard.press('Enter');
        await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Takes Delta Dental');
        expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
          location: '78701',
          service: 'Teeth Whitening',
          openOn: 'sat',
          language: 'Spanish',
          plan: 'delta-dental',
        });
        expect(await actions()).toBe(2);
      });

      await test.step('sharing a list: two taps', async () => {
        await openAwake(page, '/directory?location=Texas');
        const save = page.locator('article').getByRole('button', { name: /^Shortlist/ });
        for (const index of [0, 1]) await save.nth(index).click();
        const actions = await startCounting(page);
        await page.getByRole('banner').getByRole('link', { name: 'Shortlist, 2 saved' }).click();
        await page.getByRole('button', { name: 'Share', exact: true }).click();
        await expect(page.getByText('Link copied', { exact: true })).toBeVisible();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/shared\/[\w-]{16}$/);
        expect(await actions()).toBe(2);
      });

      const listing = (await db('dentists')
        .whereNotNull('whiteningPriceTo')
        .whereNotNull('userId')
        .whereNotNull('phone')
        .orderBy('id')
        .first()) as { id: number; name: string; phone: string; whiteningPriceFrom: number; whiteningPriceTo: number };
      await test.step('what it costs: one tap, and its first price without any', async () => {
        await openAwake(page, `/directory?name=${encodeURIComponent(listing.name)}&maxPrice=1000`);
        const actions = await startCounting(page);
        const card = page.locator('article', { hasText: listing.name }).first();
        await expect(card.getByText(`Whitening from $${listing.whiteningPriceFrom}`)).toBeVisible();
        await card.getByRole('heading').getByRole('link').click();
        await expect(
          page.getByText(`Teeth whitening $${listing.whiteningPriceFrom} to $${listing.whiteningPriceTo}`),
        ).toBeVisible();
        expect(await actions()).toBe(1);
      });

      await test.step('calling: no tap before the call itself', async () => {
        await page.goto(`/profile/${listing.id}`);
        await hydrated(page);
        const call = page.getByRole('main').locator('a[href^="tel:"]').filter({ visible: true }).first();
        await expect(call).toBeInViewport();
        await expect(call).toHaveAttribute('href', `tel:${listing.phone.replace(/[^\d+]/g, '')}`);
      });

      await test.step('whether it is right: said at the top of the profile', async () => {
        const unclaimed = (await db('dentists').whereNull('userId').orderBy('id').first('id')) as { id: number };
        await page.goto(`/profile/${unclaimed.id}`);
        await expect(
          page.getByText(/Not confirmed by the practice. Call before you go. From our records/),
        ).toBeInViewport();
      });
    });
  });
