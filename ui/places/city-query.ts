import type { UsState } from '#contract/places/states.ts';
import { cardSearch } from '#ui/listings/card/card-search.ts';
import { PAGE_SIZE } from '#ui/listings/search/search-state.ts';
import type { Call } from '#ui/platform/api.ts';

/** The differences between the two pages of a city: all dentists, and one service. */
export interface CityFocus {
  base: '/dentists' | '/teeth-whitening';
  service: string;
  title: (place: string) => string;
  description: (place: string) => string;
  lead: (count: number, city: string) => string;
}

export const cityQuery = (state: UsState, slug: string, service: string, call?: Call) =>
  cardSearch(
    {
      location: `${slug.replaceAll('-', ' ')}, ${state.code}`.slice(0, 200),
      service,
      pageSize: String(PAGE_SIZE),
    },
    call,
  );
