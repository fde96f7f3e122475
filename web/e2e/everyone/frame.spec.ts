import { expect, hydrated, test } from '../harness/fixtures.ts';

test('every route answers 200, and an unknown one 404', { tag: '@path' }, async ({ page, expectedErrors }) => {
  expectedErrors.push(/404/);
  for (const path of [
    '/',
    '/directory',
    '/geographic-map',
    '/topics',
    '/add-listing',
    '/dashboard',
    '/about',
    '/contact',
    '/pricing',
    '/terms',
    '/privacy',
    '/auth',
    '/yes',
    '/admin',
    '/admin/topics',
  ]) {
    const response = await page.goto(path);
    expect([path, response?.status()]).toEqual([path, 200]);
    await hydrated(page);
  }
  const response = await page.goto('/nowhere/at-all');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
});
