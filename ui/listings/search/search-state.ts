/** A search as it stands in the address bar: everything a person chose, and nothing else. */
export interface SearchState {
  location: string;
  /** A service by name; empty means all. */
  service: string;
  name: string;
  /** Miles around a ZIP code or city; 0 means the place itself. */
  radius: number;
  openNow: boolean;
  newPatients: boolean;
  insurance: boolean;
  emergency: boolean;
  wheelchair: boolean;
  language: string;
  sort: Sort;
  /** Paid placement plays no part in the order. */
  organic: boolean;
  view: 'list' | 'grid';
  page: number;
}

const sorts = ['best', 'rating', 'name', 'distance'] as const;
export type Sort = (typeof sorts)[number];
export const radii = [5, 10, 25, 50] as const;
export const PAGE_SIZE = 10;
const LONGEST = 200;

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
  sort: 'best',
  organic: false,
  view: 'list',
  page: 1,
};

const text = (value: string | null): string =>
  (value ?? '')
    .replace(/[\0\p{Surrogate}]/gu, ' ')
    .trim()
    .slice(0, LONGEST);

/** Whatever stands in an address becomes a search that can be made. */
export function readSearch(params: URLSearchParams): SearchState {
  const on = (flag: Flag) => ['1', 'true', 'on', 'yes'].includes(params.get(flag) ?? '');
  const service = text(params.get('service'));
  const radius = Number(params.get('radius'));
  const sort = sorts.find((one) => one === params.get('sort')) ?? 'best';
  const page = /^[1-9]\d{0,6}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1;
  return {
    location: text(params.get('location')),
    service: service.toLowerCase() === 'all' ? '' : service,
    name: text(params.get('name')),
    radius: radii.find((one) => one === radius) ?? 0,
    openNow: on('openNow'),
    newPatients: on('newPatients'),
    insurance: on('insurance'),
    emergency: on('emergency'),
    wheelchair: on('wheelchair'),
    language: text(params.get('language')),
    sort,
    organic: on('organic'),
    view: params.get('view') === 'grid' ? 'grid' : 'list',
    page,
  };
}

/** The address of a search; what is not chosen is not in it. */
export function directoryUrl(search: Partial<SearchState>): string {
  const params = new URLSearchParams();
  for (const name of Object.keys(emptySearch) as (keyof SearchState)[]) {
    const value = search[name];
    if (value === undefined || value === emptySearch[name]) continue;
    const written = typeof value === 'boolean' ? '1' : String(value).trim();
    if (written !== '') params.set(name, written);
  }
  const query = params.toString();
  return query ? `/directory?${query}` : '/directory';
}

/** How many filters of the panel are set; the search bar's own fields do not count. */
export const filterCount = (search: SearchState): number =>
  flags.filter((flag) => search[flag]).length +
  [search.name, search.language].filter(Boolean).length +
  (search.radius > 0 ? 1 : 0);

/** Whether anything narrows the list: then the search call is made, otherwise the plain list. */
export const isFiltered = (search: SearchState): boolean =>
  search.location !== '' || search.service !== '' || filterCount(search) > 0 || search.sort !== 'best';
