import { useEffect, useRef, useState } from 'react';

/** A cached page is at most this old. A larger difference means that the browser's clock is wrong. */
const MAX_PAGE_AGE = 10 * 60_000;

/** The time since the server sent the catalog, if the browser's clock is plausible. */
function ageOf(now: string): number {
  const age = Date.now() - Date.parse(now);
  return age > 0 && age < MAX_PAGE_AGE ? age : 0;
}

/** The milliseconds left of the launch discount by the server's clock, updated each second; 0 after it ends. */
export function useLaunchCountdown({
  now,
  launchEnds,
  launch,
}: {
  now: string;
  launchEnds: string | null;
  launch: boolean;
}): number {
  const total = launch && launchEnds ? Math.max(0, Date.parse(launchEnds) + 1000 - Date.parse(now)) : 0;
  const [left, setLeft] = useState(total);
  const startedAt = useRef<number | null>(null);
  useEffect(() => {
    if (total === 0) return;
    // performance.now() measures elapsed time, so a wrong clock in the browser does not matter.
    if (startedAt.current === null) startedAt.current = performance.now() - ageOf(now);
    const tick = setInterval(() => setLeft(Math.max(0, total - (performance.now() - startedAt.current!))), 1000);
    return () => clearInterval(tick);
  }, [total, now]);
  return left;
}
