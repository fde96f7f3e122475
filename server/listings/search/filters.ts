import { shippedPlanBits } from '#contract/places/insurance-plans.ts';
import { languages } from '#contract/listings/languages.ts';
import { openDays, type OpenDay } from '#contract/listings/search-terms.ts';
import { cleanText } from '#server/places/location.ts';
import type { ExtraFilter, Filter } from './queries-conditions.ts';
import type { ScheduleFilter } from './queries-schedules.ts';

/** The filters of a search besides its place, service, and name. */
export interface FilterQuery {
  openNow?: boolean | undefined;
  newPatients?: boolean | undefined;
  insurance?: boolean | undefined;
  emergency?: boolean | undefined;
  wheelchair?: boolean | undefined;
  /** A language, or several separated by commas, all of which a listing must speak. */
  language?: string | undefined;
  /** Services that a listing must all offer. */
  services?: readonly number[] | undefined;
  /** Slugs of insurance plans, of which a listing must take one. */
  plan?: readonly string[] | undefined;
  /** Open on one of these days. */
  openOn?: readonly OpenDay[] | undefined;
  /** Open past 6 PM, on one of the days of `openOn` if there are any. */
  evening?: boolean | undefined;
  gender?: 'female' | 'male' | undefined;
  maxPrice?: number | undefined;
  minRating?: number | undefined;
  minReviews?: number | undefined;
}

/** The bits of listing_flags() in the database. */
const Flag = { newPatients: 1, insurance: 2, emergency: 4, wheelchair: 8 } as const;
const FIRST_LANGUAGE_BIT = 5;
const ALL_DAYS = 2 ** openDays.length - 1;

/** The bits of languages separated by commas. Null if one is unknown. */
function findLanguageBits(text: string): number | null {
  let bits = 0;
  for (const word of text.split(',')) {
    const languageText = cleanText(word).toLowerCase();
    if (languageText === '') continue;
    const index = languages.findIndex(
      ([name, ...words]) => name.toLowerCase() === languageText || words.includes(languageText),
    );
    if (index === -1) return null;
    bits |= 1 << (FIRST_LANGUAGE_BIT + index);
  }
  return bits;
}

interface CombinedFilters {
  /** Null if the search doesn't depend on hours. */
  schedules: ScheduleFilter | null;
  toFilter(serviceId: number | null, schedules: number[] | null, words: string[]): Filter;
}

const findShippedBits = (slugs: readonly string[]): bigint =>
  slugs.reduce((bits, slug) => bits | (shippedPlanBits.get(slug) ?? 0n), 0n);

/**
 * Translates the filters to bits. Null if nothing can match, because a language or plan is unknown. `plans` are the bits of the
 * query's plans; by default, those of plans as they ship.
 */
export function combineFilters(
  query: FilterQuery,
  now: Date,
  plans: bigint = findShippedBits(query.plan ?? []),
): CombinedFilters | null {
  let flags = 0;
  for (const name of Object.keys(Flag) as (keyof typeof Flag)[]) if (query[name]) flags |= Flag[name];
  if (query.language?.trim()) {
    const bits = findLanguageBits(query.language);
    if (bits === null) return null;
    flags |= bits;
  }
  if (plans === 0n && query.plan?.length) return null;
  const hours = combineSchedules(query, now);
  return {
    schedules: hours,
    toFilter(serviceId, schedules, words) {
      const services = (query.services ?? []).filter((id) => id !== serviceId);
      // The first service is looked up in the stored counts.
      const first = serviceId ?? services.shift() ?? null;
      const extra: ExtraFilter = {
        services,
        plans,
        gender: query.gender ?? null,
        maxPrice: query.maxPrice ?? null,
        minRating: query.minRating ?? 0,
        minReviews: query.minReviews ?? 0,
      };
      return {
        serviceId: first,
        flags,
        schedules,
        words,
        days: hours?.days ?? 0,
        evenings: hours?.evenings ?? 0,
        openAt: hours?.openAt ?? null,
        extra: isEmpty(extra) ? null : extra,
      };
    },
  };
}

function combineSchedules({ openNow, openOn = [], evening }: FilterQuery, now: Date): ScheduleFilter | null {
  let days = 0;
  for (const day of openOn) days |= 1 << openDays.indexOf(day);
  if (!openNow && !evening && days === 0) return null;
  return { openAt: openNow ? now : null, days: evening ? 0 : days, evenings: evening ? days || ALL_DAYS : 0 };
}

const isEmpty = ({ services, plans, gender, maxPrice, minRating, minReviews }: ExtraFilter): boolean =>
  services.length === 0 && plans === 0n && gender === null && maxPrice === null && minRating === 0 && minReviews === 0;
