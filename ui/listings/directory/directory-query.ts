import type { Input } from '#contract/endpoint.ts';
import type { searchDirectory } from '#contract/listings.ts';
import type { Call } from '#ui/platform/api.ts';
import { cardSearch } from '../card/card-search.ts';
import { PAGE_SIZE, type SearchState } from '../search/search-state.ts';

type Query = NonNullable<Input<typeof searchDirectory>['query']>;

export function directoryQuery(search: SearchState, call?: Call) {
  const query: Query = {
    location: search.location,
    service: search.service,
    name: search.name,
    ...(search.radius > 0 && search.location ? { radius: String(search.radius) } : {}),
    ...(search.openNow ? { openNow: '1' } : {}),
    ...(search.newPatients ? { newPatients: '1' } : {}),
    ...(search.insurance ? { insurance: '1' } : {}),
    ...(search.emergency ? { emergency: '1' } : {}),
    ...(search.wheelchair ? { wheelchair: '1' } : {}),
    language: search.language.slice(0, 60),
    ...(search.sort === 'best' ? {} : { sort: search.sort }),
    ...(search.organic ? { paidFirst: '0' } : { top: '1' }),
    page: String(search.page),
    pageSize: String(PAGE_SIZE),
  };
  return cardSearch(query, call);
}
