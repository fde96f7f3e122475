import { lazy, Suspense, useEffect, useState } from 'react';
import type { ResultsMapProps } from './ResultsMap.tsx';
import css from './MapSlot.module.css';

const loadMap = () => import('./ResultsMap.tsx');
const ResultsMap = lazy(loadMap);

/** Keeps space for the map. Its script loads after a wide page, or when a visitor on a phone asks for the map. */
export function MapSlot(props: ResultsMapProps) {
  const { view } = props.search;
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    if (isLoaded) return;
    const wide = matchMedia('(width >= 64rem)');
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = () => {
      if (view === 'map') return setIsLoaded(true);
      // After the page has loaded, because the map comes after the text.
      if (!wide.matches) return;
      if (document.readyState === 'complete') timer = setTimeout(() => setIsLoaded(true), 100);
      else addEventListener('load', start, { once: true });
    };
    start();
    wide.addEventListener('change', start);
    return () => {
      wide.removeEventListener('change', start);
      removeEventListener('load', start);
      clearTimeout(timer);
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
