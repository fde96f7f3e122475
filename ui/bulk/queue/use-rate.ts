import { useEffect, useRef, useState } from 'react';

const WINDOW_MS = 8_000;
const SAMPLE_INTERVAL_MS = 500;

/** Measures the speed of the last seconds and estimates the time left; null until there are enough samples. */
export function useRate(done: number, total: number): { perSecond: number; secondsLeft: number } | null {
  const [samples, setSamples] = useState<{ at: number; done: number }[]>([]);
  const latestDone = useRef(done);
  useEffect(() => {
    latestDone.current = done;
  }, [done]);
  useEffect(() => {
    const addSample = () => {
      const sample = { at: performance.now(), done: latestDone.current };
      setSamples((previousSamples) => {
        const hasRestarted = previousSamples.length > 0 && sample.done < previousSamples.at(-1)!.done;
        const usableSamples = hasRestarted ? [] : previousSamples;
        return [...usableSamples.filter(({ at }) => sample.at - at < WINDOW_MS), sample];
      });
    };
    const timer = setInterval(addSample, SAMPLE_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < SAMPLE_INTERVAL_MS || last.done <= first.done) return null;
  const perSecond = ((last.done - first.done) * 1_000) / (last.at - first.at);
  return { perSecond, secondsLeft: Math.max(0, total - last.done) / perSecond };
}

export function formatTimeLeft(seconds: number): string {
  if (seconds < 2) return 'almost done';
  if (seconds < 90) return `${Math.round(seconds)} seconds left`;
  return `${Math.round(seconds / 60)} minutes left`;
}
