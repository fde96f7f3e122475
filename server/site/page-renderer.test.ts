import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { PlainSite } from '#server/test/public-pages.ts';

let app: TestApp;
const site = new PlainSite(5);
beforeAll(async () => {
  app = await testApp({ site, env: { TRUST_PROXY: '1' } });
});
afterAll(() => app.stop());

const getFrom = (address: string, path: string) => app.get(path, { headers: { 'x-forwarded-for': address } });

it('lets visitors take turns, so that one who asks for many pages delays mainly itself', async () => {
  let running = 0;
  let release = () => {};
  const released = new Promise<void>((done) => (release = done));
  site.pause = async ({ url }) => {
    if (url.endsWith('/topics/other')) return;
    running += 1;
    await released;
  };
  // Every search is another page, and pages of accounts are never stored.
  const flood = Array.from({ length: 40 }, (_, n) =>
    getFrom('203.0.113.1', n % 2 ? `/directory?location=place-${n}` : `/account?n=${n}`),
  );
  await expect.poll(() => running, { timeout: 20_000 }).toBe(2);
  expect((await getFrom('203.0.113.2', '/topics/other')).status).toBe(200);
  expect(running).toBe(2);
  release();
  const statuses = await Promise.all(flood.map(async (one) => (await one).status));
  expect([new Set(statuses), running]).toEqual([new Set([200]), 40]);
  site.pause = async () => {};
}, 60_000);

it('redirects other spellings of a page to its address, and renders none of them', async () => {
  const before = site.renders.length;
  for (const [path, to] of [
    ['/DIRECTORY?location=Austin&utm_source=news', '/directory?location=Austin&utm_source=news'],
    ['/topics/', '/topics'],
    ['//topics//oral-health/', '/topics/oral-health'],
  ] as const) {
    const { status, headers } = await app.get(path);
    expect([path, status, headers.get('location')]).toEqual([path, 301, to]);
    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60');
  }
  expect(site.renders.length).toBe(before);
  await app.get('/topics');
  for (const query of ['a=1', 'b=2', 'q=', 'utm_campaign=x&gclid=7', 'fbclid=5&category='])
    await app.get(`/topics?${query}`);
  expect(site.renders.length).toBe(before + 1);
});
