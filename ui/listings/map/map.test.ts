import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatBox, parseBox } from '#shared/places/box.ts';
import type { CardItem } from '../card/card-search.ts';
import { loadCounties, loadStates } from './outlines.ts';
import { boxAround, cellSize, coverPlaces, groupPins, joinCells, placePins, project, shiftCells, squareAround, toSteps, type Cell } from './pins.ts'; // prettier-ignore

const austin = { lat: 30.27, lng: -97.74 };
const listingAt = (id: number, place: Partial<CardItem>) =>
  ({ id, lat: null, lng: null, zipCode: null, ...place }) as CardItem;

it('never invents a position', () => {
  const centers = new Map([['78701', austin]]);
  const items = [
    listingAt(1, { lat: 30, lng: -97 }),
    listingAt(2, { zipCode: '78701-1234' }),
    listingAt(3, { zipCode: '99999' }),
    listingAt(4, {}),
  ];
  const { pins, missing } = placePins(items, centers);
  expect(pins.map(({ listing, number, isApproximate }) => [listing.id, number, isApproximate])).toEqual([
    [1, 1, false],
    [2, 2, true],
  ]);
  expect(missing).toBe(2);
});

it('groups practices at the same point at every zoom', () => {
  const items = [listingAt(1, austin), listingAt(2, { lat: 30.5, lng: -97.7 }), listingAt(3, austin)];
  const { pins } = placePins(items, new Map());
  const idsAt = (zoom: number) => groupPins(pins, zoom).map((group) => group.map(({ listing }) => listing.id));
  expect(idsAt(12)).toEqual([[1, 3], [2]]);
  expect(idsAt(3)).toEqual([[1, 2, 3]]);
});

it('joins cells next to each other, and loses no match', () => {
  const cell = (lat: number, lng: number, count: number): Cell => ({ count, lat, lng, box: { west: lng, south: lat, east: lng, north: lat } }); // prettier-ignore
  const cells = [cell(30, -97, 40), cell(30.001, -97.001, 2), cell(32, -96, 1)];
  expect(joinCells(cells, 8)).toEqual([
    { ...cells[0], count: 42, box: { west: -97.001, south: 30, east: -97, north: 30.001 } },
    cells[2],
  ]);
  expect(joinCells(cells, 18)).toEqual(cells);
});

it('moves circles out from under a pin, never dots, and keeps names away from both', () => {
  const { pins } = placePins([listingAt(1, austin)], new Map());
  const groups = groupPins(pins, 10);
  const pixel = 360 / (512 * 2 ** 10);
  fc.assert(
    fc.property(
      fc.integer({ min: -60, max: 60 }),
      fc.integer({ min: -80, max: 80 }),
      fc.constantFrom(1, 5, 50, 500),
      (x, y, count) => {
        const place = { lat: austin.lat - y * pixel, lng: austin.lng + x * pixel };
        const cell: Cell = { count, ...place, box: boxAround([place]) };
        const [moved] = shiftCells([cell], groups, 10);
        if (count === 1) {
          expect(moved!.shift).toEqual({ x: 0, y: 0 });
          return;
        }
        const [center, pin] = [project(cell, 10), project(austin, 10)];
        const [right, down] = [center.x + moved!.shift.x - pin.x, center.y + moved!.shift.y - pin.y];
        const radius = cellSize(count) / 2;
        expect(Math.abs(right) >= 16 + radius || down >= radius || down <= -40 - radius).toBe(true);
        const { features } = coverPlaces(groups, [moved!]);
        expect(features.map(({ geometry }) => geometry.coordinates)).toEqual([
          [austin.lng, austin.lat],
          [cell.lng, cell.lat],
        ]);
      },
    ),
  );
});

it('covers the number of no circle with another one, and loses no match', () => {
  const groups = groupPins(placePins([listingAt(1, austin)], new Map()).pins, 10);
  const pixel = 360 / (512 * 2 ** 10);
  const near = fc.record({
    x: fc.integer({ min: -120, max: 120 }),
    y: fc.integer({ min: -120, max: 120 }),
    count: fc.constantFrom(1, 2, 9, 50, 99, 500),
  });
  fc.assert(
    fc.property(fc.array(near, { maxLength: 20 }), (places) => {
      const cells = places.map(({ x, y, count }): Cell => {
        const place = { lat: austin.lat - y * pixel, lng: austin.lng + x * pixel };
        return { count, ...place, box: boxAround([place]) };
      });
      const shown = shiftCells(cells, groups, 10);
      const total = (all: readonly Cell[]) => all.reduce((sum, { count }) => sum + count, 0);
      expect(total(shown)).toBe(total(cells));
      const circles = shown
        .filter(({ count }) => count > 1)
        .map((cell) => {
          const { x, y } = project(cell, 10);
          return { x: x + cell.shift.x, y: y + cell.shift.y, radius: cellSize(cell.count) / 2 };
        });
      for (const [index, one] of circles.entries())
        for (const other of circles.slice(index + 1))
          expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThanOrEqual(
            Math.max(one.radius, other.radius),
          );
    }),
  );
});

it('asks for whole steps around a view, so a small move asks for nothing new', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -170, max: -60, noNaN: true }),
      fc.double({ min: 15, max: 70, noNaN: true }),
      fc.integer({ min: 3, max: 18 }),
      (west, south, zoom) => {
        const view = { west, south, east: west + 400 / 2 ** zoom, north: south + 200 / 2 ** zoom };
        const steps = toSteps(view, zoom);
        expect(steps.west).toBeLessThanOrEqual(view.west);
        expect(steps.south).toBeLessThanOrEqual(view.south);
        expect(steps.east).toBeGreaterThanOrEqual(Math.min(180, view.east));
        expect(steps.north).toBeGreaterThanOrEqual(Math.min(90, view.north));
        expect(toSteps(steps, zoom)).toEqual(steps);
        expect(parseBox(formatBox(steps))).not.toBeNull();
      },
    ),
  );
});

it('shows the whole circle of a search that found nothing', () => {
  const { west, south, east, north } = squareAround(austin, 69);
  expect([south, north]).toEqual([austin.lat - 1, austin.lat + 1]);
  expect(east - west).toBeGreaterThan(2);
  expect(boxAround([austin, { lat: 29, lng: -98 }])).toEqual({ west: -98, south: 29, east: -97.74, north: 30.27 });
});

it('names each state and county inside of it', async () => {
  const states = await loadStates();
  expect(states.land.features.length).toBeGreaterThan(50);
  const texas = states.names.features.find(({ properties }) => properties?.['name'] === 'Texas')!;
  expect(texas.geometry.coordinates).toEqual([expect.closeTo(-99.3, 0), expect.closeTo(31.5, 0)]);
  const { borders, names } = await loadCounties();
  expect(names.features.length).toBeGreaterThan(3_000);
  expect(borders.coordinates.length).toBeGreaterThan(3_000);
});
