import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { rows } from '#server/base/db/knex.ts';
import type { TestApp } from '#server/test/app.ts';
import { base, fill } from '#server/test/directory.ts';

// A new filter as a developer adds it: one line in the contract, and its feature in listing_entries(). Modules of the contract are read
// again, because test files share them.
const CONTRACT = '#shared/listings/feature-filters.ts';
let app: TestApp;
beforeAll(async () => {
  vi.resetModules();
  vi.doMock(CONTRACT, async (original) => {
    const { featureFilters } = await original<{ featureFilters: readonly { name: string }[] }>();
    const added = [...featureFilters, { name: 'logo', feature: 10_099, label: 'Shows a logo' }];
    return { featureFilters: added, featureFilterNames: added.map(({ name }) => name) };
  });
  app = await (await import('#server/test/app.ts')).testApp();
});
afterAll(async () => {
  await app.stop();
  vi.doUnmock(CONTRACT);
  vi.resetModules();
});

it('a filter is added by one line in the contract and one in the database', async () => {
  const { db } = app.deps;
  const [ann, bob] = await fill(db, [
    { ...base, name: 'Ann' },
    { ...base, name: 'Bob' },
  ]);
  await db('dentists').where({ id: bob!.id }).update({ logo: '/media/x' });
  const [entries] = await rows<{ sql: string }>(db, `select pg_get_functiondef('listing_entries'::regproc) as sql`);
  const withLogo = entries!.sql.replace(
    'array_remove(array[',
    'array_remove(array[case when d.logo is not null then 10099 end, ',
  );
  await db.raw(withLogo.replaceAll('?', String.raw`\?`));
  await db.raw('select rebuild_directory()');

  const search = await app.get('/api/directory?logo=1');
  expect(search.body).toMatchObject({ total: 1, totalIsExact: true, items: [{ id: bob!.id }] });
  const options = await app.get('/api/directory/option-counts');
  expect(options.body).toMatchObject({ counts: { logo: { 1: 1 }, newPatients: { 1: 2 } } });
  // A later change of a listing is found, too.
  await db('dentists').where({ id: ann!.id }).update({ logo: '/media/y' });
  expect((await app.get('/api/directory?logo=1')).body).toMatchObject({ total: 2 });
  expect((await app.get('/api/dentists/search?logo=1&page=1')).headers.get('x-total-count')).toBe('2');

  const { readSearch, directoryUrl } = await import('#ui/listings/search/search-state.ts');
  const { listActiveFilters } = await import('#ui/listings/search/filter-labels.ts');
  const state = readSearch(new URLSearchParams('logo=1'));
  expect(directoryUrl(state)).toBe('/directory?logo=1');
  expect(listActiveFilters(state, { services: undefined, plans: [] }).map(({ label }) => label)).toEqual([
    'Shows a logo',
  ]);
});
