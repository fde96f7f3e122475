import type { Knex } from 'knex';
import { featureFilters } from '#shared/listings/feature-filters.ts';
import { priceLimits, ratingLimits, reviewLimits, type CountedFilter } from '#shared/listings/filter-options.ts';
import { languageNames } from '#shared/listings/languages.ts';
import { openDays } from '#shared/search-terms.ts';
import { findPlanBitsBySlug } from '#server/listings/plans/plans.ts';
import { findCountedServices } from '../directory-words.ts';
import * as features from '../features.ts';
import type { ResolvedQuery } from '../filters.ts';

/** An option of a filter. A listing has it if it has one of these features. */
export interface Option {
  filter: CountedFilter;
  value: string;
  /** The filters of the search that the option takes the place of. */
  replaces: readonly (keyof ResolvedQuery)[];
  features: readonly number[];
}

/** The options that the filters of a search offer. Open now is not one of them, because it isn't a feature. */
export async function listOptions(db: Knex, { evening, openOn = [] }: ResolvedQuery): Promise<Option[]> {
  const [services, plans] = await Promise.all([findCountedServices(db), findPlanBitsBySlug(db)]);
  const days = openDays.map((_, day) => day);
  const chosenDays = openOn.map((day) => openDays.indexOf(day));
  const one = (filter: CountedFilter, value: string | number, feature: number): Option => ({
    filter,
    value: String(value),
    replaces: [filter as keyof ResolvedQuery],
    features: [feature],
  });
  return [
    ...services.map(({ id }) => one('service', id, features.serviceFeature(id))),
    ...services.map(({ id }) => ({ ...one('services', id, features.serviceFeature(id)), replaces: [] })),
    ...Array.from(plans, ([slug, bits]) => ({ ...one('plan', slug, 0), features: features.planFeatures(bits) })),
    ...days.map((day) => ({
      ...one('openOn', openDays[day]!, evening ? features.eveningFeature(day) : features.dayFeature(day)),
      replaces: ['openOn', 'evening'] as const,
    })),
    {
      ...one('evening', 1, features.EVENING),
      replaces: ['openOn', 'evening'],
      ...(chosenDays.length > 0 && { features: chosenDays.map(features.eveningFeature) }),
    },
    ...featureFilters.map(({ name, feature }) => ({ ...one(name, 1, feature), replaces: [] })),
    ...languageNames.map((name, index) => one('language', name, features.languageFeature(index))),
    ...(['female', 'male'] as const).map((gender) => one('gender', gender, features.genderFeature(gender))),
    ...priceLimits.map((dollars) => one('maxPrice', dollars, features.priceFeature(dollars))),
    ...ratingLimits.map((rating) => one('minRating', rating, features.ratingFeature(rating))),
    ...reviewLimits.map((reviews) => one('minReviews', reviews, features.reviewsFeature(reviews))),
  ];
}
