import type { Knex } from 'knex';
import type { Wish } from '#contract/listings/listings.ts';
import type { Clock } from '#server/base/clock.ts';
import { findListingsByIds } from '#server/listings/listings.ts';
import { resolveLocation } from '#server/places/places.ts';
import { explainRank } from '../explain-rank.ts';
import { toFilter } from '../filters.ts';
import { interpretQuery, type InterpretedQuery, type SearchQuery } from '../query.ts';
import { countMatches, findNearMatches } from './queries-almost.ts';
import { readMiles, type SearchItem, type SearchResult } from '../search.ts';
import { thresholds } from '../thresholds.ts';
import { listWishes } from '../wishes.ts';

const FEW = 5;
/** More wishes have too many combinations. */
const MOST_COMBINED = 7;
const radii = [10, 25, 50];

interface Almost {
  wishes: number;
  items: (SearchItem & { missing: Wish[] })[];
  wider: { radius: number; total: number } | null;
}

/** The near matches that continue a first page of fewer than five results, or undefined if it needs none. */
export async function findAlmost(
  db: Knex,
  query: SearchQuery,
  { total }: Pick<SearchResult, 'total'>,
  clock: Clock,
  interpreting = interpretQuery(db, query, clock.now()),
): Promise<Almost | undefined> {
  if (total >= FEW || query.page > 1 || query.pageSize <= total) return undefined;
  const interpreted = await interpreting;
  if (!('filter' in interpreted)) return undefined;
  const { scope } = interpreted;
  const order = scope.miles ? 'distance' : 'best';
  const { wishes, found } = await findByWishes(db, query, interpreted, {
    order,
    limit: query.pageSize - total,
    most: total === 0 ? MOST_COMBINED : 2,
    reach: thresholds.near,
    counted: interpreted.filter.words.length > 0 ? thresholds.counted : thresholds.area,
  });
  const listings = await findListingsByIds(
    db,
    found.map(({ id }) => id),
  );
  const missingOf = new Map(found.map(({ id, missing }) => [id, missing]));
  const milesTo = readMiles(scope);
  return {
    wishes,
    items: listings.map((listing) => ({
      ...listing,
      why: explainRank(listing, {
        order,
        isSponsored: false,
        isAfterSponsored: false,
        isLead: false,
        miles: milesTo(listing),
      }),
      missing: missingOf.get(listing.id)!,
    })),
    wider:
      scope.cities.length + scope.zips.length > 0 ? await findWiderArea(db, query, total, interpreted.filter) : null,
  };
}

/** Finds the listings that lack the fewest wishes, up to `most`, each with those that it lacks. */
async function findByWishes(
  db: Knex,
  query: SearchQuery,
  { scope, resolved, filter, service }: InterpretedQuery,
  { most, ...options }: Parameters<typeof findNearMatches>[3] & { most: number },
): Promise<{ wishes: number; found: { id: number; missing: Wish[] }[] }> {
  const wishes = listWishes(query, { service });
  const last = wishes.length <= MOST_COMBINED ? Math.min(most, wishes.length) : 1;
  const groups = Array.from({ length: last }, (_, index) => combine(wishes, index + 1));
  if (groups.length === 0) return { wishes: 0, found: [] };
  const near = await findNearMatches(
    db,
    scope,
    {
      groups: groups.map((group) =>
        group.map((dropped) => toFilter(dropped.reduce((rest, { drop }) => drop(rest), resolved))!),
      ),
      whole: filter,
    },
    options,
  );
  const choices = groups.flat();
  const found = near.map(({ id, choice }) => ({
    id,
    missing: choices[choice]!.map(({ filter: name, value }) => ({ filter: name, value })),
  }));
  return { wishes: wishes.length, found };
}

/** All choices of `size` items of a list. */
const combine = <T>(list: readonly T[], size: number): T[][] =>
  size === 0
    ? [[]]
    : list.flatMap((one, index) => combine(list.slice(index + 1), size - 1).map((others) => [one, ...others]));

/** The smallest larger distance that finds more. Each ring is only counted if the rings within it don't find more. */
async function findWiderArea(
  db: Knex,
  query: SearchQuery,
  total: number,
  filter: InterpretedQuery['filter'],
): Promise<Almost['wider']> {
  const wider = radii.filter((miles) => miles > (query.radius ?? 0));
  if (wider.length === 0) return null;
  const { zips, miles } = await resolveLocation(db, query.location ?? '', wider.at(-1));
  if (!miles) return null;
  let count = query.radius ? total : 0;
  let inner = query.radius ?? -1;
  for (const radius of wider) {
    const ring = zips.filter((_, index) => miles[index]! > inner && miles[index]! <= radius);
    if (ring.length > 0) count += await countMatches(db, ring, filter);
    if (count > total) return { radius, total: count };
    inner = radius;
  }
  return null;
}
