/** Builds small PMTiles files for tests, by the specifications of PMTiles 3 and of Mapbox vector tiles 2. */

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
const field = (number: number, bytes: readonly number[]): number[] => [
  ...varint(number * 8 + 2),
  ...varint(bytes.length),
  ...bytes,
];
const text = (value: string): number[] => [...Buffer.from(value)];
const zigzag = (value: number): number => (value < 0 ? -value * 2 - 1 : value * 2);

type Point = readonly [x: number, y: number];
interface Feature {
  type: 'point' | 'line' | 'polygon';
  points: readonly Point[];
  properties: Readonly<Record<string, string | number>>;
}

function drawGeometry({ type, points }: Feature): number[] {
  let [x, y] = [0, 0];
  const step = ([nextX, nextY]: Point): number[] => {
    const steps = [...varint(zigzag(nextX - x)), ...varint(zigzag(nextY - y))];
    [x, y] = [nextX, nextY];
    return steps;
  };
  const [first, ...rest] = points;
  const start = [...varint(9), ...step(first!)];
  if (type === 'point') return start;
  const lines = [...varint(rest.length * 8 + 2), ...rest.flatMap(step)];
  return [...start, ...lines, ...(type === 'polygon' ? varint(15) : [])];
}

/** A layer of a vector tile of 4,096 by 4,096 units. */
function layer(name: string, features: readonly Feature[]): number[] {
  const keys = [...new Set(features.flatMap(({ properties }) => Object.keys(properties)))];
  const values = [...new Set(features.flatMap(({ properties }) => Object.values(properties)))];
  const types = { point: 1, line: 2, polygon: 3 };
  const body = [
    ...field(1, text(name)),
    ...features.flatMap((feature) => {
      const tags = Object.entries(feature.properties).flatMap(([key, value]) => [
        ...varint(keys.indexOf(key)),
        ...varint(values.indexOf(value)),
      ]);
      return field(2, [...field(2, tags), 24, types[feature.type], ...field(4, drawGeometry(feature))]);
    }),
    ...keys.flatMap((key) => field(3, text(key))),
    ...values.flatMap((value) =>
      field(4, typeof value === 'string' ? field(1, text(value)) : [...varint(5 * 8), ...varint(value)]),
    ),
    5 * 8,
    ...varint(4096),
    15 * 8,
    2,
  ];
  return field(3, body);
}

const square: readonly Point[] = [
  [-64, -64],
  [4160, -64],
  [4160, 4160],
  [-64, 4160],
];
/** Land, a lake, a road, and a town, as Protomaps basemaps have them. */
const tile = [
  ...layer('earth', [{ type: 'polygon', points: square, properties: { kind: 'earth' } }]),
  ...layer('water', [
    {
      type: 'polygon',
      points: [
        [600, 600],
        [1900, 600],
        [1900, 1500],
        [600, 1500],
      ],
      properties: { kind: 'lake' },
    },
  ]),
  ...layer('roads', [
    {
      type: 'line',
      points: [
        [0, 3000],
        [4096, 2200],
      ],
      properties: { kind: 'highway', name: 'Test Road', min_zoom: 1 },
    },
  ]),
  ...layer('places', [
    {
      type: 'point',
      points: [[2600, 1200]],
      properties: { kind: 'locality', name: 'Testville', population_rank: 12, min_zoom: 1 },
    },
  ]),
];

const HEADER_BYTES = 127;

/** A file that has the same tile everywhere, up to `maxZoom`. */
export function makePmtiles({ metadata = {}, version = 3, tileType = 1, maxZoom = 7 } = {}): Buffer {
  const tileCount = (4 ** (maxZoom + 1) - 1) / 3;
  // The directory has a single entry: its first tile, its number of tiles, their length, and their offset plus one.
  const directory = [...varint(1), ...varint(0), ...varint(tileCount), ...varint(tile.length), ...varint(1)];
  const json = text(
    JSON.stringify({
      attribution: '<a href="https://example.com">Test &copy; Streets</a>',
      vector_layers: ['earth', 'water', 'roads', 'places'].map((id) => ({ id, fields: {} })),
      ...metadata,
    }),
  );
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles', 0, 'latin1');
  header[7] = version;
  const jsonOffset = HEADER_BYTES + directory.length;
  const tileOffset = jsonOffset + json.length;
  const places = [HEADER_BYTES, directory.length, jsonOffset, json.length, tileOffset, 0, tileOffset, tile.length, tileCount, 1, 1]; // prettier-ignore
  places.forEach((value, index) => header.writeBigUInt64LE(BigInt(value), 8 + index * 8));
  header.set([1, 1, 1, tileType, 0, maxZoom], 96);
  [-180, -85, 180, 85].forEach((degrees, index) => header.writeInt32LE(degrees * 1e7, 102 + index * 4));
  return Buffer.concat([header, Buffer.from(directory), Buffer.from(json), Buffer.from(tile)]);
}
