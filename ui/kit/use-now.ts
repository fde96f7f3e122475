import { useEffect, useState } from 'react';

/** The time, looked at again every so many milliseconds, so that what is shown is a function of state. */
export function useNow(every: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(tick);
  }, [every]);
  return now;
}
