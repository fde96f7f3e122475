import { priceLimits, ratingLimits, reviewLimits } from '#shared/listings/filter-options.ts';
import { featureFilters, type FeatureFilter } from '#shared/listings/feature-filters.ts';
import { languages } from '#shared/listings/languages.ts';
import { openDays, type OpenDay } from '#shared/search-terms.ts';
import type { Box } from '#shared/places/box.ts';
import { cleanText } from '#server/places/location.ts';
import * as features from './features.ts';
import type { Filter, Limit } from './queries-conditions.ts';

/** The filters of a search besides its place, service, and name. */
export interface FilterQuery extends Partial<Record<FeatureFilter, boolean | undefined>> {
  openNow?: boolean | undefined;
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
  /** An area of the map. */
  box?: Box | undefined;
}

/** A query whose names were looked up in the database. */
export interface ResolvedQuery extends Omit<FilterQuery, 'plan' | 'openNow'> {
  service?: number | undefined;
  /** The bits of the plans; 0 if none of the named plans exists. */
  plan?: bigint | undefined;
  /** The schedules that are open now. */
  openNow?: readonly number[] | undefined;
  /** The schedules that are open at the time or on the date that the search asks for. */
  openAt?: readonly number[] | undefined;
  words?: readonly string[];
}

/** The condition of one filter. */
interface Condition {
  all?: readonly number[];
  /** A listing must have one of these. */
  any?: readonly number[];
  limits?: readonly Limit[];
}

/** Null if nothing can match. Undefined if the query doesn't have the filter. */
type ToCondition = (query: ResolvedQuery) => Condition | null | undefined;

/** The places of languages separated by commas in the contract's list. Null if one is unknown. */
function findLanguages(text: string): number[] | null {
  const places: number[] = [];
  for (const word of text.split(',')) {
    const languageText = cleanText(word).toLowerCase();
    if (languageText === '') continue;
    const place = languages.findIndex(
      ([name, ...words]) => name.toLowerCase() === languageText || words.includes(languageText),
    );
    if (place === -1) return null;
    places.push(place);
  }
  return places;
}

function hoursCondition({ openOn = [], evening }: ResolvedQuery): Condition | undefined {
  const days = openOn.map((day) => openDays.indexOf(day));
  if (evening) return days.length > 0 ? { any: days.map(features.eveningFeature) } : { all: [features.EVENING] };
  return days.length > 0 ? { any: days.map(features.dayFeature) } : undefined;
}

/**
 * The condition of a limit. The nearest limit of the menu that includes it is a feature, so an index finds the listings; another
 * limit is compared, too.
 */
function limitCondition(
  limit: Limit,
  menu: readonly number[],
  toFeature: (limit: number) => number,
): Condition | undefined {
  const { value, comparison } = limit;
  const nearest =
    comparison === '<=' ? menu.find((step) => step >= value) : menu.findLast((step) => step <= value && step > 0);
  const all = nearest === undefined ? [] : [toFeature(nearest)];
  return nearest === value ? { all } : { all, limits: [limit] };
}

export const boxLimits = ({ west, south, east, north }: Box): Limit[] => [
  { column: 'lat', comparison: '>=', value: south },
  { column: 'lat', comparison: '<=', value: north },
  { column: 'lng', comparison: '>=', value: west },
  { column: 'lng', comparison: '<=', value: east },
];

/** Each filter in one place: its condition on a listing. option-counts/options.ts lists the options that its menu counts. */
const conditions = {
  ...(Object.fromEntries(
    featureFilters.map(({ name, feature }): [FeatureFilter, ToCondition] => [
      name,
      (query) => (query[name] ? { all: [feature] } : undefined),
    ]),
  ) as Record<FeatureFilter, ToCondition>),
  service: ({ service }) => (service === undefined ? undefined : { all: [features.serviceFeature(service)] }),
  services: ({ services }) => services && { all: services.map(features.serviceFeature) },
  plan: ({ plan }) => (plan === undefined ? undefined : plan === 0n ? null : { any: features.planFeatures(plan) }),
  hours: hoursCondition,
  language({ language }) {
    if (!language?.trim()) return undefined;
    const places = findLanguages(language);
    return places && { all: places.map(features.languageFeature) };
  },
  gender: ({ gender }) => gender && { all: [features.genderFeature(gender)] },
  maxPrice: ({ maxPrice }) =>
    maxPrice === undefined
      ? undefined
      : limitCondition({ column: 'price', comparison: '<=', value: maxPrice }, priceLimits, features.priceFeature),
  // Fewer reviews than the menu offers aren’t a feature, so no index helps, and a column is compared faster than the features.
  minRating: ({ minRating, minReviews }) =>
    minRating
      ? limitCondition(
          { column: 'rating', comparison: '>=', value: minRating },
          minReviews && minReviews < reviewLimits[0]! ? [] : ratingLimits,
          features.ratingFeature,
        )
      : undefined,
  minReviews: ({ minReviews }) =>
    minReviews
      ? limitCondition(
          { column: 'review_count', comparison: '>=', value: minReviews },
          reviewLimits,
          features.reviewsFeature,
        )
      : undefined,
  box: ({ box }) => box && { limits: boxLimits(box) },
} satisfies Record<string, ToCondition>;

/** Joins the conditions of a query. Null if nothing can match. */
export function toFilter(query: ResolvedQuery): Filter | null {
  const all = new Set<number>();
  const any: (readonly number[])[] = [];
  const limits: Limit[] = [];
  for (const toCondition of Object.values<ToCondition>(conditions)) {
    const condition = toCondition(query);
    if (condition === null) return null;
    for (const feature of condition?.all ?? []) all.add(feature);
    limits.push(...(condition?.limits ?? []));
    if (condition?.any?.length === 1) all.add(condition.any[0]!);
    else if (condition?.any) any.push(condition.any);
  }
  return { all: [...all], any, limits, schedules: joinSchedules(query), words: query.words ?? [] };
}

/** The schedules that a listing may have. Null if any will do. */
const joinSchedules = ({ openNow, openAt }: ResolvedQuery): readonly number[] | null =>
  (openNow && openAt ? openNow.filter((id) => openAt.includes(id)) : (openNow ?? openAt)) ?? null;
