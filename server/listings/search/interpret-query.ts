import type { Knex } from 'knex';
import { ShortCache } from '#server/db/short-cache.ts';
import { cleanText } from '#server/places/location.ts';
import { resolveLocation, type Place, type Scope } from '#server/places/places.ts';
import { findPlanBits } from '../plans/plans.ts';
import { combineFilters, type FilterQuery } from './filters.ts';
import { nameWords } from './name-words.ts';
import type { Filter } from './queries-conditions.ts';
import { findSchedules } from './queries-schedules.ts';
import { findService } from './queries-search.ts';
import type { Order } from './rank.ts';

export interface SearchQuery extends FilterQuery {
  location?: string | undefined;
  /** A service's name or id; "all" and an empty text mean any. */
  service?: string | undefined;
  name?: string | undefined;
  page: number;
  pageSize: number;
  /** Miles around a ZIP code or a city. */
  radius?: number | undefined;
  sort?: Order | undefined;
  /** False ignores payment in the order. */
  paidFirst?: boolean | undefined;
  /** Puts up to ten Pro Max listings of this search first, different ones every day. */
  top?: boolean | undefined;
}

const serviceCache = new ShortCache<{ id: number; name: string }>('services');

async function findCachedService(db: Knex, text: string): Promise<{ id: number; name: string } | undefined> {
  const service = serviceCache.get(db, text) ?? (await findService(db, text));
  return service && serviceCache.set(db, text, service);
}

export interface InterpretedQuery {
  scope: Scope;
  filter: Filter;
  service: { id: number; name: string } | null;
}

/** Without a filter if the query names a place, service, or language that does not exist, because then nothing matches. */
export async function interpretQuery(
  db: Knex,
  query: SearchQuery,
  now: Date,
): Promise<InterpretedQuery | { places: Place[] }> {
  const serviceText = cleanText(query.service ?? '');
  const combined = combineFilters(query, now, query.plan ? await findPlanBits(db, query.plan) : 0n);
  const [scope, service, schedules] = await Promise.all([
    resolveLocation(db, query.location ?? '', query.radius),
    serviceText === '' || serviceText.toLowerCase() === 'all' ? null : findCachedService(db, serviceText),
    combined?.schedules ? findSchedules(db, combined.schedules) : null,
  ]);
  const isNowhere =
    !scope.everywhere && scope.states.length + scope.cities.length + scope.zip3s.length + scope.zips.length === 0;
  if (isNowhere || service === undefined || combined === null) return { places: scope.places };
  return { scope, service, filter: combined.toFilter(service?.id ?? null, schedules, nameWords(query.name ?? '')) };
}
