import { useCallback, useState } from 'react';
import type { Box } from '#shared/places/box.ts';
import { createMap, type MapLibre } from './create-map.ts';
import { clampBox } from './pins.ts';

export interface MapView {
  box: Box;
  zoom: number;
}

const viewOf = (map: MapLibre): MapView => {
  const bounds = map.getBounds();
  const box = { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() };
  return { box: clampBox(box), zoom: map.getZoom() };
};

/** A map in the element that gets the ref, its view after each move, and whether the visitor has moved it. Null means that the browser has no WebGL. */
export function useMap() {
  const [map, setMap] = useState<MapLibre | null | undefined>(undefined);
  const [view, setView] = useState<MapView | null>(null);
  const [isMoved, setIsMoved] = useState(false);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const created = createMap(element);
    setMap(created);
    if (!created) return undefined;
    const settle = () => setView(viewOf(created));
    settle();
    created.on('moveend', settle);
    created.on('resize', settle);
    created.on('movestart', ({ originalEvent }) => void (originalEvent && setIsMoved(true)));
    return () => {
      setMap(undefined);
      created.remove();
    };
  }, []);
  return { ref, map, view, isMoved, setIsMoved };
}
