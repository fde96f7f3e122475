import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { mapCities } from '#contract/places/map.ts';
import type { Reply } from '#contract/endpoint.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { toWindow, type PinGroup } from './group-pins.ts';
import { scaleAt, unproject, type Point } from './mercator.ts';
import type { MapView, Size } from './use-map-view.ts';
import css from './CityLabels.module.css';

type City = Reply<typeof mapCities>[number];

/** The window, rounded outward to steps of half of it, so that small moves ask for nothing new. */
function areaQuery(view: MapView, { width, height }: Size) {
  const scale = scaleAt(Math.floor(view.zoom));
  const step = Math.max(width, height) / scale / 2;
  const floor = (value: number) => Math.floor(value / step) * step;
  const reach = { x: width / 2 / scaleAt(view.zoom), y: height / 2 / scaleAt(view.zoom) };
  const northWest = unproject({ x: floor(view.x - reach.x), y: floor(view.y - reach.y) });
  const southEast = unproject({ x: floor(view.x + reach.x) + step, y: floor(view.y + reach.y) + step });
  const degrees = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value)).toFixed(4);
  return {
    west: northWest.lng > 0 ? '-180' : degrees(northWest.lng, 180),
    north: degrees(northWest.lat, 90),
    east: degrees(southEast.lng, 180),
    south: degrees(southEast.lat, 90),
  };
}

const CHARACTER_WIDTH = 7.2;

interface Label {
  city: City;
  at: Point;
  left: number;
  right: number;
  top: number;
  bottom: number;
}
type Area = Pick<Label, 'left' | 'right' | 'top' | 'bottom'>;

const overlap = (a: Area, b: Area): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The largest cities whose names cover neither each other nor a pin. */
function chooseLabels(cities: readonly City[], view: MapView, size: Size, groups: readonly PinGroup[]): Label[] {
  const taken: Area[] = groups.map(({ at }) => ({
    left: at.x - 18,
    right: at.x + 18,
    top: at.y - 42,
    bottom: at.y + 8,
  }));
  return cities.flatMap((city): Label[] => {
    const at = toWindow(city, view, size);
    const width = `${city.name} ${city.dentistCount}`.length * CHARACTER_WIDTH + 10;
    const label = { city, at, left: at.x - 4, right: at.x + width, top: at.y - 10, bottom: at.y + 10 };
    if (label.left < 0 || label.top < 0 || label.right > size.width || label.bottom > size.height) return [];
    if (taken.some((area) => overlap(area, label))) return [];
    taken.push(label);
    return [label];
  });
}

/** Names of cities with their number of dentists. The results and the search box say the same in text. */
export function CityLabels({ view, size, groups }: { view: MapView; size: Size; groups: readonly PinGroup[] }) {
  const { data } = useQuery({
    ...queryOf(mapCities, { query: areaQuery(view, size) }),
    enabled: size.width > 0,
    placeholderData: keepPreviousData,
  });
  return (
    <svg className={css.labels} width={size.width} height={size.height} aria-hidden="true">
      {chooseLabels(data ?? [], view, size, groups).map(({ city, at }) => (
        <g key={`${city.name} ${city.state}`} transform={`translate(${at.x} ${at.y})`}>
          <circle r="2.5" />
          <text x="7" y="4">
            {city.name} <tspan className={css.count}>{city.dentistCount}</tspan>
          </text>
        </g>
      ))}
    </svg>
  );
}
