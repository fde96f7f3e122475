import { expect, it } from 'vitest';
import type { CardItem } from '../card/card-search.ts';
import { areaOf, cornersOf } from './area.ts';
import { groupPins, placePins, toWindow } from './group-pins.ts';
import { project, unproject } from './mercator.ts';
import { fitView, panBy, zoomBy } from './use-map-view.ts';

const austin = { lat: 30.27, lng: -97.74 };
const size = { width: 600, height: 800 };
const listingAt = (id: number, place: Partial<CardItem>) =>
  ({ id, lat: null, lng: null, zipCode: null, ...place }) as CardItem;

it('projects positions to the map and back', () => {
  for (const position of [austin, { lat: 64.8, lng: -147.7 }, { lat: 18.4, lng: -66.1 }, { lat: 52.9, lng: 172.9 }]) {
    const { lat, lng } = unproject(project(position));
    expect([lat, lng]).toEqual([expect.closeTo(position.lat, 6), expect.closeTo(position.lng, 6)]);
  }
});

it('fits all positions into the window', () => {
  const positions = [austin, { lat: 32.78, lng: -96.8 }, { lat: 31.76, lng: -106.49 }];
  const view = fitView(positions, size);
  for (const position of positions) {
    const { x, y } = toWindow(position, view, size);
    expect(x).toBeGreaterThan(40);
    expect(x).toBeLessThan(size.width - 40);
    expect(y).toBeGreaterThan(40);
    expect(y).toBeLessThan(size.height - 40);
  }
  expect(fitView([austin], size).zoom).toBe(11);
});

it('keeps the place under the pointer while it zooms, and moves with the pointer', () => {
  const view = fitView([austin], size);
  const before = toWindow(austin, view, size);
  const anchor = { x: before.x - size.width / 2 + 50, y: before.y - size.height / 2 - 70 };
  const under = unproject({
    x: view.x + (anchor.x * 2 ** 18) / (256 * 2 ** view.zoom),
    y: view.y + (anchor.y * 2 ** 18) / (256 * 2 ** view.zoom),
  });
  const after = toWindow(under, zoomBy(view, -2, anchor), size);
  expect(after.x).toBeCloseTo(anchor.x + size.width / 2, 3);
  expect(after.y).toBeCloseTo(anchor.y + size.height / 2, 3);
  const moved = toWindow(austin, panBy(view, 30, -20), size);
  expect([moved.x - before.x, moved.y - before.y]).toEqual([expect.closeTo(30, 3), expect.closeTo(-20, 3)]);
});

it('searches a distance that the directory knows, about as large as the window', () => {
  const zoomedTo = (zoom: number) => areaOf({ ...project(austin), zoom }, size);
  expect([12, 11, 10, 9, 8, 7, 6].map((zoom) => zoomedTo(zoom).miles)).toEqual([5, 10, 25, 50, null, null, null]);
  expect(zoomedTo(10).center).toEqual({ lat: expect.closeTo(30.27, 5), lng: expect.closeTo(-97.74, 5) });
});

it('shows the whole circle of a search that found nothing', () => {
  const view = fitView(cornersOf(austin, 10), size);
  expect(areaOf(view, size)).toEqual({
    center: { lat: expect.closeTo(austin.lat, 1), lng: expect.closeTo(austin.lng, 2) },
    miles: 10,
  });
});

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
  const idsAt = (zoom: number) =>
    groupPins(pins, { ...project(austin), zoom }, size).map((group) => group.pins.map(({ listing }) => listing.id));
  expect(idsAt(12)).toEqual([[1, 3], [2]]);
  expect(idsAt(4)).toEqual([[1, 2, 3]]);
});
