import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { cx } from '#ui/kit/cx.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatDentistCount, directoryPath, placeName, type MapPlace } from './map-text.ts';
import css from './MapPage.module.css';
import { shadeClass } from './TileMap.tsx';

const ROW = 84;
const WIDTH = 190;

/** Cities, the largest first. Only the rows in view are drawn; arrows, Home and End walk through all of them. */
export default function CityGrid({ places, most }: { places: readonly MapPlace[]; most: number }) {
  const box = useRef<HTMLDivElement>(null);
  const [columns, setColumns] = useState(4);
  const [current, setCurrent] = useState(0);
  const moving = useRef(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const fit = () => setColumns(Math.max(1, Math.floor((element.clientWidth - 24) / WIDTH)));
    const watch = new ResizeObserver(fit);
    watch.observe(element);
    fit();
    return () => watch.disconnect();
  }, []);
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is memoised or handed to memoised children
  const virtualizer = useVirtualizer({
    count: Math.ceil(places.length / columns),
    estimateSize: () => ROW,
    getScrollElement: () => box.current,
    overscan: 4,
  });
  useEffect(() => {
    if (!moving.current) return;
    moving.current = false;
    virtualizer.scrollToIndex(Math.floor(current / columns));
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-at="${current}"]`)?.focus());
  }, [current, columns, virtualizer]);
  const walk = (event: KeyboardEvent) => {
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
    moving.current = true;
    setCurrent((at) => Math.min(places.length - 1, Math.max(0, at + step)));
  };
  return (
    <div ref={box} className={css.cities}>
      <div
        role="list"
        aria-label="Dentists by city"
        className={css.canvas}
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={walk}
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
              const at = row.index * columns + offset;
              return (
                <div key={placeName(place)} role="listitem" aria-posinset={at + 1} aria-setsize={places.length}>
                  <Link
                    to={directoryPath(place)}
                    data-at={at}
                    tabIndex={at === current ? 0 : -1}
                    onFocus={() => setCurrent(at)}
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
