import { radii } from '../search/search-state.ts';
import { milesPerUnit, scaleAt, unproject, type Position } from './mercator.ts';
import type { MapView, Size } from './use-map-view.ts';

export interface SearchArea {
  center: Position;
  /** A distance that the directory can search. Null if the map shows more than the largest. */
  miles: number | null;
}

const MILES_PER_DEGREE = 69;

/** Two corners of the square around a circle. */
export function cornersOf({ lat, lng }: Position, miles: number): Position[] {
  const latitudes = miles / MILES_PER_DEGREE;
  const longitudes = latitudes / Math.cos((lat * Math.PI) / 180);
  return [
    { lat: lat - latitudes, lng: lng - longitudes },
    { lat: lat + latitudes, lng: lng + longitudes },
  ];
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
