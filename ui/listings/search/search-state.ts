/** A directory search, stored in the URL. */
export interface SearchState {
  location: string;
  /** A service name. Empty means all. */
  service: string;
  name: string;
  /** Miles around a ZIP code or city. 0 means the place itself. */
  radius: number;
  openNow: boolean;
  newPatients: boolean;
  insurance: boolean;
  emergency: boolean;
  wheelchair: boolean;
  language: string;
  /** Ids of services, separated by commas. A listing must offer all of them. */
  services: string;
  /** Slugs of insurance plans, separated by commas. */
  plan: string;
  /** Days such as sat,sun. */
  openOn: string;
  evening: boolean;
  gender: '' | 'female' | 'male';
  /** Dollars. 0 means any price. */
  maxPrice: number;
  minRating: number;
  minReviews: number;
  /** The visitor asked for places nearby, but the position is not known yet. */
  nearMe: boolean;
  sort: Sort;
  /** Ignores paid placement. */
  organic: boolean;
  view: 'list' | 'grid';
  page: number;
}

const sorts = ['best', 'rating', 'name', 'distance'] as const;
export type Sort = (typeof sorts)[number];
export const radii = [5, 10, 25, 50] as const;
export const PAGE_SIZE = 10;
const MAX_LENGTH = 200;

export const flags = ['openNow', 'newPatients', 'insurance', 'emergency', 'wheelchair', 'organic'] as const;
export type Flag = (typeof flags)[number];

const emptySearch: SearchState = {
  location: '',
  service: '',
  name: '',
  radius: 0,
  openNow: false,
  newPatients: false,
  insurance: false,
  emergency: false,
  wheelchair: false,
  language: '',
  services: '',
  plan: '',
  openOn: '',
  evening: false,
  gender: '',
  maxPrice: 0,
  minRating: 0,
  minReviews: 0,
  nearMe: false,
  sort: 'best',
  organic: false,
  view: 'list',
  page: 1,
};

/** A ZIP code covers little, so a search for one starts with the area around it. */
export const ZIP_RADIUS = 10;
/** The wider area that a search around a ZIP code offers. */
export const WIDER_RADIUS = 25;
export const defaultRadius = (location: string): number => (/^\d{5}(?:-\d{4})?$/.test(location) ? ZIP_RADIUS : 0);

/** Moves a search to another place. A distance that was chosen stays. */
export const moveTo = (search: SearchState, location: string): SearchState => ({
  ...search,
  location,
  page: 1,
  nearMe: false,
  radius: location === '' || search.radius === defaultRadius(search.location) ? defaultRadius(location) : search.radius,
  sort: location === '' && search.sort === 'distance' ? 'best' : search.sort,
});

const cleanText = (value: string | null): string =>
  (value ?? '')
    .replace(/[\0\p{Surrogate}]/gu, ' ')
    .trim()
    .slice(0, MAX_LENGTH);

/** Reads a search from any query string. Invalid values become defaults. */
export function readSearch(params: URLSearchParams): SearchState {
  const on = (flag: Flag | 'evening' | 'nearMe') => ['1', 'true', 'on', 'yes'].includes(params.get(flag) ?? '');
  const service = cleanText(params.get('service'));
  const location = cleanText(params.get('location'));
  const radius = params.has('radius') ? Number(params.get('radius')) : defaultRadius(location);
  const sort = sorts.find((name) => name === params.get('sort')) ?? 'best';
  const page = /^[1-9]\d{0,6}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1;
  const matching = (name: string, pattern: RegExp) => pattern.exec(params.get(name) ?? '')?.[0] ?? '';
  const limit = (name: string, pattern: RegExp, most: number) => {
    const value = Number(matching(name, pattern));
    return value <= most ? value : 0;
  };
  return {
    location,
    service: service.toLowerCase() === 'all' ? '' : service,
    name: cleanText(params.get('name')),
    radius: radii.find((miles) => miles === radius) ?? 0,
    openNow: on('openNow'),
    newPatients: on('newPatients'),
    insurance: on('insurance'),
    emergency: on('emergency'),
    wheelchair: on('wheelchair'),
    language: cleanText(params.get('language')),
    services: matching('services', /^[1-9]\d{0,8}(?:,[1-9]\d{0,8}){0,4}$/),
    plan: matching('plan', /^[a-z-]{1,40}(?:,[a-z-]{1,40}){0,4}$/),
    openOn: matching('openOn', /^(?:mon|tue|wed|thu|fri|sat|sun)(?:,(?:mon|tue|wed|thu|fri|sat|sun)){0,6}$/),
    evening: on('evening'),
    gender: (['female', 'male'] as const).find((gender) => gender === params.get('gender')) ?? '',
    maxPrice: limit('maxPrice', /^[1-9]\d{0,5}$/, 100_000),
    minRating: limit('minRating', /^[1-5](?:\.5)?$/, 5),
    minReviews: limit('minReviews', /^[1-9]\d{0,3}$/, 1000),
    nearMe: on('nearMe') && location === '',
    sort,
    organic: on('organic'),
    view: params.get('view') === 'grid' ? 'grid' : 'list',
    page,
  };
}

/** The URL of a search, without default values. A sentence is read by the server, which redirects to the search it means. */
export function directoryUrl(search: Partial<SearchState>, sentence = ''): string {
  const params = new URLSearchParams();
  for (const name of Object.keys(emptySearch) as (keyof SearchState)[]) {
    const value = search[name];
    const usual = name === 'radius' ? defaultRadius(search.location ?? '') : emptySearch[name];
    if (value === undefined || value === usual) continue;
    const text = typeof value === 'boolean' ? '1' : String(value).trim();
    if (text !== '') params.set(name, text);
  }
  if (sentence !== '') params.set('q', sentence);
  const query = params.toString();
  return query ? `/directory?${query}` : '/directory';
}

export const flagNames: Readonly<Record<Flag, string>> = {
  openNow: 'Open now',
  newPatients: 'Accepts new patients',
  insurance: 'Accepts insurance',
  emergency: 'Emergency services',
  wheelchair: 'Wheelchair accessible',
  organic: 'Paid ranking hidden',
};

/** The number of active filters, not counting the fields of the search bar. */
export const filterCount = (search: SearchState): number =>
  flags.filter((flag) => search[flag]).length +
  [
    search.name,
    search.language,
    search.services,
    search.plan,
    search.openOn,
    search.evening,
    search.gender,
    search.maxPrice,
    search.minRating,
    search.minReviews,
  ].filter(Boolean).length +
  (search.radius === defaultRadius(search.location) ? 0 : 1);

/** Whether the search differs from the plain directory. Search engines should not index such pages. */
export const isFiltered = (search: SearchState): boolean =>
  search.location !== '' || search.service !== '' || filterCount(search) > 0 || search.sort !== 'best';

/** Whether the visitor has yet to say where to search. */
export const asksForPlace = (search: SearchState): boolean =>
  search.location === '' && search.page === 1 && (search.nearMe || !isFiltered(search));
