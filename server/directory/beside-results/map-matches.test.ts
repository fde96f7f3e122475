import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { base, fill } from '#server/test/directory.ts';

let app: TestApp;
let ids: number[];
beforeAll(async () => {
  app = await testApp();
  const at = (name: string, lat: number, lng: number) => ({ ...base, name, position: [lat, lng] as const });
  const listings = await fill(app.deps.db, [
    at('Ann', 30.25, -97.75),
    { ...at('Bob', 30.26, -97.74), parkingAvailable: true },
    at('Cid', 29.75, -95.35),
    { ...base, name: 'Dee', place: { ...base.place, zipCode: null } },
    base,
  ]);
  ids = listings.map(({ id }) => id);
});
afterAll(() => app.stop());

type Cell = { count: number; lat: number; lng: number; box: object };
const find = async (query: string): Promise<Cell[]> =>
  ((await app.get(`/api/map/matches?${query}`)).body as { cells: Cell[] }).cells;
const texas = 'view=-107,25,-93,37';

it('counts all matches of a search in cells that are smaller at each zoom', async () => {
  expect(await find(`${texas}&zoom=0`)).toMatchObject([{ count: 3 }]);
  const near = { west: expect.closeTo(-97.75, 4), south: 30.25, east: expect.closeTo(-97.74, 4), north: expect.closeTo(30.26, 4) }; // prettier-ignore
  expect(await find(`${texas}&zoom=6`)).toEqual([
    { count: 2, lat: expect.closeTo(30.255, 4), lng: expect.closeTo(-97.745, 4), box: near },
    expect.objectContaining({ count: 1, lat: 29.75 }),
  ]);
  expect((await find(`${texas}&zoom=14`)).map(({ count }) => count)).toEqual([1, 1, 1]);
});

it('counts a listing without a position at the center of its ZIP code, and without a ZIP code not at all', async () => {
  expect(await find('view=-180,0,0,90&zoom=0')).toMatchObject([{ count: 3 }, { count: 1 }]);
  expect(await find('view=-74,42,-73,43&zoom=9')).toMatchObject([{ count: 1 }]);
});

it('applies the filters of the search, and leaves out the pins of the page', async () => {
  expect(await find(`${texas}&zoom=14&parking=1`)).toMatchObject([{ count: 1, lat: expect.closeTo(30.26, 4) }]);
  expect(await find(`${texas}&zoom=0&without=${ids[0]},${ids[2]}`)).toMatchObject([{ count: 1 }]);
  expect(await find(`${texas}&zoom=0&box=-96,29,-95,30`)).toMatchObject([{ count: 1, lat: 29.75 }]);
  expect(await find(`${texas}&zoom=0&location=Nowhereville`)).toEqual([]);
});

it('finds the listings of an area, and counts options in it', async () => {
  const { body } = await app.get('/api/directory?box=-98,30,-97,31');
  expect(body).toMatchObject({ total: 2, totalIsExact: true });
  expect((body as { items: { name: string }[] }).items.map(({ name }) => name).toSorted()).toEqual(['Ann', 'Bob']);
  expect((await app.get('/api/directory/option-counts?box=-98,30,-97,31')).body).toMatchObject({
    counts: { parking: { 1: 1 }, newPatients: { 1: 2 } },
  });
  expect((await app.get('/api/directory?box=')).body).toMatchObject({ total: 5 });
});

it('counts a view of the whole country as it counts any other view', async () => {
  // Leaves out one more listing that doesn't exist, so that no cached reply is used.
  let none = 1_000_000;
  const view = (edges: string, without: readonly (number | undefined)[]) =>
    find(`view=${edges}&zoom=4&without=${[...without, none++].join()}`);
  const expectEqual = async (without: readonly (number | undefined)[] = []) => {
    const kept = await view('-135,22.5,-56.25,56.25', without);
    const counted = await view('-135.1,22.4,-56.2,56.3', without);
    const place = ({ count, lat, lng }: Cell) => `${count} at ${lat.toFixed(8)}, ${lng.toFixed(8)}`;
    expect(kept.map(place).toSorted()).toEqual(counted.map(place).toSorted());
    return kept.map(({ count }) => count);
  };
  expect(await expectEqual()).toEqual([2, 1, 1]);
  expect(await expectEqual([ids[0]])).toEqual([1, 1, 1]);
  expect(await expectEqual([ids[0], ids[1]])).toEqual([1, 1]);
  await app.deps.db('dentists').where({ id: ids[1] }).update({ lat: 29.76, lng: -95.36 });
  expect(await expectEqual()).toEqual([2, 1, 1]);
  expect(await expectEqual([ids[2]])).toEqual([1, 1, 1]);
  await app.deps.db('dentists').where({ id: ids[1] }).update({ lat: 30.26, lng: -97.74 });
});

it('follows a listing that moves', async () => {
  await app.deps.db('dentists').where({ id: ids[2] }).update({ lat: 47.6, lng: -122.3 });
  expect((await app.get('/api/directory?box=-123,47,-122,48')).body).toMatchObject({ total: 1 });
  expect((await app.get('/api/directory?box=-96,29,-95,30')).body).toMatchObject({ total: 0 });
});

it('refuses text that is not an area of the map', async () => {
  const sentence = /^An area of the map is west,south,east,north/;
  for (const box of ['1,2,3', '-97,30,-98,31', '-98,31,-97,30', '-181,0,0,1', '0,0,1,91', 'a,b,c,d', '1e1,0,20,1'])
    expect((await app.get(`/api/directory?box=${box}`)).body).toMatchObject({
      message: expect.stringMatching(sentence),
    });
  for (const query of ['zoom=3', `${texas}&zoom=21`, texas, 'view=&zoom=3', `${texas}&zoom=3&without=x`])
    expect((await app.get(`/api/map/matches?${query}`)).status).toBe(400);
});
