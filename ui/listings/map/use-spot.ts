import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { MapLibre } from './create-map.ts';
import type { Position } from './pins.ts';

/** Keeps an element at a position of the map, without rendering it again. */
export function useSpot<E extends HTMLElement>(map: MapLibre, { lat, lng }: Position): RefObject<E | null> {
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
