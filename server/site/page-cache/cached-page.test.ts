import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { CachedPage } from './cached-page.ts';

it('sends fewer bytes as Brotli than as gzip', async () => {
  const body = await readFile(new URL('../../../README.md', import.meta.url));
  const moment = { versions: { listings: '1', articles: '1', ads: '1', settings: '1' }, minute: 1 };
  const page = new CachedPage({ status: 200, headers: {}, etag: 'W/"1"', route: '/', body }, moment, []);
  const [brotli, gzip] = await Promise.all([page.body('br'), page.body('gzip')]);
  expect(brotli.length).toBeLessThan(gzip.length * 0.97);
});
