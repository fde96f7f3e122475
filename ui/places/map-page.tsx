import { geographicStates, getStats } from '#contract/places/places.ts';
import { Deferred, lazyDeferred, useWakeAfter } from '#ui/base/page/deferred-hydration.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { mapQuery, readMapView } from './map-query.ts';

const MapPage = lazyDeferred(() => import('./MapPage.tsx'));
const HYDRATION_DELAY = 20_000;

/** Hydrates without an interaction, because the numbers must refresh on unattended screens too. */
function Map() {
  useWakeAfter(HYDRATION_DELAY);
  return (
    <Deferred>
      <MapPage />
    </Deferred>
  );
}

export const page: Page = {
  Component: Map,
  deferred: [MapPage],
  load: ({ call, prefetch, url }) =>
    prefetch(
      queryOf(getStats, {}, call),
      queryOf(geographicStates, {}, call),
      mapQuery(readMapView(url.searchParams), call),
    ),
};
