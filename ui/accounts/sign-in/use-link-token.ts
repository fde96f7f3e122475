import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** The token of an emailed link. Removes it from the URL, so that it stays out of history, bookmarks, and shared screens. */
export function useLinkToken(): string | null {
  const { search } = useLocation();
  const [token] = useState(() => new URLSearchParams(search).get('token'));
  useEffect(() => {
    if (location.search) history.replaceState(history.state, '', location.pathname);
  }, []);
  return token;
}
