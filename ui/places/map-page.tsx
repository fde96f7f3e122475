import { useEffect } from 'react';
import { geographicStates, getStats } from '#contract/places.ts';
import { Later, lazyLater, stir } from '#ui/app/deferred-hydration.tsx';
import type { Page } from '#ui/app/page.ts';
import { queryOf } from '#ui/platform/query.ts';
import { mapQuery, readMapView } from './map-query.ts';

const MapPage = lazyLater(() => import('./MapPage.tsx'));
const WAKES = 20_000;

/** On a screen that nobody touches the figures must be renewed all the same. */
function Map() {
  useEffect(() => {
    const wake = setTimeout(() => stir(), WAKES);
    return () => clearTimeout(wake);
  }, []);
  return (
    <Later>
      <MapPage />
    </Later>
  );
}

export const page: Page = {
  Component: Map,
  later: [MapPage],
  load: ({ call, prefetch, url }) =>
    prefetch(
      queryOf(getStats, {}, call),
      queryOf(geographicStates, {}, call),
      mapQuery(readMapView(url.searchParams), call),
    ),
};
