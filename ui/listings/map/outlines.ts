import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Feature, FeatureCollection, MultiPolygon, Point, Polygon } from 'geojson';

type Area = Feature<Polygon | MultiPolygon, { name: string }>;
type Areas = GeometryCollection<{ name: string }>;
type Polygons = FeatureCollection<Polygon | MultiPolygon, { name: string }>;
type Ring = readonly (readonly number[])[];

/** Twice the area of a ring, and its centroid. */
function measure(ring: Ring): { size: number; center: [number, number] } {
  let [size, x, y] = [0, 0, 0];
  ring.forEach(([ax = 0, ay = 0], index) => {
    const [bx = 0, by = 0] = ring[(index + 1) % ring.length]!;
    const cross = ax * by - bx * ay;
    size += cross;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  });
  return { size: Math.abs(size), center: [x / (3 * size), y / (3 * size)] };
}

/** A point in the largest part of each area, for its name. */
function toLabels({ features }: Polygons): FeatureCollection<Point> {
  const labelOf = ({ geometry, properties }: Area): Feature<Point> => {
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    const [largest] = polygons.map(([ring = []]) => measure(ring)).toSorted((a, b) => b.size - a.size);
    return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: largest!.center } };
  };
  return { type: 'FeatureCollection', features: features.map(labelOf) };
}

/** The outlines of the Census, which are in the public domain. */
async function loadAtlas(level: 'states' | 'counties') {
  const { default: atlas } = await (level === 'states'
    ? import('us-atlas/states-10m.json?raw')
    : import('us-atlas/counties-10m.json?raw'));
  const topology = JSON.parse(atlas) as Topology<Record<string, Areas>>;
  const areas = topology.objects[level]!;
  return { topology, areas, polygons: feature(topology, areas) as Polygons };
}

export async function loadStates() {
  const { topology, areas, polygons } = await loadAtlas('states');
  return { land: polygons, borders: mesh(topology, areas), names: toLabels(polygons) };
}

/** Borders between counties, not those that are a state's, too. */
export async function loadCounties() {
  const { topology, areas, polygons } = await loadAtlas('counties');
  const stateOf = ({ id }: { id?: string | number }) => String(id).slice(0, 2);
  return { borders: mesh(topology, areas, (a, b) => a !== b && stateOf(a) === stateOf(b)), names: toLabels(polygons) };
}
