import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

type Changes = Record<string, string | number | boolean | null | undefined>;

/** Page state in the URL, so that links can be shared and the Back button works. */
export function useUrlState(): [URLSearchParams, (changes: Changes, options?: { push?: boolean }) => void] {
  const [search, setSearch] = useSearchParams();
  const change = useCallback(
    (changes: Changes, { push = false } = {}) =>
      setSearch(
        (old) => {
          const next = new URLSearchParams(old);
          for (const [name, value] of Object.entries(changes))
            if (value === null || value === undefined || value === '' || value === false) next.delete(name);
            else next.set(name, String(value));
          return next;
        },
        { replace: !push, preventScrollReset: true },
      ),
    [setSearch],
  );
  return [search, change];
}
