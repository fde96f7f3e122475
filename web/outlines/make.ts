import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { usStates } from '#shared/places/states.ts';
import { project } from '#ui/listings/map/mercator.ts';

/**
 * Writes the map's outlines from the Census data of us-atlas: nation.json, simplified, and one file per state with its
 * counties. Run `npm run map:outlines` after an update of us-atlas.
 */
interface Topology {
  transform: { scale: [number, number]; translate: [number, number] };
  arcs: [number, number][][];
  objects: Record<string, { geometries: Area[] }>;
}
interface Area {
  id: string;
  type: 'Polygon' | 'MultiPolygon';
  arcs: number[][] | number[][][];
  properties: { name: string };
}
type Line = [number, number][];

const require = createRequire(import.meta.url);
const readTopology = async (name: string): Promise<Topology> =>
  JSON.parse(await readFile(require.resolve(`us-atlas/${name}.json`), 'utf8')) as Topology;

/** The arcs of a topology as lines of whole map units. */
function decodeArcs({ arcs, transform }: Topology): Line[] {
  return arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]) => {
      x += dx;
      y += dy;
      const lng = x * transform.scale[0] + transform.translate[0];
      const lat = y * transform.scale[1] + transform.translate[1];
      const point = project({ lat, lng });
      return [Math.round(point.x), Math.round(point.y)];
    });
  });
}

const ringsOf = ({ type, arcs }: Area): number[][] =>
  type === 'Polygon' ? (arcs as number[][]) : (arcs as number[][][]).flat();

/** Arcs are shared between areas; a negative number is an arc in reverse. */
const arcIndex = (arc: number): number => (arc < 0 ? ~arc : arc);
const joinRing = (ring: number[], lines: Line[]): Line =>
  ring.flatMap((arc, index) => {
    const line = arc < 0 ? lines[~arc]!.toReversed() : lines[arc]!;
    return index === 0 ? line : line.slice(1);
  });

/** An SVG path with relative coordinates. Points that repeat the previous one are dropped. */
function toPath(line: Line, close: boolean): string {
  let [x, y] = line[0]!;
  const start = `M${x} ${y}`;
  const steps: string[] = [];
  for (const [nextX, nextY] of line.slice(1)) {
    if (nextX === x && nextY === y) continue;
    steps.push(`${nextX - x} ${nextY - y}`);
    [x, y] = [nextX, nextY];
  }
  if (steps.length < (close ? 2 : 1)) return '';
  return `${start}l${steps.join(' ').replaceAll(' -', '-')}${close ? 'z' : ''}`;
}

/** Douglas and Peucker's algorithm. */
function simplify(line: Line, tolerance: number): Line {
  if (line.length < 3) return line;
  const [[ax, ay], [bx, by]] = [line[0]!, line.at(-1)!];
  const length = Math.hypot(bx - ax, by - ay);
  let [farthest, most] = [0, 0];
  for (let index = 1; index < line.length - 1; index++) {
    const [x, y] = line[index]!;
    const distance =
      length === 0 ? Math.hypot(x - ax, y - ay) : Math.abs((by - ay) * (x - ax) - (bx - ax) * (y - ay)) / length;
    if (distance > most) [farthest, most] = [index, distance];
  }
  if (most <= tolerance) return [line[0]!, line.at(-1)!];
  return [...simplify(line.slice(0, farthest + 1), tolerance), ...simplify(line.slice(farthest), tolerance).slice(1)];
}

/** In map units; at the zoom that shows the whole country, 25 of them are a pixel. */
const NATION_TOLERANCE = 20;
const MIN_ISLAND = 40;

const extent = (line: Line): number => {
  const [xs, ys] = [line.map(([x]) => x), line.map(([, y]) => y)];
  return Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
};

async function makeNation(): Promise<object> {
  const topology = await readTopology('states-10m');
  const lines = decodeArcs(topology).map((line) => simplify(line, NATION_TOLERANCE));
  const rings = topology.objects.states!.geometries.flatMap(ringsOf).map((ring) => joinRing(ring, lines));
  return { land: rings.filter((ring) => extent(ring) > MIN_ISLAND).map((ring) => toPath(ring, true)).join('') }; // prettier-ignore
}

async function makeStates(): Promise<{ code: string; outline: object; box: number[] }[]> {
  const topology = await readTopology('counties-10m');
  const lines = decodeArcs(topology);
  return topology.objects.states!.geometries.flatMap((state) => {
    const code = usStates.find(({ name }) => name === state.properties.name)?.code;
    if (!code) return [];
    const uses = new Map<number, number>();
    for (const county of topology.objects.counties!.geometries.filter(({ id }) => id.startsWith(state.id)))
      for (const arc of ringsOf(county).flat()) uses.set(arcIndex(arc), (uses.get(arcIndex(arc)) ?? 0) + 1);
    const borders = [...uses].filter(([, count]) => count > 1).map(([arc]) => toPath(lines[arc]!, false));
    const rings = ringsOf(state).map((ring) => joinRing(ring, lines));
    const [xs, ys] = [rings.flat().map(([x]) => x), rings.flat().map(([, y]) => y)];
    const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    const land = rings.map((ring) => toPath(ring, true)).join('');
    return [{ code, box, outline: { land, counties: borders.join('') } }];
  });
}

const writeOutline = (name: string, value: object): Promise<void> =>
  writeFile(new URL(`../../ui/listings/map/outlines/${name}.json`, import.meta.url), `${JSON.stringify(value)}\n`);

await writeOutline('nation', await makeNation());
const states = (await makeStates()).toSorted((a, b) => a.code.localeCompare(b.code));
for (const { code, outline } of states) await writeOutline(code, outline);
await writeOutline('boxes', Object.fromEntries(states.map(({ code, box }) => [code, box])));
