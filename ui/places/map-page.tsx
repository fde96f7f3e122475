import { useEffect } from 'react';
import { geographicStates, getStats } from '#contract/places.ts';
import { Later, lazyLater, stir } from '#ui/app/deferred-hydration.tsx';
import type { Page } from '#ui/app/page.ts';
import { queryOf } from '#ui/platform/query.ts';
import { mapQuery, readMapView } from './map-query.ts';

const MapPage = lazyLater(() => import('./MapPage.tsx'));
const HYDRATION_DELAY = 20_000;

/** Hydrates without an interaction, because the numbers must refresh on unattended screens too. */
function Map() {
  useEffect(() => {
    const wake = setTimeout(() => stir(), HYDRATION_DELAY);
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
