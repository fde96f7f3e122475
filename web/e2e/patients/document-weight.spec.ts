import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../harness/fixtures.ts';

const scriptFiles = new URL('../../dist/client/assets/', import.meta.url);
const SCRIPT_LIMIT = 110_000;

/** Bytes of a document before compression. */
const limits = { '/': 45_000, '/directory': 100_000, profile: 70_000, '/pricing': 60_000 };

test('public documents and their scripts stay light', { tag: '@path' }, async ({ request, server }) => {
  const directory = await (await request.get('/directory')).text();
  const cards = directory.match(/<article/g);
  const profilePath = /href="(\/[\w-]+\/[\w-]+\/dentist\/[\w-]+)"/.exec(directory)![1]!;
  expect(cards).toHaveLength(10);
  for (const [page, limit] of Object.entries(limits)) {
    const path = page === 'profile' ? profilePath : page;
    const response = await request.get(server.url + path);
    const html = await response.text();
    expect(Buffer.byteLength(html), `bytes of ${path}`).toBeLessThanOrEqual(limit);
    const scripts = [...html.matchAll(/rel="modulepreload"[^>]* href="\/assets\/([^"]+)"/g)].map(([, name]) => name!);
    const sizes = await Promise.all(
      scripts.map((name) => readFile(fileURLToPath(new URL(`${name}.br`, scriptFiles))).catch(() => Buffer.alloc(256))),
    );
    const scriptBytes = sizes.reduce((sum, { length }) => sum + length, 0);
    expect(scripts.length, `scripts of ${path}`).toBeGreaterThan(1);
    expect(scriptBytes, `compressed scripts of ${path}`).toBeLessThanOrEqual(SCRIPT_LIMIT);
  }
});

test('icons come from files that the strict policy allows', { tag: '@path' }, async ({ page }) => {
  const icons = page.waitForResponse((response) => response.url().endsWith('.svg') && response.ok());
  await page.goto('/directory');
  const response = await icons;
  const [name] = (await page.locator('article use').first().getAttribute('href'))!.split('#');
  expect(response.headers()['cache-control']).toContain('immutable');
  // An icon whose file or symbol is missing has no size.
  const widths = await page
    .locator('article svg.icon use')
    .evaluateAll((uses) => (uses as SVGUseElement[]).slice(0, 20).map((use) => use.getBBox().width));
  expect(name).toMatch(/^\/assets\/[\w-]+\.svg$/);
  expect(Math.min(...widths)).toBeGreaterThan(0);
});
