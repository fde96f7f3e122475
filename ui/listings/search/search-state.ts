import { featureFilterNames, type FeatureFilter } from '#shared/listings/feature-filters.ts';
import { parseBox } from '#shared/places/box.ts';
import { isOpenAt, MAX_RADIUS } from '#shared/search-terms.ts';
import { countListFilters, noListFilters, readListFilters, type ListFilters } from './filter-state.ts';

/** A directory search, stored in the URL. */
export interface SearchState extends ListFilters, Record<FeatureFilter, boolean> {
  location: string;
  /** A service name. Empty means all. */
  service: string;
  name: string;
  /** Miles around a ZIP code or city. 0 means the place itself. */
  radius: number;
  /** An area of the map, in place of a location: west, south, east, and north. */
  box: string;
  openNow: boolean;
  /** Open past 6 PM, on one of the days in `openOn` if there are any. */
  evening: boolean;
  /** Open early, at lunch, or on a date. */
  openAt: string;
  /** Words of a sentence that don't filter, separated by commas. */
  lead: string;
  language: string;
  /** The visitor asked for places nearby, but the position is not known yet. */
  nearMe: boolean;
  sort: Sort;
  /** Hides the sponsored places. */
  organic: boolean;
  /** The map is next to the list on wide screens, and in place of it on phones. */
  view: 'list' | 'grid' | 'map';
  page: number;
}

const views = ['list', 'grid', 'map'] as const;
const sorts = ['best', 'rating', 'name', 'distance', 'price'] as const;
export type Sort = (typeof sorts)[number];
export const radii = [5, 10, 25, 50] as const;
export const PAGE_SIZE = 10;
const MAX_LENGTH = 200;

export const flags = ['openNow', ...featureFilterNames, 'evening'] as const;
export type Flag = (typeof flags)[number];

const mapFeatures = (toValue: (name: FeatureFilter) => boolean): Record<FeatureFilter, boolean> =>
  Object.fromEntries(featureFilterNames.map((name) => [name, toValue(name)])) as Record<FeatureFilter, boolean>;

const emptySearch: SearchState = {
  location: '',
  service: '',
  name: '',
  radius: 0,
  box: '',
  openNow: false,
  ...mapFeatures(() => false),
  evening: false,
  openAt: '',
  lead: '',
  language: '',
  ...noListFilters,
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
const defaultRadius = (location: string): number => (/^\d{5}(?:-\d{4})?$/.test(location) ? ZIP_RADIUS : 0);

/** Moves a search to another place. A distance that was chosen stays. */
export const moveTo = (search: SearchState, location: string): SearchState => ({
  ...search,
  location,
  box: location === search.location ? search.box : '',
  page: 1,
  nearMe: false,
  radius: location === '' || search.radius === defaultRadius(search.location) ? defaultRadius(location) : search.radius,
  sort: location === '' && search.sort === 'distance' ? 'best' : search.sort,
});

/** The miles of an address, as they are. */
function readRadius(miles: number, location: string): number {
  if (miles === 0) return 0;
  return miles > 0 ? Math.min(MAX_RADIUS, Math.ceil(miles)) : defaultRadius(location);
}

const cleanText = (value: string | null): string =>
  (value ?? '')
    .replace(/[\0\p{Surrogate}]/gu, ' ')
    .trim()
    .slice(0, MAX_LENGTH);

/** Reads a search from any query string. Invalid values become defaults. */
export function readSearch(params: URLSearchParams): SearchState {
  const on = (flag: Flag | 'nearMe' | 'organic') => ['1', 'true', 'on', 'yes'].includes(params.get(flag) ?? '');
  const service = cleanText(params.get('service'));
  const location = cleanText(params.get('location'));
  const radius = params.has('radius') ? readRadius(Number(params.get('radius')), location) : defaultRadius(location);
  const box = cleanText(params.get('box'));
  const sort = sorts.find((name) => name === params.get('sort')) ?? 'best';
  const page = /^[1-9]\d{0,6}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1;
  return {
    location,
    service: service.toLowerCase() === 'all' ? '' : service,
    name: cleanText(params.get('name')),
    radius,
    box: location === '' && parseBox(box) ? box : '',
    openNow: on('openNow'),
    ...mapFeatures(on),
    evening: on('evening'),
    openAt: isOpenAt(params.get('openAt') ?? '') ? params.get('openAt')! : '',
    lead: cleanText(params.get('lead')),
    language: cleanText(params.get('language')),
    ...readListFilters(params),
    nearMe: on('nearMe') && location === '' && box === '',
    sort,
    organic: on('organic'),
    view: views.find((name) => name === params.get('view')) ?? 'list',
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

/** The number of active filters, not counting the fields of the search bar. */
export const filterCount = (search: SearchState): number =>
  flags.filter((flag) => search[flag]).length +
  [search.name, search.language, search.box, search.openAt].filter(Boolean).length +
  countListFilters(search) +
  (search.radius === defaultRadius(search.location) ? 0 : 1);

/** Whether the search differs from the plain directory. Search engines should not index such pages. */
export const isFiltered = (search: SearchState): boolean =>
  search.location !== '' ||
  search.service !== '' ||
  filterCount(search) > 0 ||
  search.sort !== 'best' ||
  search.organic;

/** Whether the visitor has yet to say where to search. */
export const asksForPlace = (search: SearchState): boolean =>
  search.location === '' && search.page === 1 && (search.nearMe || !isFiltered(search));
