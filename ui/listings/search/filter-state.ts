import { openDays, type OpenDay, planSlug } from '#shared/search-terms.ts';

/** The filters of a search whose values are lists or limits. Lists are texts separated by commas, as in the URL. */
export interface ListFilters {
  /** Ids of services that a listing must offer in addition to the chosen one. */
  services: string;
  /** Slugs of insurance plans, of which a listing must take one. */
  plan: string;
  /** Days, of which one must be open. */
  openOn: string;
  gender: '' | 'female' | 'male';
  /** Dollars; 0 is any price. */
  maxPrice: number;
  minRating: number;
  minReviews: number;
}

export const noListFilters: ListFilters = {
  services: '',
  plan: '',
  openOn: '',
  gender: '',
  maxPrice: 0,
  minRating: 0,
  minReviews: 0,
};

const MAX_CHOICES = 5;
const MAX_SLUG = 100;

export const splitList = (text: string): string[] => text.split(',').filter(Boolean);
/** Adds a word to the end of a list, or removes it. */
export const toggleWord = (list: string, word: string, isOn: boolean): string =>
  [...splitList(list).filter((other) => other !== word), ...(isOn ? [word] : [])].join(',');

/** Reads a list that one parameter holds, or several with the same name, as a form without scripts sends it. */
function readList(
  params: URLSearchParams,
  name: string,
  isKnown: (word: string) => boolean,
  most: number,
  normalize = (word: string): string => word,
): string {
  const words = params
    .getAll(name)
    .flatMap((value) => value.split(','))
    .map((word) => normalize(word.trim()));
  return [...new Set(words)].filter(isKnown).slice(0, most).join(',');
}

function readNumber(params: URLSearchParams, name: string, pattern: RegExp, most: number): number {
  const text = params.get(name) ?? '';
  return pattern.test(text) && Number(text) <= most ? Number(text) : 0;
}

/** Invalid values become defaults. */
export function readListFilters(params: URLSearchParams): ListFilters {
  const gender = params.get('gender');
  const days = readList(params, 'openOn', (word) => openDays.includes(word as OpenDay), openDays.length);
  return {
    services: readList(params, 'services', (word) => /^[1-9]\d{0,8}$/.test(word), MAX_CHOICES),
    // A form without scripts sends names, because its options have no other value.
    plan: readList(params, 'plan', (word) => word !== '' && word.length <= MAX_SLUG, MAX_CHOICES, planSlug),
    openOn: openDays.filter((day) => splitList(days).includes(day)).join(','),
    gender: gender === 'female' || gender === 'male' ? gender : '',
    maxPrice: readNumber(params, 'maxPrice', /^[1-9]\d{0,5}$/, 100_000),
    minRating: readNumber(params, 'minRating', /^[1-5](?:\.[05])?$/, 5),
    minReviews: readNumber(params, 'minReviews', /^[1-9]\d{0,3}$/, 1_000),
  };
}

type ListFilterQuery = Partial<Record<Exclude<keyof ListFilters, 'gender'>, string>> & { gender?: 'female' | 'male' };

/** The parameters of a call. Empty filters are left out. */
export const listFilterQuery = (filters: ListFilters): ListFilterQuery =>
  Object.fromEntries(
    (Object.keys(noListFilters) as (keyof ListFilters)[])
      .filter((name) => filters[name] !== noListFilters[name])
      .map((name) => [name, String(filters[name])]),
  );

export const countListFilters = (filters: ListFilters): number => Object.keys(listFilterQuery(filters)).length;
