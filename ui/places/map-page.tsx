import { geographicStates, getStats } from '#contract/places.ts';
import { Deferred, lazyDeferred, useWakeAfter } from '#ui/app/deferred-hydration.tsx';
import type { Page } from '#ui/app/page.ts';
import { queryOf } from '#ui/platform/query.ts';
import { dataQuery, readChoice } from './map-query.ts';

const MapPage = lazyDeferred(() => import('./MapPage.tsx'));
/** The figures refresh even while no one interacts with the page. */
const WAKE_AFTER = 20_000;

function Map() {
  useWakeAfter(WAKE_AFTER);
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
      dataQuery(readChoice(url.searchParams), call),
    ),
};
