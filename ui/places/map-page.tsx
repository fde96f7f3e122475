import { useEffect } from 'react';
import { geographicStates, getStats } from '#contract/places.ts';
import { Deferred, lazyDeferred, wake } from '#ui/app/deferred-hydration.tsx';
import type { Page } from '#ui/app/page.ts';
import { queryOf } from '#ui/platform/query.ts';
import { dataQuery, readChoice } from './map-query.ts';

const MapPage = lazyDeferred(() => import('./MapPage.tsx'));
const WAKE_AFTER = 20_000;

/** Hydrates after a while even without interaction, so that the figures keep refreshing. */
function Map() {
  useEffect(() => {
    const timer = setTimeout(() => wake(), WAKE_AFTER);
    return () => clearTimeout(timer);
  }, []);
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
