import { afterAll, beforeAll, expect, it } from 'vitest';
import { undoRun } from '#server/bulk/undo/undo.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { checkStated, countKnown, fingerprint, serveWorld, setAddresses, type World } from '#server/test/files/whole-world.ts'; // prettier-ignore
import { fillDirectory } from './fill.ts';
import { acceptSuggestions } from './websites/suggestions.ts';

const PRACTICES = 240;
const WEBSITES = 60;

let app: TestApp;
let world: World;
const rules = { fetching: { allowLoopback: true, anyHost: true }, visiting: { allowLoopback: true, pauseMs: 0, timeoutMs: 1_000 } }; // prettier-ignore
const outcomes: [string, string][] = [];
let before: Record<string, number>;

const fill = () =>
  fillDirectory(
    app.deps,
    async (source, outcome) => {
      outcomes.push([source, outcome]);
      if (source === 'npi') before ??= await countKnown(app.deps.db);
    },
    rules,
  );

beforeAll(async () => {
  app = await testApp({ now: '2026-11-20T12:00:00Z' });
  world = await serveWorld(PRACTICES, WEBSITES);
  await setAddresses(app.deps.db, world);
});
afterAll(async () => {
  world.stop();
  await app.stop();
});

it('one call fills an empty directory from all sources', async () => {
  expect(await fill()).toBe(0);
  expect(outcomes.filter(([source]) => source !== 'website')).toEqual(
    [...world.addresses.keys()].map((source) => [source, 'applied']),
  );
  await (
    await acceptSuggestions(app.deps, { topic: null, ids: null }, null)
  ).finished;
  expect(before).toMatchObject({ listings: PRACTICES, 'street point': 0, website: 0, hours: 0, languages: 0, plans: 0, services: 0, 'license status': 0 }); // prettier-ignore
  const after = await countKnown(app.deps.db);
  expect(after.listings).toBe(PRACTICES);
  expect(after['street point']).toBeGreaterThan(PRACTICES * 0.8);
  expect(after['license status']).toBeGreaterThan(PRACTICES * 0.75);
  expect(after.website).toBe(WEBSITES);
  for (const field of ['hours', 'languages', 'plans', 'services'])
    expect([field, after[field]! > WEBSITES * 0.7]).toEqual([field, true]);
}, 60_000);

it('no listing has a value that no source states', async () => {
  const { values, wrong } = await checkStated(app.deps.db, world);
  expect(wrong).toEqual([]);
  expect(values).toBeGreaterThan(PRACTICES * 18);
});

it('the same month again changes nothing, and sends no address twice', async () => {
  const [earlier, { batches }] = [await fingerprint(app.deps.db), world];
  expect(await fill()).toBe(0);
  await expect(acceptSuggestions(app.deps, { topic: null, ids: null }, null)).rejects.toThrow('no open suggestion');
  expect(await fingerprint(app.deps.db)).toBe(earlier);
  expect(world.batches).toBe(batches);
}, 60_000);

it('a source that fails is named, the others run, and an undone run of the geocoder can be made again', async () => {
  const [run] = await app.deps.db('importRuns').where({ source: 'census', status: 'done' }).orderBy('id', 'desc');
  await undoRun(app.deps, null, run.id);
  expect((await countKnown(app.deps.db))['street point']).toBeLessThan(PRACTICES / 2);
  await app.deps.db('geocodedAddresses').delete();
  await app.deps
    .db('sourceSettings')
    .where({ key: 'board-tx' })
    .update({ url: `${world.addresses.get('overture')!}x` });
  outcomes.length = 0;
  expect(await fill()).toBe(1);
  expect(outcomes).toContainEqual(['board-tx', 'The server answered with 404.']);
  expect(outcomes).toContainEqual(['overture', 'applied']);
  expect((await countKnown(app.deps.db))['street point']).toBeGreaterThan(PRACTICES * 0.8);
});
