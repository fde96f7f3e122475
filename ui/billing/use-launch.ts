import { useEffect, useRef, useState } from 'react';

/** Milliseconds left of the launch discount by the server's clock, counted down each second; 0 when it is over. */
export function useLaunch({ now, launchEnds, launch }: { now: string; launchEnds: string; launch: boolean }): number {
  const total = launch ? Math.max(0, Date.parse(launchEnds) + 1000 - Date.parse(now)) : 0;
  const [left, setLeft] = useState(total);
  const began = useRef<number | null>(null);
  useEffect(() => {
    if (total === 0) return;
    // How far the clock here is from the server's does not matter: only how much time passes does.
    began.current ??= performance.now();
    const tick = setInterval(() => setLeft(Math.max(0, total - (performance.now() - began.current!))), 1000);
    return () => clearInterval(tick);
  }, [total]);
  return left;
}
