import { radii } from '../search/search-state.ts';
import { milesPerUnit, scaleAt, unproject, type Position } from './mercator.ts';
import type { MapView, Size } from './use-map-view.ts';

export interface SearchArea {
  center: Position;
  /** A distance that the directory can search. Null if the map shows more than the largest. */
  miles: number | null;
}

/** A circle about as large as the window of the map. */
export function areaOf(view: MapView, { width, height }: Size): SearchArea {
  const center = unproject(view);
  const pixels = Math.min(width, height) / 2;
  const miles = (pixels / scaleAt(view.zoom)) * milesPerUnit(center.lat);
  const largest = radii.at(-1)!;
  if (miles > largest * 1.5) return { center, miles: null };
  const nearest = radii.reduce((best, radius) => (Math.abs(radius - miles) < Math.abs(best - miles) ? radius : best));
  return { center, miles: nearest };
}
