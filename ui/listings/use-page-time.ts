import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

const key = ['now'] as const;

/** Stores the time of rendering with the page, so that server and browser agree on what is open. */
export const storePageTime = (cache: QueryClient): void => void cache.setQueryData(key, Date.now());

/** The current time, updated every minute. */
export function usePageTime(): Date {
  const { data } = useQuery({ queryKey: key, queryFn: () => Date.now(), enabled: false });
  const [tick, setTick] = useState<number>();
  useEffect(() => {
    const timer = setInterval(() => setTick(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return new Date(tick ?? data ?? 0);
}
