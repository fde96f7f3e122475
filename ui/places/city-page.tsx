import { useParams } from 'react-router-dom';
import { findState, stateSlug } from '#contract/states.ts';
import { Deferred, lazyDeferred } from '#ui/app/deferred-hydration.tsx';
import { missing, moved, type Page } from '#ui/app/page.ts';
import { stampPageTime } from '#ui/platform/use-page-time.ts';
import { cityQuery, type Focus } from './city-query.ts';

const CityBody = lazyDeferred(() => import('./CityBody.tsx'));

export function cityPage(focus: Focus): Page {
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
      stampPageTime(cache);
      const state = findState(params.state ?? '') ?? missing();
      const query = cityQuery(state, params.city ?? '', focus.service, call);
      await prefetch(query);
      if (!server) return;
      const city = cache.getQueryData(query.queryKey)?.places.find((place) => place.kind === 'city');
      if (!city?.slug) return missing();
      const path = `${focus.base}/${stateSlug(state)}/${city.slug}`;
      if (url.pathname !== path) moved(path);
    },
  };
}
