import { useEffect, useState } from 'react';

const TYPING_MS = 300;

/** The value once typing has paused, because each look at a million rows takes the server seconds. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const key = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- an equal value isn't typing
  }, [key]);
  return settled;
}
