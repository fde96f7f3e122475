import { expect, open, test } from '../harness/fixtures.ts';

test('a visitor with Global Privacy Control gets no ad', async ({ page, db }) => {
  await db('adSettings').where({ id: 1 }).update({ headerAdsEnabled: true, headerAdCode: '<b>Ad</b>' });
  const frames: string[] = [];
  page.on('request', (request) => void (request.url().includes('/ads/frame') && frames.push(request.url())));
  await open(page, '/about');
  await expect(page.getByRole('complementary', { name: /Advertisement/ })).toBeVisible();
  await expect.poll(() => frames.length).toBe(1);
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
  await open(page, '/about');
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('complementary', { name: /Advertisement/ })).toHaveCount(0);
  expect(frames).toHaveLength(1);
});
