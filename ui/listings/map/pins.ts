import type { Feature, FeatureCollection, Point } from 'geojson';
import type { Reply } from '#contract/endpoint.ts';
import { CELL_PIXELS, type mapMatches } from '#contract/directory/map-matches.ts';
import type { Box } from '#shared/places/box.ts';
import type { CardItem } from '../card/card-search.ts';

export interface Position {
  lat: number;
  lng: number;
}
interface Pin {
  listing: CardItem;
  /** The number of the listing on the page of results, starting at 1. Listings of other pages have none. */
  number?: number;
  position: Position;
  /** The position is the center of the ZIP code. */
  isApproximate: boolean;
}
export type NumberedPin = Pin & { number: number };
export type Cell = Reply<typeof mapMatches>['cells'][number];

export function placePins(
  items: readonly CardItem[],
  zipCenters: ReadonlyMap<string, Position>,
): { pins: NumberedPin[]; missing: number } {
  const pins = items.flatMap((listing, index): NumberedPin[] => {
    const { lat, lng, zipCode } = listing;
    const number = index + 1;
    if (lat !== null && lng !== null) return [{ listing, number, position: { lat, lng }, isApproximate: false }];
    const center = zipCenters.get(zipCode?.slice(0, 5) ?? '');
    return center ? [{ listing, number, position: center, isApproximate: true }] : [];
  });
  return { pins, missing: items.length - pins.length };
}

const WORLD_PIXELS = 512;
/** The width of the empty picture that keeps names away from pins. */
export const COVER_PIXELS = 32;
const RADIANS = Math.PI / 180;

