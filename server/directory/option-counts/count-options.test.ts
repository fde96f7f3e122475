import * as fc from 'fast-check';
import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { CountedFilter } from '#shared/listings/filter-options.ts';
import { openDays, type OpenDay } from '#shared/search-terms.ts';
import { freshDatabase, type FreshDatabase } from '#server/test/programs/database.ts';
import { clock, fill, listing, serviceIds, type Listing } from '#server/test/directory.ts';
import { expected } from '#server/test/plain-search.ts';
import { thresholds } from '../thresholds.ts';
import type { SearchFilters, SearchQuery } from '../search.ts';
import { countOptions } from './count-options.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

function useThresholds(other: Partial<typeof thresholds>): void {
  const usual = { ...thresholds };
  Object.assign(thresholds, other);
  onTestFinished(() => void Object.assign(thresholds, usual));
}

const query = fc.record(
  {
    location: fc.constantFrom('ny', 'Springfield', '10001', '1', 'nowhere'),
    service: fc.constantFrom('Veneers', 'Teeth Whitening'),
    name: fc.constantFrom('smith', 'an', 'linden care'),
    openNow: fc.constant(true),
    insurance: fc.constant(true),
    wheelchair: fc.constant(true),
    parking: fc.constant(true),
    language: fc.constantFrom('Spanish', 'Persian'),
    services: fc.subarray([0, 1, 2], { minLength: 1 }),
    plan: fc.subarray(['delta-dental', 'aetna', 'spirit-dental'], { minLength: 1 }),
    openOn: fc.subarray([...openDays], { minLength: 1, maxLength: 3 }),
    evening: fc.constant(true),
    gender: fc.constantFrom('female' as const, 'male' as const),
    maxPrice: fc.constantFrom(198, 199, 300),
    minRating: fc.constantFrom(1, 3.5, 4),
    minReviews: fc.constantFrom(1, 30, 50),
  },
  { requiredKeys: [] },
);
/** A few filters at a time, because hardly any listing matches all of them. */
const fewFilters = fc
  .tuple(
    query,
    fc.shuffledSubarray(
      Object.keys({
        location: 0,
        service: 0,
        name: 0,
        openNow: 0,
        insurance: 0,
        wheelchair: 0,
        parking: 0,
        language: 0,
        services: 0,
        plan: 0,
        openOn: 0,
        evening: 0,
        gender: 0,
        maxPrice: 0,
        minRating: 0,
        minReviews: 0,
      }),
      { maxLength: 3 },
    ),
  )
  .map(([all, kept]) => Object.fromEntries(Object.entries(all).filter(([name]) => kept.includes(name))) as typeof all);

/** A search with an option, as the directory's panel sends it. */
function choose(q: SearchFilters, filter: CountedFilter, value: string): SearchQuery {
  const page = { page: 1, pageSize: 1 };
  if (filter === 'services') return { ...q, ...page, services: [...(q.services ?? []), Number(value)] };
  if (filter === 'openOn') return { ...q, ...page, openOn: [value as OpenDay] };
  if (filter === 'plan') return { ...q, ...page, plan: [value] };
  if (filter === 'maxPrice' || filter === 'minRating' || filter === 'minReviews')
    return { ...q, ...page, [filter]: Number(value) };
  return { ...q, ...page, [filter]: filter !== 'service' && value === '1' ? true : value };
}

/** Every option's count and what a plain filter finds, for options whose plain filter the tests know. */
function compare(
  all: (Listing & { id: number })[],
  q: SearchFilters,
  { counts }: Awaited<ReturnType<typeof countOptions>>,
) {
  const found: Record<string, number> = {};
  const plain: Record<string, number> = {};
  for (const [filter, options] of Object.entries(counts) as [CountedFilter, Record<string, number>][])
    for (const [value, count] of Object.entries(options)) {
      if (filter === 'language' && !['Spanish', 'Persian'].includes(value)) continue;
      found[`${filter} ${value}`] = count;
      plain[`${filter} ${value}`] = expected(all, choose(q, filter, value)).length;
    }
  return { found, plain };
}

test.each([
  ['by reading listings', {}],
  ['by the first listings', { counted: 3 }],
])('each count is the total of the search with that option, %s', { timeout: 240_000 }, async (_, other) => {
  useThresholds(other);
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(listing, { minLength: 6, maxLength: 16 }),
      fc.array(fewFilters, { minLength: 4, maxLength: 4 }),
      async (listings, queries) => {
        const all = await fill(database.db, listings);
        const changed = all.find(({ deleted }) => !deleted);
        if (changed) {
          await database
            .db('dentists')
            .where({ id: changed.id })
            .update({ acceptsInsurance: !changed.acceptsInsurance });
          changed.acceptsInsurance = !changed.acceptsInsurance;
        }
        // Counts are cached per Knex object, and must not come from an earlier directory.
        const db = Object.create(database.db) as Knex;
        for (const drawn of queries) {
          const q = { ...drawn, services: drawn.services?.map((one) => serviceIds[one]!) };
          const result = await countOptions(db, q, clock);
          const { found, plain } = compare(all, q, result);
          const { atLeast } = result;
          for (const option of Object.keys(found)) {
            const [filter] = option.split(' ') as [CountedFilter];
            if (atLeast.includes(filter))
              expect({ q, option, isTooMany: found[option]! > plain[option]! }).toEqual({
                q,
                option,
                isTooMany: false,
              });
            else {
              expect({ q, option, count: found[option] }).toEqual({ q, option, count: plain[option] });
              compared += 1;
            }
          }
        }
      },
    ),
    { numRuns: 12 },
  );
  if (!('counted' in other)) expect(compared).toBeGreaterThan(1_000);
});
