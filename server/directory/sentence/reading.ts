import { featureFilterNames, type FeatureFilter } from '#shared/listings/feature-filters.ts';
import type { OpenAt, OpenDay } from '#shared/search-terms.ts';

/** The filters that a sentence asks for. */
export interface Reading extends Record<FeatureFilter, boolean> {
  location: string;
  /** The visitor asked for places nearby, which needs a position. */
  nearMe: boolean;
  radius: number | null;
  /** Names of services. */
  services: string[];
  /** Slugs of insurance plans. */
  plans: string[];
  openOn: OpenDay[];
  evening: boolean;
  openNow: boolean;
  /** Part of a day, or a date, at which the practice is open. */
  openAt: OpenAt | null;
  /** A language, or several separated by commas. */
  language: string;
  gender: 'female' | 'male' | null;
  maxPrice: number | null;
  minRating: number | null;
  minReviews: number | null;
  sort: 'rating' | 'distance' | 'name' | 'price' | null;
  /**
   * The parts that were not understood, in the words of the visitor, separated by commas. Names and streets that have them
   * come first.
   */
  rest: string;
}

export const emptyReading = (): Reading => ({
  location: '',
  nearMe: false,
  radius: null,
  services: [],
  plans: [],
  openOn: [],
  evening: false,
  openNow: false,
  openAt: null,
  ...(Object.fromEntries(featureFilterNames.map((name) => [name, false])) as Record<FeatureFilter, boolean>),
  language: '',
  gender: null,
  maxPrice: null,
  minRating: null,
  minReviews: null,
  sort: null,
  rest: '',
});

/** The filters that a phrase adds to a reading. */
export type Effect = Partial<Omit<Reading, 'rest'>>;

export function applyEffect(reading: Reading, effect: Effect): void {
  const { services, plans, openOn, language, ...values } = effect;
  if (language) reading.language = addLanguage(reading.language, language);
  for (const name of services ?? []) if (!reading.services.includes(name)) reading.services.push(name);
  for (const slug of plans ?? []) if (!reading.plans.includes(slug)) reading.plans.push(slug);
  for (const day of openOn ?? []) if (!reading.openOn.includes(day)) reading.openOn.push(day);
  const { openAt } = reading;
  Object.assign(reading, values);
  // “Early” and a holiday are narrower than the morning.
  if (openAt !== null && reading.openAt === 'morning') reading.openAt = openAt;
}

/** Everyone speaks English, so it counts only alone. Other languages must all be spoken. */
function addLanguage(languages: string, added: string): string {
  const names = languages.split(', ').filter((name) => name !== '' && name !== 'English');
  if (added === 'English' && names.length > 0) return languages;
  return names.includes(added) ? languages : [...names, added].join(', ');
}