/** Pixels from the northwest corner of the world. */
export function project({ lat, lng }: Position, zoom: number): { x: number; y: number } {
  const sin = Math.sin(Math.min(85, Math.max(-85, lat)) * RADIANS);
  const size = WORLD_PIXELS * 2 ** zoom;
  return { x: (lng / 360 + 0.5) * size, y: (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * size };
}

/** Below this distance in pixels, pins would cover each other's numbers. */
const NEAR = { x: 24, y: 26 };

/** Joins pins that would cover each other at a zoom. */
export function groupPins(pins: readonly NumberedPin[], zoom: number): NumberedPin[][] {
  const groups: NumberedPin[][] = [];
  for (const pin of pins) {
    const { x, y } = project(pin.position, zoom);
    const near = groups.find(([first]) => {
      const at = project(first!.position, zoom);
      return Math.abs(at.x - x) < NEAR.x && Math.abs(at.y - y) < NEAR.y;
    });
    if (near) near.push(pin);
    else groups.push([pin]);
  }
  return groups;
}

const joinBoxes = (a: Box, b: Box): Box => ({
  west: Math.min(a.west, b.west),
  south: Math.min(a.south, b.south),
  east: Math.max(a.east, b.east),
  north: Math.max(a.north, b.north),
});

/** Joins cells whose listings are next to each other across the border of two cells. The largest come first. */
export function joinCells(cells: readonly Cell[], zoom: number): Cell[] {
  const joined: Cell[] = [];
  for (const cell of cells) {
    const at = project(cell, zoom);
    const near = joined.findIndex((other) => {
      const { x, y } = project(other, zoom);
      return Math.hypot(x - at.x, y - at.y) < CELL_PIXELS * 0.6;
    });
    if (near === -1) joined.push(cell);
    else {
      const other = joined[near]!;
      joined[near] = { ...other, count: other.count + cell.count, box: joinBoxes(other.box, cell.box) };
    }
  }
  return joined;
}

/** Pixels of a pin around its point: half its width, and its height above. */
const PIN = { side: 16, top: 40 };

/** The diameter of a cell's circle, in pixels. A single practice is a dot that is easy to hit. */
export const cellSize = (count: number): number => (count === 1 ? 24 : count < 10 ? 30 : count < 100 ? 36 : 44);

/** A circle, and how many pixels it is drawn away from the mean of its positions. */
export type ShiftedCell = Cell & { shift: { x: number; y: number } };

/** Farther than this, a circle would be read as another place. */
const MAX_SHIFT = CELL_PIXELS;

/** Circles may touch with their borders, in pixels, because their numbers can still be read. */
const MAX_OVERLAP = 6;
const DOT_PIXELS = 10;
const drawnSize = (count: number): number => (count === 1 ? DOT_PIXELS : cellSize(count));

/**
 * Moves circles out from under pins, so that their numbers can be read, to the nearest free place at the side of a pin or below it. A dot
 * stays, because it is the position of one practice. A circle that would still cover another one joins it.
 */
export function shiftCells(cells: readonly Cell[], groups: readonly NumberedPin[][], zoom: number): ShiftedCell[] {
  const points = groups.map(([first]) => project(first!.position, zoom));
  const shown: (ShiftedCell & { at: { x: number; y: number } })[] = [];
  for (const cell of cells) {
    const center = project(cell, zoom);
    const shift = cell.count === 1 ? { x: 0, y: 0 } : shiftFrom(points, center, cellSize(cell.count) / 2 + 2);
    const at = { x: center.x + shift.x, y: center.y + shift.y };
    const covered = shown.find(
      (other) =>
        (cell.count > 1 || other.count > 1) &&
        Math.hypot(other.at.x - at.x, other.at.y - at.y) <
          (drawnSize(other.count) + drawnSize(cell.count)) / 2 - MAX_OVERLAP,
    );
    if (covered) Object.assign(covered, { count: covered.count + cell.count, box: joinBoxes(covered.box, cell.box) });
    else shown.push({ ...cell, shift, at });
  }
  return shown.map(({ at: _at, ...cell }) => cell);
}

/** The way from the center of a circle to the nearest place that no pin covers. */
function shiftFrom(points: readonly { x: number; y: number }[], center: { x: number; y: number }, radius: number) {
  const side = PIN.side + radius;
  const pins = points.map(({ x, y }) => ({ x: x - center.x, y: y - center.y }));
  const isFree = ({ x, y }: { x: number; y: number }) =>
    pins.every((pin) => Math.abs(x - pin.x) >= side || y - pin.y >= radius || y - pin.y <= -PIN.top - radius);
  const here = { x: 0, y: 0 };
  if (isFree(here)) return here;
  const across = [0, ...pins.flatMap(({ x }) => [x - side, x + side])];
  const down = [0, ...pins.map(({ y }) => y + radius)];
  const [nearest] = across
    .flatMap((x) => down.map((y) => ({ x, y })))
    .filter((shift) => Math.hypot(shift.x, shift.y) <= MAX_SHIFT && isFree(shift))
    .toSorted((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y));
  return nearest ?? here;
}

/** The places that pins and circles cover, so that the map writes no names there. */
export function coverPlaces(groups: readonly NumberedPin[][], cells: readonly ShiftedCell[]): FeatureCollection<Point> {
  const cover = ({ lat, lng }: Position, size: number, x: number, y: number): Feature<Point> => ({
    type: 'Feature',
    properties: { scale: size / COVER_PIXELS, offset: [(x * COVER_PIXELS) / size, (y * COVER_PIXELS) / size] },
    geometry: { type: 'Point', coordinates: [lng, lat] },
  });
  return {
    type: 'FeatureCollection',
    features: [
      ...groups.map(([first]) => cover(first!.position, PIN.top, 0, -PIN.top / 2)),
      ...cells.map((cell) => cover(cell, cellSize(cell.count), cell.shift.x, cell.shift.y)),
    ],
  };
}

/** The view that a map asks for: whole steps around the window, so that small moves ask for nothing new. */
export function toSteps({ west, south, east, north }: Box, zoom: number): Box {
  const step = (360 / 2 ** zoom) * ((4 * CELL_PIXELS) / WORLD_PIXELS);
  const down = (degrees: number) => Math.floor(degrees / step) * step;
  const up = (degrees: number) => Math.ceil(degrees / step) * step;
  return clampBox({ west: down(west), south: down(south), east: up(east), north: up(north) });
}

export const clampBox = ({ west, south, east, north }: Box): Box => ({
  west: Math.max(-180, west),
  south: Math.max(-90, south),
  east: Math.min(180, east),
  north: Math.min(90, north),
});

/** The smallest box around positions. */
export const boxAround = (positions: readonly Position[]): Box =>
  positions.map(({ lat, lng }) => ({ west: lng, south: lat, east: lng, north: lat })).reduce(joinBoxes);

const MILES_PER_DEGREE = 69;

/** The square around a circle. */
export function squareAround({ lat, lng }: Position, miles: number): Box {
  const latitudes = miles / MILES_PER_DEGREE;
  const longitudes = latitudes / Math.cos(lat * RADIANS);
  return { west: lng - longitudes, south: lat - latitudes, east: lng + longitudes, north: lat + latitudes };
}
