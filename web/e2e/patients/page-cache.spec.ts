import { createHash } from 'node:crypto';
import { expect, test } from '../harness/fixtures.ts';

const pages = [
  '/',
  '/directory?location=Texas&newPatients=1',
  '/compare?ids=1,2',
  '/shortlist',
  '/dentists/texas',
  '/geographic-map',
  '/topics',
  '/topics/teeth-whitening',
  '/pricing',
  '/about',
  '/contact',
  '/terms',
  '/privacy',
];

test(
  'public pages are the same for visitors, owners, and admins',
  { tag: '@path' },
  async ({ server, signIn, db, page, request }) => {
    const { id } = (await db('dentists').whereNull('deletedAt').first('id')) as { id: number };
    const { slug } = (await db('articles').where({ isPublished: true }).first('slug')) as { slug: string };
    const owner = await signIn();
    await db('dentists').where({ id }).update({ userId: owner.userId });
    const admin = await signIn({ role: 'admin' });
    const cookies = await page.context().cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    for (const path of [...pages, `/profile/${id}`, `/articles/${slug}`]) {
      const documents = new Set<string>();
      // Compares the pages only if all of them were rendered in the same minute.
      await expect
        .poll(async () => {
          documents.clear();
          for (const headers of [
            {},
            { authorization: `Bearer ${owner.token}`, cookie },
            { authorization: `Bearer ${admin.token}`, cookie, 'user-agent': 'Another browser' },
          ] as Record<string, string>[])
            documents.add(await (await request.get(server.url + path, { headers })).text());
          return [path, documents.size];
        })
        .toEqual([path, 1]);
      const [html] = [...documents] as [string];
      for (const secret of [owner.email, admin.email, owner.token, admin.token]) expect(html).not.toContain(secret);
    }
  },
);

test('pages allow exactly their own inline code, by its hash', async ({ server, request }) => {
  for (const path of [...pages, '/auth', '/no-such-page']) {
    const reply = await request.get(server.url + path);
    const policy = reply.headers()['content-security-policy']!;
    const html = await reply.text();
    expect([path, html.includes('nonce')]).toEqual([path, false]);
    const inlineCode = (tag: string) =>
      [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, text]) => text!);
    for (const [directive, tag] of [
      ['script-src', 'script'],
      ['style-src', 'style'],
    ] as const) {
      const hashes = inlineCode(tag).map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
      expect(hashes).toHaveLength(1);
      const sources = policy
        .split(';')
        .find((part) => part.startsWith(`${directive} `))!
        .split(' ')
        .slice(2);
      expect([path, sources.filter((source) => !source.startsWith('https:'))]).toEqual([path, hashes]);
    }
  }
});

test('a browser that comes back downloads no page again, and the page works', { tag: '@path' }, async ({ page }) => {
  const readTransfer = () =>
    page.evaluate(() => {
      const { transferSize, encodedBodySize } = performance.getEntriesByType(
        'navigation',
      )[0] as PerformanceNavigationTiming;
      return { transferSize, encodedBodySize };
    });
  // A page that is rendered in two different minutes has the same ETag, so the time of the visits doesn't matter.
  await page.goto('/about');
  const first = await readTransfer();
  expect(first.transferSize).toBeGreaterThan(first.encodedBodySize);
  await page.goto('/topics');
  await page.goto('/about');
  expect((await readTransfer()).transferSize).toBeLessThan(first.encodedBodySize / 2);
  await expect(page.locator('html[data-ready]')).toBeAttached();
  await page.getByRole('link', { name: 'Find a dentist' }).click();
  await expect(page.getByRole('heading', { name: 'Dental Directory' })).toBeVisible();
});
