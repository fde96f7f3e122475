import { coversWholeStates, type Filter, type Keys } from '../queries-conditions.ts';
import { listOpenFeatures } from './open-hours.ts';

/**
 * The features that searches filter by, as numbers. A listing with all features of a filter may match it; whether it does is
 * checked on its row, so steps of prices and reviews suffice. The numbers are stored: a change of their meaning needs a
 * migration that resets filter_state.
 */

/** Columns of a listing and its week. Masks are texts, because they have more bits than a number holds exactly. */
export interface FeatureRow {
  id: number;
  state: string | null;
  zip3: string | null;
  serviceMask: string;
  planMask: string;
  flags: number;
  traits: number;
  price: number | null;
  days: number;
  evenings: number;
  isProMax: boolean;
  scheduleId: number | null;
}

const FLAG = 128;
const STATE = 160;
const GENDER = 900;
const RATING = 910;
const REVIEWS = 930;
const PRICE = 950;
const DAY = 980;
const EVENING = 990;
export const PRO_MAX = 1_000;
const REGION = 1_500;
const WIDE_REGION = 1_600;

/** Services have their ids, and plans follow them. */
const PLAN = 64;
/** Each step with its number among the features of reviews. A further step takes the next number. */
const reviewSteps: readonly (readonly [reviews: number, number: number])[] = [
  [1, 0],
  [10, 1],
  [25, 2],
  [50, 3],
  [100, 4],
  [200, 5],
  [250, 9],
  [300, 6],
  [500, 7],
  [1_000, 8],
];
const priceSteps = [
  99, 100, 149, 150, 199, 200, 249, 250, 299, 300, 349, 350, 399, 400, 449, 450, 499, 500, 750, 1_000, 100_000,
];
const genderBits = { female: 1, male: 2 } as const;
const LETTER_A = 65;
const LETTERS = 26;

export function stateFeature(code: string): number {
  const [first, second] = [code.charCodeAt(0) - LETTER_A, code.charCodeAt(1) - LETTER_A];
  return STATE + first * LETTERS + second;
}

/** An area with more regions than this uses the wide ones, because reading a bitmap takes longer than reading more listings. */
const MOST_REGIONS = 12;

/**
 * The regions that an area touches, as the first two digits of its ZIP codes. Wide regions replace ten regions with the same first
 * digit, or all regions if there are too many. Empty if some places of the search aren't ZIP codes.
 */
export function listRegions({ everywhere, states, cities, zip3s, zips }: Keys): string[] {
  if (everywhere || states.length > 0 || cities.length > 0) return [];
  const listPrefixes = (length: number) => [...new Set([...zip3s, ...zips].map((zip) => zip.slice(0, length)))];
  const regions = listPrefixes(2);
  const wideRegions = listPrefixes(1);
  const wholeRegions = wideRegions.filter(
    (digit) => regions.filter((region) => region.startsWith(digit)).length === 10,
  );
  const touched = [...wholeRegions, ...regions.filter((region) => !wholeRegions.includes(region.slice(0, 1)))];
  return touched.length <= MOST_REGIONS ? touched : wideRegions;
}

const regionFeature = (prefix: string): number => (prefix.length === 1 ? WIDE_REGION : REGION) + Number(prefix);

/** Bits that a number's bitwise operators take at once. */
const STEP = 31;

function addBits(features: number[], bits: number, first: number): void {
  for (let rest = bits; rest !== 0; rest &= rest - 1) features.push(first + STEP - Math.clz32(rest & -rest));
}

/** The features of the set bits of a mask of up to 93 bits, which comes as its lower 31 bits and the others. */
function featuresOfHalves(low: number, high: number, first: number): number[] {
  const features: number[] = [];
  addBits(features, low, first);
  addBits(features, high % 2 ** STEP, first + STEP);
  addBits(features, Math.floor(high / 2 ** STEP), first + 2 * STEP);
  return features;
}

function featuresOfBits(mask: bigint | number, first: number): number[] {
  const bits = BigInt(mask);
  return featuresOfHalves(Number(bits & BigInt(2 ** STEP - 1)), Number(bits >> BigInt(STEP)), first);
}

