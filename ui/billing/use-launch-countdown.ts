import { useEffect, useRef, useState } from 'react';

/** The milliseconds left of the launch discount by the server's clock, updated each second; 0 after it ends. */
export function useLaunchCountdown({
  now,
  launchEnds,
  launch,
}: {
  now: string;
  launchEnds: string;
  launch: boolean;
}): number {
  const total = launch ? Math.max(0, Date.parse(launchEnds) + 1000 - Date.parse(now)) : 0;
  const [left, setLeft] = useState(total);
  const startedAt = useRef<number | null>(null);
  useEffect(() => {
    if (total === 0) return;
    // performance.now() measures elapsed time, so a wrong clock in the browser does not matter.
    startedAt.current ??= performance.now();
    const tick = setInterval(() => setLeft(Math.max(0, total - (performance.now() - startedAt.current!))), 1000);
    return () => clearInterval(tick);
  }, [total]);
  return left;
}
