import type { CardItem } from '../card/card-search.ts';
import { project, scaleAt, type Point, type Position } from './mercator.ts';
import type { MapView, Size } from './use-map-view.ts';

export interface Pin {
  listing: CardItem;
  /** The number of the listing on the page of results, starting at 1. */
  number: number;
  position: Position;
  /** The position is the center of the ZIP code. */
  isApproximate: boolean;
}
/** Pins that would cover each other, at the position of the first. */
export interface PinGroup {
  pins: Pin[];
  /** In pixels, from the top left of the window. */
  at: Point;
}

/** In pixels. Pins reach 40 pixels above their point and groups 16 below it, and both are 32 wide. */
const MIN_DISTANCE = { x: 34, y: 58 };

export function placePins(
  items: readonly CardItem[],
  zipCenters: ReadonlyMap<string, Position>,
): { pins: Pin[]; missing: number } {
  const pins = items.flatMap((listing, index): Pin[] => {
    const { lat, lng, zipCode } = listing;
    const number = index + 1;
    if (lat !== null && lng !== null) return [{ listing, number, position: { lat, lng }, isApproximate: false }];
    const center = zipCenters.get(zipCode?.slice(0, 5) ?? '');
    return center ? [{ listing, number, position: center, isApproximate: true }] : [];
  });
  return { pins, missing: items.length - pins.length };
}

export function toWindow(position: Position, view: MapView, { width, height }: Size): Point {
  const scale = scaleAt(view.zoom);
  const { x, y } = project(position);
  return { x: (x - view.x) * scale + width / 2, y: (y - view.y) * scale + height / 2 };
}

export function groupPins(pins: readonly Pin[], view: MapView, size: Size): PinGroup[] {
  const groups: PinGroup[] = [];
  for (const pin of pins) {
    const at = toWindow(pin.position, view, size);
    const near = groups.find(
      (group) => Math.abs(group.at.x - at.x) < MIN_DISTANCE.x && Math.abs(group.at.y - at.y) < MIN_DISTANCE.y,
    );
    if (near) near.pins.push(pin);
    else groups.push({ pins: [pin], at });
  }
  return groups;
}