/** The features of a listing by the values of one column. */
export const columnFeatures = {
  serviceMask: (low: number, high: number): number[] => featuresOfHalves(low, high, 1),
  planMask: (low: number, high: number): number[] => featuresOfHalves(low, high, PLAN),
  flags: (flags: number): number[] => featuresOfHalves(flags, 0, FLAG),
  traits(traits: number): number[] {
    const gender = traits & 3;
    const halves = (traits >> 2) & 15;
    const reviews = traits >> 6;
    return [
      ...(gender ? [GENDER + gender] : []),
      ...Array.from({ length: halves }, (_, index) => RATING + index + 1),
      ...reviewSteps.flatMap(([step, number]) => (reviews >= step ? [REVIEWS + number] : [])),
    ];
  },
  price: (price: number): number[] => priceSteps.flatMap((step, index) => (price <= step ? [PRICE + index] : [])),
  days: (days: number, evenings: number): number[] => [
    ...featuresOfHalves(days, 0, DAY),
    ...featuresOfHalves(evenings, 0, EVENING),
  ],
};

export function listFeatures(row: FeatureRow): number[] {
  const { state, zip3, flags, traits, price, days, evenings } = row;
  return [
    ...featuresOfBits(BigInt(row.serviceMask), 1),
    ...featuresOfBits(BigInt(row.planMask), PLAN),
    ...columnFeatures.flags(flags),
    ...(state && /^[A-Z]{2}$/.test(state) ? [stateFeature(state)] : []),
    ...(zip3 && /^\d{3}$/.test(zip3) ? [2, 1].map((length) => regionFeature(zip3.slice(0, length))) : []),
    ...columnFeatures.traits(traits),
    ...(price === null ? [] : columnFeatures.price(price)),
    ...columnFeatures.days(days, evenings),
    ...(row.isProMax ? [PRO_MAX] : []),
  ];
}

export interface FeatureGroups {
  /** A matching listing has one feature of each group. Empty if features cover nothing of the filter. */
  groups: number[][];
  /**
   * For a search of what is open: a listing with the other features and this one is open for sure. Null if none is, and undefined for
   * any other search.
   */
  whole: number | null | undefined;
  /** Every listing with such features matches if it is open. */
  isExact: boolean;
}

const isServiceCovered = (id: number): boolean => id < PLAN;

export function groupFeatures(keys: Keys, filter: Filter): FeatureGroups {
  const groups: number[][] = [];
  const { extra } = filter;
  const isByState = !keys.everywhere && coversWholeStates(keys);
  let isExact = (keys.everywhere || isByState) && filter.words.length === 0;
  for (const id of [...(filter.serviceId === null ? [] : [filter.serviceId]), ...(extra?.services ?? [])])
    if (isServiceCovered(id)) groups.push([id]);
    else isExact = false;
  for (const feature of featuresOfBits(filter.flags, FLAG)) groups.push([feature]);
  groups.push(featuresOfBits(filter.days ?? 0, DAY), featuresOfBits(filter.evenings ?? 0, EVENING));
  if (extra) {
    const { plans, gender, minRating, minReviews, maxPrice } = extra;
    groups.push(featuresOfBits(plans, PLAN));
    if (gender) groups.push([GENDER + genderBits[gender]]);
    if (minRating > 0) groups.push([RATING + Math.floor(minRating * 2)]);
    const reviews = reviewSteps.findLast(([step]) => step <= minReviews);
    if (reviews) groups.push([REVIEWS + reviews[1]]);
    const price = maxPrice === null ? -1 : priceSteps.findIndex((step) => step >= maxPrice);
    if (price !== -1) groups.push([PRICE + price]);
    isExact &&=
      Number.isInteger(minRating * 2) &&
      (minReviews === 0 || minReviews === reviews?.[0]) &&
      (maxPrice === null || priceSteps.includes(maxPrice));
  }
  if (isByState) groups.push(keys.states.map(stateFeature));
  const hours = filter.openAt ? listOpenFeatures(filter.openAt) : undefined;
  if (hours) groups.push(hours.open);
  const asked = groups.filter((group) => group.length > 0);
  const regions = listRegions(keys);
  if (asked.length > 0 && regions.length > 0) asked.push(regions.map(regionFeature));
  return { groups: asked, whole: hours?.whole, isExact };
}
