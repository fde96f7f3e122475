import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

type Changes = Record<string, string | number | boolean | null | undefined>;

interface ChangeOptions {
  push?: boolean;
  /** Shows the change before the next key is handled, for keys that act on what the URL opens. */
  flushSync?: boolean;
}

/** Page state in the URL, so that links can be shared and the Back button works. */
export function useUrlState(): [URLSearchParams, (changes: Changes, options?: ChangeOptions) => void] {
  const [search, setSearch] = useSearchParams();
  const change = useCallback(
    (changes: Changes, { push = false, flushSync = false }: ChangeOptions = {}) =>
      setSearch(
        (old) => {
          const next = new URLSearchParams(old);
          for (const [name, value] of Object.entries(changes))
            if (value === null || value === undefined || value === '' || value === false) next.delete(name);
            else next.set(name, String(value));
          return next;
        },
        { replace: !push, preventScrollReset: true, flushSync },
      ),
    [setSearch],
  );
  return [search, change];
}
