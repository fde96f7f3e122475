import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

const key = ['page-time'] as const;

/** Stores the time a page was made, so that the server and the browser agree on which practices are open. */
export const storePageTime = (cache: QueryClient): void => void cache.setQueryData(key, Date.now());

/** The time the page was made, then the current time, updated every minute. */
export function usePageTime(): Date {
  const { data } = useQuery({ queryKey: key, queryFn: () => Date.now(), enabled: false });
  const [tick, setTick] = useState<number>();
  useEffect(() => {
    const timer = setInterval(() => setTick(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return new Date(tick ?? data ?? 0);
}
