import { useEffect, useRef, useState } from 'react';

const SPAN_MS = 8_000;

/** How fast something goes of late, and how long it will take from here; null until that can be told. */
export function useRate(done: number, total: number): { perSecond: number; secondsLeft: number } | null {
  const [samples, setSamples] = useState<{ at: number; done: number }[]>([]);
  const now = useRef(done);
  useEffect(() => {
    now.current = done;
  }, [done]);
  useEffect(() => {
    const look = () => {
      const one = { at: performance.now(), done: now.current };
      setSamples((before) => {
        // What began anew is measured anew.
        const same = before.length > 0 && one.done >= before.at(-1)!.done ? before : [];
        return [...same.filter(({ at }) => one.at - at < SPAN_MS), one];
      });
    };
    const timer = setInterval(look, 500);
    return () => clearInterval(timer);
  }, []);
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < 500 || last.done <= first.done) return null;
  const perSecond = ((last.done - first.done) * 1_000) / (last.at - first.at);
  return { perSecond, secondsLeft: Math.max(0, total - last.done) / perSecond };
}

export function leftOf(seconds: number): string {
  if (seconds < 2) return 'nearly done';
  if (seconds < 90) return `${Math.round(seconds)} seconds left`;
  return `${Math.round(seconds / 60)} minutes left`;
}
