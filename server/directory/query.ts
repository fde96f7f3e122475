import type { Knex } from 'knex';
import { isOpenAt } from '#shared/search-terms.ts';
import { ShortCache } from '#server/base/db/short-cache.ts';
import { findPlanBits } from '#server/listings/plans/plans.ts';
import { cleanText } from '#server/places/location.ts';
import { resolveLocation, type Place, type Scope } from '#server/places/places.ts';
import { toFilter, type FilterQuery, type ResolvedQuery } from './filters.ts';
import { nameWords } from './name-words.ts';
import type { Filter } from './queries-conditions.ts';
import { findService } from './queries-find.ts';
import { findOpenSchedules, findSchedulesAt } from './queries-schedules.ts';
import type { Order } from './rank.ts';

export interface SearchQuery extends FilterQuery {
  location?: string | undefined;
  /** A service's name or id; "all" and an empty text mean any. */
  service?: string | undefined;
  name?: string | undefined;
  /** Words that don't filter, separated by commas. Listings whose names or streets have them come first. */
  lead?: string | undefined;
  /** Open at this time on one of the days of `openOn`, or on a date. */
  openAt?: string | undefined;
  page: number;
  pageSize: number;
  /** Miles around a ZIP code or a city. */
  radius?: number | undefined;
  sort?: Order | undefined;
  /** False leaves out the sponsored places. */
  paidFirst?: boolean | undefined;
  /** Shows the sponsored places: up to three Pro Max listings of this search come first, different ones every day. */
  top?: boolean | undefined;
}

export type SearchFilters = Omit<SearchQuery, 'page' | 'pageSize'>;

const serviceCache = new ShortCache<{ id: number; name: string }>('services');

async function findCachedService(db: Knex, text: string): Promise<{ id: number; name: string } | undefined> {
  const service = serviceCache.get(db, text) ?? (await findService(db, text));
  return service && serviceCache.set(db, text, service);
}

/** The schedules that are open now, and those that are open at the time that the search asks for. */
async function findSchedules(
  db: Knex,
  { openNow, openAt, openOn }: SearchFilters,
  now: Date,
): Promise<Record<'openNow' | 'openAt', readonly number[] | undefined>> {
  const [open, at] = await Promise.all([
    openNow ? findOpenSchedules(db, now) : undefined,
    openAt && isOpenAt(openAt) ? findSchedulesAt(db, openAt, openOn?.length ? openOn : undefined) : undefined,
  ]);
  return { openNow: open, openAt: at };
}

export interface InterpretedQuery {
  scope: Scope;
  /** The query with its names resolved to ids, from which `filter` is built. */
  resolved: ResolvedQuery;
  filter: Filter;
  service: { id: number; name: string } | null;
}

/** Without a filter if the query names a place, service, plan, or language that doesn't exist, because then nothing matches. */
export async function interpretQuery(
  db: Knex,
  query: SearchFilters,
  now: Date,
): Promise<InterpretedQuery | { places: Place[] }> {
  const serviceText = cleanText(query.service ?? '');
  const [scope, service, plan, schedules] = await Promise.all([
    resolveLocation(db, query.location ?? '', query.radius),
    serviceText === '' || serviceText.toLowerCase() === 'all' ? null : findCachedService(db, serviceText),
    query.plan?.length ? findPlanBits(db, query.plan) : undefined,
    findSchedules(db, query, now),
  ]);
  const resolved = { ...query, ...schedules, service: service?.id, plan, words: nameWords(query.name ?? '') };
  const filter = toFilter(resolved);
  const isNowhere =
    !scope.everywhere && scope.states.length + scope.cities.length + scope.zip3s.length + scope.zips.length === 0;
  if (isNowhere || service === undefined || filter === null) return { places: scope.places };
  return { scope, service, resolved, filter };
}
