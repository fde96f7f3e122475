import type { Page } from '@playwright/test';
import { expect, open, test } from '../harness/fixtures.ts';

const cardsOf = (page: Page) => page.getByRole('region', { name: /^Dentists in / }).getByRole('article');

for (const [width, height, screens] of [
  [1440, 900, 1],
  [390, 844, 2],
] as const)
  test(`home shows cities and three dentists in the first ${screens * height} pixels of a ${width} px window`, async ({
    page,
    db,
  }) => {
    await page.setViewportSize({ width, height });
    await open(page, '/');
    const city = page.getByRole('list', { name: 'Largest cities' }).getByRole('link').first();
    const cards = cardsOf(page);
    await expect(cards).toHaveCount(3);
    for (const part of [city, cards.last().getByRole('heading'), cards.last().getByText(/^Rated/)]) {
      const { y, height: own } = (await part.boundingBox())!;
      expect(y + own).toBeLessThanOrEqual(screens * height);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    const [, name = '', state, count] = /^(.+), ([A-Z]{2})\s+(\d+)$/.exec((await city.innerText()).trim())!;
    const ids = await db('dentists').where({ city: name, state }).whereNull('deletedAt').pluck('id');
    expect(ids).toHaveLength(Number(count));
    await city.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(`^Dentists in ${name}`));
    await expect(page.getByText(`${count} dentists are listed in ${name}.`)).toBeVisible();
    // The browser fetches what the server's document had.
    await page.getByRole('link', { name: 'Enamel' }).first().click();
    await expect(cards).toHaveCount(3);
  });

test('home shows cities and cards without scripts, and a card leads to its profile', async ({ browser, server }) => {
  const page = await browser.newPage({ baseURL: server.url, javaScriptEnabled: false });
  await page.goto('/');
  await expect(page.getByRole('list', { name: 'Largest cities' }).getByRole('link').first()).toBeVisible();
  const link = cardsOf(page).first().getByRole('heading').getByRole('link');
  const name = await link.innerText();
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  await page.close();
});
