import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchDirectory } from '#contract/listings/listings.ts';
import { resolveLocation } from '#server/places/places.ts';
import { seedSample } from '#server/sample/seed.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { searchQuery } from '#ui/listings/search/directory-query.ts';
import { readSearch, type SearchState } from '#ui/listings/search/search-state.ts';
import { findAlmost } from './beside-results/almost.ts';
import { interpretSentence } from './interpret-sentence.ts';
import { interpretQuery, type SearchQuery } from './query.ts';
import { searchListings } from './search.ts';
import { readUnseen } from './sentence/unseen-score.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ now: '2026-11-26T15:30:00Z' });
  await seedSample(app.databaseUrl, { count: 300, clock: app.deps.clock, hashPassword: async () => 'x', seed: 7 });
});
afterAll(() => app.stop());

const readLines = (name: string): string =>
  readFileSync(new URL(`./sentence/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .join('\n');
const sentences = [
  ...readLines('sentences.txt')
    .split('\n')
    .map((line) => line.split(' => ')[0]!),
  ...['unseen.tsv', 'everyday.tsv'].flatMap((name) => readUnseen(readLines(name)).map(({ sentence }) => sentence)),
];

/** Runs the work in batches, because the database has few connections. */
async function mapInBatches<T, R>(list: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < list.length; start += 8)
    results.push(...(await Promise.all(list.slice(start, start + 8).map(work))));
  return results;
}

const toQuery = (search: SearchState): SearchQuery => ({
  ...searchDirectory.query.parse(searchQuery(search)),
  page: 1,
  pageSize: 10,
});

/** The number of listings on the first page of a search, near matches included. */
async function countShown(query: SearchQuery): Promise<number> {
  const { db, clock } = app.deps;
  const interpreting = interpretQuery(db, query, clock.now());
  const result = await searchListings(db, query, clock, interpreting);
  const almost = result.total > 0 ? undefined : await findAlmost(db, query, result, clock, interpreting);
  return result.items.length + (almost?.items.length ?? 0);
}

/** Adds a listing with no facts to each of these places that has no listing. */
async function addListings(searches: readonly SearchState[]): Promise<void> {
  const { db } = app.deps;
  const added = new Map<string, { name: string; city: string; state: string; zipCode: string | null }>();
  await mapInBatches(searches, async ({ location, radius }) => {
    if (location === '' || added.has(location)) return;
    if ((await countShown(toQuery(readSearch(new URLSearchParams({ location, radius: String(radius) }))))) > 0) return;
    const { places, zips } = await resolveLocation(db, location, radius || undefined);
    const [place] = places;
    if (!place?.city || !place.state) return;
    added.set(location, { name: 'Pat Plain', city: place.city, state: place.state, zipCode: zips[0] ?? null });
  });
  await db('dentists').insert([...added.values()]);
}

test('every sentence of a known place shows listings', { timeout: 60_000 }, async () => {
  const { db, clock } = app.deps;
  const searches = await mapInBatches(sentences, async (sentence) =>
    readSearch(new URLSearchParams(await interpretSentence(db, sentence, clock))),
  );
  await addListings(searches);
  const shown = await mapInBatches(searches, (search) => countShown(toQuery(search)));
  expect(sentences.filter((_, index) => shown[index] === 0)).toEqual([]);
});
