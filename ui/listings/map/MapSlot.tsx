import { lazy, Suspense, useEffect, useState } from 'react';
import type { ResultsMapProps } from './ResultsMap.tsx';
import css from './MapSlot.module.css';

const loadMap = () => import('./ResultsMap.tsx');
const ResultsMap = lazy(loadMap);

/** Keeps space for the map. Its script loads when a wide page is idle, or when a visitor on a phone asks for the map. */
export function MapSlot(props: ResultsMapProps) {
  const { view } = props.search;
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    if (isLoaded) return;
    const wide = matchMedia('(width >= 64rem)');
    let cancel = () => {};
    const start = () => {
      if (view === 'map') return setIsLoaded(true);
      if (!wide.matches) return;
      const whenIdle = globalThis.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 1_500));
      const stopIdle = globalThis.cancelIdleCallback ?? clearTimeout;
      const idle = whenIdle(() => setIsLoaded(true));
      cancel = () => stopIdle(idle as number);
    };
    start();
    wide.addEventListener('change', start);
    return () => {
      wide.removeEventListener('change', start);
      cancel();
    };
  }, [view, isLoaded]);
  return (
    <div className={css.slot}>
      {isLoaded && (
        <Suspense fallback={null}>
          <ResultsMap {...props} />
        </Suspense>
      )}
    </div>
  );
}
