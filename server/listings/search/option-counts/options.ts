import type { Knex } from 'knex';
import { priceLimits, ratingLimits, reviewLimits, type CountedFilter } from '#contract/listings/filter-options.ts';
import { languageNames } from '#contract/listings/languages.ts';
import { openDays } from '#contract/listings/search-terms.ts';
import { findPlanBitsBySlug } from '../../plans/plans.ts';
import { findCountedServices } from '../directory-words.ts';
import { combineFilters, type FilterQuery } from '../filters.ts';
import { MASKED_SERVICES, type Filter } from '../queries-conditions.ts';
import { groupFeatures } from '../rare/features.ts';
import { extraFilterOf, filterOf, type PartName } from './split-filter.ts';

/** An option of a filter that is counted by the features of listings. A listing has the option if it has one of these. */
export interface Option {
  filter: CountedFilter;
  value: string;
  /** The part of the search that the option takes the place of. */
  replaces: PartName | null;
  features: readonly number[];
}

const everywhere = { everywhere: true, states: [], cities: [], zip3s: [], zips: [], miles: null };
const flags = ['newPatients', 'insurance', 'emergency', 'wheelchair'] as const;
const ANY_TIME = new Date(0);

const featuresOf = (filter: Filter): number[] => groupFeatures(everywhere, filter).groups.flat();
const featuresOfQuery = (query: FilterQuery): number[] =>
  featuresOf(combineFilters(query, ANY_TIME)!.toFilter(null, null, []));

/** The options that the filters of a search offer. Open now is not one of them, because it isn't a feature. */
export async function listOptions(db: Knex, { evening, openOn }: FilterQuery): Promise<Option[]> {
  const [services, plans] = await Promise.all([findCountedServices(db), findPlanBitsBySlug(db)]);
  const serviceIds = services.map(({ id }) => id).filter((id) => id <= MASKED_SERVICES);
  return [
    ...serviceIds.flatMap((id): Option[] => {
      const option = { value: String(id), features: featuresOf(filterOf({ serviceId: id })) };
      return [
        { ...option, filter: 'service', replaces: 'service' },
        { ...option, filter: 'services', replaces: null },
      ];
    }),
    ...Array.from(plans, ([value, bits]): Option => ({
      filter: 'plan',
      value,
      replaces: 'plan',
      features: featuresOf(extraFilterOf({ plans: bits })),
    })),
    ...openDays.map((day): Option => ({
      filter: 'openOn',
      value: day,
      replaces: 'hours',
      features: featuresOfQuery({ openOn: [day], evening }),
    })),
    { filter: 'evening', value: '1', replaces: 'hours', features: featuresOfQuery({ openOn, evening: true }) },
    ...flags.map((flag): Option => ({
      filter: flag,
      value: '1',
      replaces: null,
      features: featuresOfQuery({ [flag]: true }),
    })),
    ...languageNames.map((language): Option => ({
      filter: 'language',
      value: language,
      replaces: 'language',
      features: featuresOfQuery({ language }),
    })),
    ...(['female', 'male'] as const).map((gender): Option => ({
      filter: 'gender',
      value: gender,
      replaces: 'gender',
      features: featuresOfQuery({ gender }),
    })),
    ...listLimitOptions('maxPrice', priceLimits),
    ...listLimitOptions('minRating', ratingLimits),
    ...listLimitOptions('minReviews', reviewLimits),
  ];
}

const listLimitOptions = (filter: 'maxPrice' | 'minRating' | 'minReviews', limits: readonly number[]): Option[] =>
  limits.map((limit) => ({
    filter,
    value: String(limit),
    replaces: filter,
    features: featuresOfQuery({ [filter]: limit }),
  }));
