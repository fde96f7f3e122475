import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useReply } from './use-reply.ts';

const key = ['page-time'] as const;
const MINUTE = 60_000;
const minuteOf = (time: number): number => Math.floor(time / MINUTE) * MINUTE;

/** Stores the time a page was made, so that the server and the browser agree on which practices are open. */
export const storePageTime = (cache: QueryClient, time = minuteOf(Date.now())): void =>
  void cache.setQueryData(key, time);
export const isPageTime = (queryKey: readonly unknown[]): boolean => queryKey[0] === key[0];

/** The time the page was made, then the current time, updated every minute. */
export function usePageTime(): Date {
  const { data } = useReply<number>({ queryKey: key, queryFn: () => minuteOf(Date.now()), enabled: false });
  const [tick, setTick] = useState<number>();
  useEffect(() => {
    const update = () => setTick(minuteOf(Date.now()));
    // The page may come from a cache. A page of this minute is not rendered again.
    if (data !== minuteOf(Date.now())) update();
    const timer = setInterval(update, MINUTE);
    return () => clearInterval(timer);
  }, [data]);
  return new Date(tick ?? data ?? 0);
}
