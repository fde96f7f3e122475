import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';

const subscribe = () => () => {};

/** The query of the URL. Empty while a shared document hydrates, because the server rendered it without the query. */
export function useOwnSearch(): string {
  const { search } = useLocation();
  return useSyncExternalStore(
    subscribe,
    () => search,
    () => '',
  );
}
