import { stateSlug, type UsState } from '#shared/places/states.ts';
import { cardSearch } from '#ui/listings/card/card-search.ts';
import { cityFacts, CITY_PAGE_SIZE } from '#contract/places/places.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import type { Call } from '#ui/base/platform/api.ts';

/** The differences between the two pages of a city: all dentists, and one service. */
export interface CityFocus {
  base: '/dentists' | '/teeth-whitening';
  service: string;
  title: (place: string) => string;
  description: (place: string) => string;
  lead: (count: number, city: string) => string;
}

/** The number of a page of a city. Anything else in the address means the first page. */
export function readPage(params: URLSearchParams): number {
  const text = params.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

export const cityFactsQuery = (state: UsState, slug: string, service: string, call?: Call) =>
  queryOf(
    cityFacts,
    { params: { state: stateSlug(state), city: slug.slice(0, 100) }, query: service ? { service } : {} },
    call,
  );

export const cityQuery = (state: UsState, slug: string, service: string, page: number, call?: Call) =>
  cardSearch(
    {
      location: `${slug.replaceAll('-', ' ')}, ${state.code}`.slice(0, 200),
      service,
      top: '1',
      pageSize: String(CITY_PAGE_SIZE),
      ...(page > 1 && { page: String(page) }),
    },
    call,
  );
