/**
 * The numbers in listing_index.features. The function listing_entries() assigns the same ones (server/base/db/migrations), and
 * features.test.ts compares the two. A number is derived from its id or value, so a new option needs no table of numbers.
 */

/** Every service has its id as its feature. Facets count it under the same number. */
export const serviceFeature = (id: number): number => id;
/** In facets, the feature of every listing. */
export const ANY_LISTING = 0;

export const PRO_MAX = 10_200;
export const EVENING = 10_320;
const genders = { female: 10_101, male: 10_102 } as const;

export const genderFeature = (gender: keyof typeof genders): number => genders[gender];
/** Monday is day 0. */
export const dayFeature = (day: number): number => 10_300 + day;
export const eveningFeature = (day: number): number => 10_310 + day;
const planFeature = (id: number): number => 20_000 + id;
/** `index` is the place in the contract's list of languages. */
export const languageFeature = (index: number): number => 30_000 + index;
export const stateFeature = (code: string): number => 50_000 + code.charCodeAt(0) * 100 + code.charCodeAt(1);
export const practiceTypeFeature = (id: number): number => 60_000 + id;
export const scheduleFeature = (id: number): number => 10_000_000 + id;

/** A limit that menus offer is a feature of the listings within it. */
export const priceFeature = (dollars: number): number => 3_000_000 + dollars;
export const reviewsFeature = (reviews: number): number => 4_000_000 + reviews;
export const ratingFeature = (rating: number): number => 2_000_000 + rating * 10;

/** The plans whose bits are set in a mask. */
export function planFeatures(bits: bigint): number[] {
  const features: number[] = [];
  for (let id = 1, rest = bits; rest > 0n; id++, rest >>= 1n) if (rest & 1n) features.push(planFeature(id));
  return features;
}
