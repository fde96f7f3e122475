import { useParams } from 'react-router-dom';
import { findState, stateSlug } from '#shared/places/states.ts';
import { Deferred, lazyDeferred } from '#ui/base/page/deferred-hydration.tsx';
import { missing, moved, type Page } from '#ui/base/page/page.ts';
import { storePageTime } from '#ui/base/platform/use-page-time.ts';
import { cityPagePath } from '#contract/places/places.ts';
import { cityFactsQuery, cityQuery, readPage, type CityFocus } from './city-query.ts';

const CityBody = lazyDeferred(() => import('./CityBody.tsx'));

export function cityPage(focus: CityFocus): Page {
  function City() {
    const params = useParams();
    return (
      <Deferred>
        <CityBody focus={focus} params={params} />
      </Deferred>
    );
  }
  return {
    Component: City,
    deferred: [CityBody],
    async load({ call, cache, params, prefetch, server, url }) {
      storePageTime(cache);
      const state = findState(params.state ?? '') ?? missing();
      const page = readPage(url.searchParams);
      const query = cityQuery(state, params.city ?? '', focus.service, page, call);
      await prefetch(query, ...(page === 1 ? [cityFactsQuery(state, params.city ?? '', focus.service, call)] : []));
      if (!server) return;
      const reply = cache.getQueryData(query.queryKey);
      const city = reply?.places.find((place) => place.kind === 'city');
      if (!city?.slug || (page > 1 && reply!.items.length === 0)) return missing();
      const path = `${focus.base}/${stateSlug(state)}/${city.slug}`;
      if (url.pathname !== path) moved(cityPagePath(path, page));
    },
  };
}
