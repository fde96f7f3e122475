import type { Input } from '#contract/endpoint.ts';
import { featureFilterNames } from '#shared/listings/feature-filters.ts';
import type { searchDirectory } from '#contract/listings/listings.ts';
import { listPopularCities } from '#contract/directory/search-help.ts';
import type { Call } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { cardSearch } from '../card/card-search.ts';
import { listFilterQuery } from './filter-state.ts';
import { PAGE_SIZE, WIDER_RADIUS, ZIP_RADIUS, type SearchState } from './search-state.ts';

type Query = NonNullable<Input<typeof searchDirectory>['query']>;

/** The parameters of a search that all of its pages share. */
export const searchQuery = (search: SearchState): Query => ({
  location: search.location,
  service: search.service,
  name: search.name,
  ...(search.radius > 0 && search.location ? { radius: String(search.radius) } : {}),
  ...(search.box ? { box: search.box } : {}),
  ...(search.openNow ? { openNow: '1' } : {}),
  ...Object.fromEntries(featureFilterNames.filter((name) => search[name]).map((name) => [name, '1'])),
  ...(search.openAt ? { openAt: search.openAt } : {}),
  ...(search.lead ? { lead: search.lead } : {}),
  ...(search.evening ? { evening: '1' } : {}),
  language: search.language.slice(0, 60),
  ...listFilterQuery(search),
  ...(search.sort === 'best' ? {} : { sort: search.sort }),
  ...(search.organic ? { paidFirst: '0' } : { top: '1' }),
});

export const directoryQuery = (search: SearchState, call?: Call, pageSize = PAGE_SIZE) =>
  cardSearch({ ...searchQuery(search), page: String(search.page), pageSize: String(pageSize) }, call);

/** The number of results around a ZIP code in the wider area, or null if the search isn't around one. */
export const widerAreaQuery = (search: SearchState, call?: Call) =>
  search.location !== '' && search.radius === ZIP_RADIUS
    ? directoryQuery({ ...search, radius: WIDER_RADIUS, organic: true, page: 1 }, call, 1)
    : null;

export const popularCitiesQuery = (call?: Call) => queryOf(listPopularCities, {}, call);
