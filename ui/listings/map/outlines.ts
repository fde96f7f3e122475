import { scaleAt, type Point } from './mercator.ts';
import type { MapView, Size } from './use-map-view.ts';

/** SVG paths in map units. */
export interface Outline {
  land: string;
  counties?: string;
}
type Box = [left: number, top: number, right: number, bottom: number];

// The server renders no map.
const files = import.meta.env.SSR ? {} : import.meta.glob<Outline>('./outlines/*.json', { import: 'default' });
const boxes: Record<string, Box> = import.meta.env.SSR
  ? {}
  : (Object.values(
      import.meta.glob<Record<string, Box>>('./outlines/boxes.json', { import: 'default', eager: true }),
    )[0] ?? {});

/** From this zoom on, states are drawn with their counties. */
export const COUNTY_ZOOM = 5;
const MAX_STATES = 8;

export const loadOutline = (name: string): Promise<Outline> => files[`./outlines/${name}.json`]!();

const toMap = (view: MapView, { width, height }: Size): Box => {
  const scale = scaleAt(view.zoom);
  return [
    view.x - width / 2 / scale,
    view.y - height / 2 / scale,
    view.x + width / 2 / scale,
    view.y + height / 2 / scale,
  ];
};

/** The states in the window, those with their middle nearest to its center first. */
export function findStatesInView(view: MapView, size: Size): string[] {
  if (view.zoom < COUNTY_ZOOM) return [];
  const [left, top, right, bottom] = toMap(view, size);
  const distance = ([l, t, r, b]: Box): number => {
    const middle: Point = { x: (l + r) / 2, y: (t + b) / 2 };
    return Math.hypot(middle.x - view.x, middle.y - view.y);
  };
  return Object.entries(boxes)
    .filter(([, [l, t, r, b]]) => l <= right && r >= left && t <= bottom && b >= top)
    .toSorted(([, a], [, b]) => distance(a) - distance(b))
    .slice(0, MAX_STATES)
    .map(([code]) => code)
    .toSorted();
}
