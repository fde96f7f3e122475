import { searchDirectory } from '#contract/listings.ts';
import type { UsState } from '#contract/states.ts';
import { PAGE_SIZE } from '#ui/listings/search/search-state.ts';
import type { Call } from '#ui/platform/api.ts';
import { queryOf } from '#ui/platform/query.ts';

/** The differences between the two pages of a city: all dentists, and one service. */
export interface CityFocus {
  base: '/dentists' | '/teeth-whitening';
  service: string;
  title: (place: string) => string;
  description: (place: string) => string;
  lead: (count: number, city: string) => string;
}

export const cityQuery = (state: UsState, slug: string, service: string, call?: Call) =>
  queryOf(
    searchDirectory,
    {
      query: {
        location: `${slug.replaceAll('-', ' ')}, ${state.code}`.slice(0, 200),
        service,
        pageSize: String(PAGE_SIZE),
      },
    },
    call,
  );
