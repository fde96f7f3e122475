/** An area of the map, in degrees. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

const degrees = String.raw`(-?\d{1,3}(?:\.\d{1,6})?)`;
const pattern = new RegExp(`^${[degrees, degrees, degrees, degrees].join(',')}$`);

/** Reads a box as "west,south,east,north". Null if it isn't one. */
export function parseBox(text: string): Box | null {
  const [west = 0, south = 0, east = 0, north = 0] = pattern.exec(text)?.slice(1).map(Number) ?? [];
  return west < east && south < north && west >= -180 && east <= 180 && south >= -90 && north <= 90
    ? { west, south, east, north }
    : null;
}

/** Ten-thousandths of a degree are about 30 feet. */
const format = (degree: number): string => String(Number(degree.toFixed(4)));
export const formatBox = ({ west, south, east, north }: Box): string => [west, south, east, north].map(format).join();
