import { useLayoutEffect, useRef, type RefObject } from 'react';
import { cx } from '#ui/kit/cx.ts';
import { formatCompact, formatNumber } from '#ui/kit/format.ts';
import { fullName, placeOf } from '../listing.ts';
import { useActiveIds } from './active-listing.ts';
import type { MapLibre } from './create-map.ts';
import { cellSize, type NumberedPin, type ShiftedCell, type Position } from './pins.ts';
import css from './MapPins.module.css';

/** Keeps an element at a position of the map, without rendering it again. */
function useSpot<E extends HTMLElement>(map: MapLibre, { lat, lng }: Position): RefObject<E | null> {
  const element = useRef<E>(null);
  useLayoutEffect(() => {
    const place = () => {
      const { x, y } = map.project([lng, lat]);
      element.current!.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    };
    place();
    map.on('move', place);
    map.on('resize', place);
    return () => {
      map.off('move', place);
      map.off('resize', place);
    };
  }, [map, lat, lng]);
  return element;
}

const describePin = ({ listing, number }: NumberedPin): string =>
  [
    `${number}. ${fullName(listing)}`,
    listing.why.paid && 'sponsored',
    listing.rating !== null && `rated ${listing.rating.toFixed(1)}`,
    placeOf(listing),
  ]
    .filter(Boolean)
    .join(', ');

interface PinProps {
  map: MapLibre;
  group: readonly NumberedPin[];
  isOpen: boolean;
  onPress: () => void;
}

/** A result with its number on the page. Results that would cover each other share a pin. */
export function NumberedPinButton({ map, group, isOpen, onPress }: PinProps) {
  const first = group[0]!;
  const spot = useSpot<HTMLButtonElement>(map, first.position);
  const ids = group.map(({ listing }) => listing.id);
  const isActive = useActiveIds((active) => ids.some((id) => active.ids.includes(id)));
  const text = group.length > 1 ? `×${group.length}` : String(first.number);
  return (
    <button
      ref={spot}
      type="button"
      data-pin={ids.join(' ')}
      data-active={isOpen || isActive || undefined}
      aria-expanded={isOpen}
      className={cx(css.pin, group.every(({ isApproximate }) => isApproximate) && css.approximate)}
      onClick={onPress}
    >
      <svg viewBox="0 0 32 40" aria-hidden="true">
        <path d="M16 39C16 39 3 24.5 3 15A13 13 0 0 1 29 15C29 24.5 16 39 16 39Z" />
        <text x="16" y="20">
          {text}
        </text>
      </svg>
      <span className="hidden-text">
        {group.length > 1 && `${text}: ${group.length} practices here: `}
        {group.map(describePin).join('; ')}
      </span>
    </button>
  );
}

/** Other matches of the search: a dot for one, a circle with their number for several. The list has them all, page by page. */
export function CellButton({
  map,
  cell,
  isOpen,
  onPress,
}: {
  map: MapLibre;
  cell: ShiftedCell;
  isOpen: boolean;
  onPress: () => void;
}) {
  const spot = useSpot<HTMLButtonElement>(map, cell);
  const { count, shift } = cell;
  const size = cellSize(count);
  const style = { width: size, height: size, left: shift.x - size / 2, top: shift.y - size / 2 };
  return (
    <button
      ref={spot}
      type="button"
      tabIndex={-1}
      data-cell={count}
      style={style}
      data-active={isOpen || undefined}
      className={cx(css.cell, count === 1 && css.dot)}
      onClick={onPress}
    >
      {count > 1 && (count < 1_000 ? formatNumber(count) : formatCompact(count))}
      <span className="hidden-text">{count === 1 ? 'Another practice' : ' practices'}</span>
    </button>
  );
}
