import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { cx } from '#ui/kit/cx.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatDentistCount, directoryPath, placeName, type MapPlace } from './map-text.ts';
import css from './CityGrid.module.css';
import { shadeClass } from './shades.ts';

const ROW_HEIGHT = 84;
const CITY_WIDTH = 190;

/** Cities, largest first. Only visible rows are rendered, but the arrow keys, Home, and End reach all of them. */
export default function CityGrid({ places, most }: { places: readonly MapPlace[]; most: number }) {
  const box = useRef<HTMLDivElement>(null);
  const [columns, setColumns] = useState(4);
  const [current, setCurrent] = useState(0);
  const shouldFocus = useRef(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const fit = () => setColumns(Math.max(1, Math.floor((element.clientWidth - 24) / CITY_WIDTH)));
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    fit();
    return () => observer.disconnect();
  }, []);
  // oxlint-disable-next-line react/incompatible-library -- its functions are not memoized or passed to memoized children
  const virtualizer = useVirtualizer({
    count: Math.ceil(places.length / columns),
    estimateSize: () => ROW_HEIGHT,
    getScrollElement: () => box.current,
    overscan: 4,
  });
  useEffect(() => {
    if (!shouldFocus.current) return;
    shouldFocus.current = false;
    virtualizer.scrollToIndex(Math.floor(current / columns));
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-at="${current}"]`)?.focus());
  }, [current, columns, virtualizer]);
  const moveFocus = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: columns,
      ArrowUp: -columns,
      Home: -places.length,
      End: places.length,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    shouldFocus.current = true;
    setCurrent((index) => Math.min(places.length - 1, Math.max(0, index + step)));
  };
  return (
    <div ref={box} className={css.cities}>
      <div
        role="list"
        aria-label="Dentists by city"
        className={css.canvas}
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={moveFocus}
      >
        {virtualizer.getVirtualItems().map((row) => (
          <div
            key={row.index}
            role="presentation"
            className={css.row}
            style={{
              transform: `translateY(${row.start}px)`,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
          >
            {places.slice(row.index * columns, (row.index + 1) * columns).map((place, offset) => {
              const index = row.index * columns + offset;
              return (
                <div key={placeName(place)} role="listitem" aria-posinset={index + 1} aria-setsize={places.length}>
                  <Link
                    to={directoryPath(place)}
                    data-at={index}
                    tabIndex={index === current ? 0 : -1}
                    onFocus={() => setCurrent(index)}
                    className={cx(css.city, shadeClass(place.dentistCount, most))}
                  >
                    <strong>{placeName(place)}</strong>
                    <span>{formatDentistCount(place.dentistCount)}</span>
                  </Link>
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
