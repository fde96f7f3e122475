/** Web Mercator, the projection of map tiles. The world is a square of WORLD units. */
export const WORLD = 2 ** 18;
/** Map tiles are this large, so at zoom 0 the world is one tile. */
export const TILE_SIZE = 256;

export interface Point {
  x: number;
  y: number;
}
export interface Position {
  lat: number;
  lng: number;
}

const MAX_LATITUDE = 85;
const RAD = Math.PI / 180;

/** Longitudes east of 170° belong to the Aleutian Islands, so they continue in the west. */
const unwrap = (lng: number): number => (lng > 170 ? lng - 360 : lng);

export function project({ lat, lng }: Position): Point {
  const sin = Math.sin(Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, lat)) * RAD);
  return {
    x: (unwrap(lng) / 360 + 0.5) * WORLD,
    y: (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * WORLD,
  };
}

export function unproject({ x, y }: Point): Position {
  const lng = (x / WORLD - 0.5) * 360;
  return { lat: Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / WORLD))) / RAD, lng: lng < -180 ? lng + 360 : lng };
}

/** Pixels per unit. */
export const scaleAt = (zoom: number): number => (TILE_SIZE * 2 ** zoom) / WORLD;

const EARTH_MILES = 24_901;
/** Miles per unit at a latitude, because Mercator stretches the north. */
export const milesPerUnit = (lat: number): number => (EARTH_MILES * Math.cos(lat * RAD)) / WORLD;
