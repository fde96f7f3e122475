import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';

const subscribe = () => () => {};

/** The query of the URL. Empty while a page hydrates whose document everyone shares, because it was rendered without the query. */
export function useOwnSearch(): string {
  const { search } = useLocation();
  return useSyncExternalStore(
    subscribe,
    () => search,
    () => '',
  );
}
