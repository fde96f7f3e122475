import { useQueries } from '@tanstack/react-query';
import { memo } from 'react';
import { COUNTY_ZOOM, findStatesInView, loadOutline, type Outline } from './outlines.ts';
import { scaleAt } from './mercator.ts';
import type { MapView, Size } from './use-map-view.ts';
import css from './BaseMap.module.css';

const outlineQuery = (name: string) => ({ queryKey: ['map outline', name], queryFn: () => loadOutline(name) });

const State = memo(({ outline }: { outline: Outline }) => (
  <>
    <path d={outline.land} className={css.land} />
    {outline.counties && <path d={outline.counties} className={css.county} />}
    <path d={outline.land} className={css.border} />
  </>
));

/** The outlines of states and counties that ship with the code. */
export function BaseMap({ view, size }: { view: MapView; size: Size }) {
  const states = findStatesInView(view, size);
  const [nation, ...details] = useQueries({ queries: ['nation', ...states].map(outlineQuery) });
  const scale = scaleAt(view.zoom);
  const isDetailed = view.zoom >= COUNTY_ZOOM;
  const transform = `translate(${size.width / 2 - view.x * scale} ${size.height / 2 - view.y * scale}) scale(${scale})`;
  return (
    <svg className={css.map} width={size.width} height={size.height} aria-hidden="true">
      <g transform={transform}>
        {nation?.data && (
          <>
            <path d={nation.data.land} className={css.land} />
            {!isDetailed && <path d={nation.data.land} className={css.border} />}
          </>
        )}
        {states.map((code, index) => {
          const outline = details[index]?.data;
          return outline && <State key={code} outline={outline} />;
        })}
      </g>
    </svg>
  );
}
