import type { Knex } from 'knex';
import { ATTRIBUTE_BITS } from '../queries-totals.ts';
import type { ExtraFilter, Filter } from '../queries-conditions.ts';
import { findSchedules } from '../queries-schedules.ts';

/** The parts of a search that an option replaces. Evenings and days are one part. */
export const partNames = [
  'service',
  'hours',
  'language',
  'plan',
  'gender',
  'maxPrice',
  'minRating',
  'minReviews',
] as const;
export type PartName = (typeof partNames)[number];

const noExtra: ExtraFilter = { services: [], plans: 0n, gender: null, maxPrice: null, minRating: 0, minReviews: 0 };
const noFilter: Filter = {
  serviceId: null,
  flags: 0,
  schedules: null,
  words: [],
  days: 0,
  evenings: 0,
  openAt: null,
  extra: null,
};

export const filterOf = (values: Partial<Filter>): Filter => ({ ...noFilter, ...values });
export const extraFilterOf = (values: Partial<ExtraFilter>): Filter => filterOf({ extra: { ...noExtra, ...values } });

export interface SplitFilter {
  /** The part that every option keeps. */
  kept: Filter;
  parts: { name: PartName; filter: Filter }[];
}

/**
 * Divides a filter into what every option keeps, and parts that the options of one filter replace. `open` are the schedules that are
 * open now.
 */
export async function splitFilter(db: Knex, filter: Filter, hasService: boolean, open: number[]): Promise<SplitFilter> {
  const { flags, days = 0, evenings = 0, openAt = null } = filter;
  const extra = filter.extra ?? noExtra;
  const languages = flags & ~ATTRIBUTE_BITS;
  const hours = days || evenings ? await findSchedules(db, { openAt: null, days, evenings }) : null;
  const parts: Partial<Record<PartName, Filter>> = {
    ...(hasService && { service: filterOf({ serviceId: filter.serviceId }) }),
    ...(hours && { hours: filterOf({ schedules: hours, days, evenings }) }),
    ...(languages && { language: filterOf({ flags: languages }) }),
    ...(extra.plans !== 0n && { plan: extraFilterOf({ plans: extra.plans }) }),
    ...(extra.gender && { gender: extraFilterOf({ gender: extra.gender }) }),
    ...(extra.maxPrice !== null && { maxPrice: extraFilterOf({ maxPrice: extra.maxPrice }) }),
    ...(extra.minRating > 0 && { minRating: extraFilterOf({ minRating: extra.minRating }) }),
    ...(extra.minReviews > 0 && { minReviews: extraFilterOf({ minReviews: extra.minReviews }) }),
  };
  return {
    kept: filterOf({
      serviceId: hasService ? null : filter.serviceId,
      flags: flags & ATTRIBUTE_BITS,
      schedules: openAt && open,
      openAt,
      words: filter.words,
      extra: { ...noExtra, services: extra.services },
    }),
    parts: partNames.flatMap((name) => (parts[name] ? [{ name, filter: parts[name] }] : [])),
  };
}
