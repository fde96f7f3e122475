import { useEffect, useRef, type RefObject } from 'react';

/** A reference that never changes to a value that does, so that memoized parts don't render again for new callbacks. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
