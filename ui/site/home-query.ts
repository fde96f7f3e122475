import { queryOptions } from '@tanstack/react-query';
import { listPopularCities } from '#contract/directory/search-help.ts';
import type { Reply } from '#contract/endpoint.ts';
import { searchDirectory } from '#contract/listings/listings.ts';
import { getStats } from '#contract/places/places.ts';
import type { LoadArgs } from '#ui/base/page/page.ts';
import { api, type Call } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { toCard, type CardListing } from '#ui/listings/card/card-search.ts';

type LargeCity = Reply<typeof listPopularCities>[number];

export const HOME_CARDS = 3;

export const statsQuery = (call?: Call) => queryOf(getStats, {}, call);
export const largestCitiesQuery = (call?: Call) => queryOf(listPopularCities, {}, call);

/** The city that home shows: the largest, unless it has too few listings for a row of cards. */
export const chooseHomeCity = (cities: readonly LargeCity[] | undefined): LargeCity | undefined =>
  cities?.find(({ count }) => count >= HOME_CARDS);

/** The best-ranked listings of a city, or of the whole directory, with what brief cards show. No position is sponsored. */
export function homeCardsQuery(city: LargeCity | undefined, call?: Call) {
  const query = { location: city?.label ?? '', pageSize: String(HOME_CARDS) };
  return queryOptions<CardListing[], Error, CardListing[], readonly [string, 'brief']>({
    queryKey: [queryOf(searchDirectory, { query }).queryKey[0], 'brief'],
    queryFn: async ({ signal }) => {
      const { items } = await (call ?? api)(searchDirectory, { query }, { signal });
      return items.map((item) => {
        const { why: _, ...card } = toCard(item);
        return { ...card, phone: null, lat: null, lng: null, services: [], reviewLine: null };
      });
    },
  });
}

/** Loads what home shows. In the browser, the cards follow when the page knows the city. */
export async function loadHome({ cache, call, prefetch, server }: LoadArgs): Promise<void> {
  const largest = largestCitiesQuery(call);
  await prefetch(statsQuery(call), largest);
  if (!server) return;
  const cities = cache.getQueryData<LargeCity[]>(largest.queryKey) ?? [];
  if (cities.length > 0) await prefetch(homeCardsQuery(chooseHomeCity(cities), call));
}
