import { afterAll, beforeAll, expect, test } from 'vitest';
import { listing, listingPath } from '#contract/listings/listings.ts';
import { seedSample } from '#server/sample/seed.ts';
import { ratingLevel } from '#server/test/plain-search.ts';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await seedSample(app.databaseUrl, { count: 300, clock: app.deps.clock, hashPassword: async () => 'x', seed: 7 });
});
afterAll(() => app.stop());

const total = (answer: { headers: Headers }): number => Number(answer.headers.get('x-total-count'));
interface Row {
  id: number;
  name: string;
  state: string;
  city: string;
  citySlug: string;
  slug: string;
  rating: number | null;
  reviewCount: number;
  userSubscriptionStatus: string | null;
  services: { id: number; name: string }[];
}

test('the full list has every listing in the documented order, and its pages are slices of it', async () => {
  const all = await app.get('/api/dentists');
  expect(all.status).toBe(200);
  const rows = all.body as Row[];
  expect(rows.length).toBe(300);
  expect(total(all)).toBe(300);
  for (const row of rows) listing.parse(row);
  const keys = rows.map((row) => [ratingLevel(row), row.name.toLowerCase(), row.id] as const);
  expect(keys).toEqual(keys.toSorted((a, b) => a[0] - b[0] || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : 0) || a[2] - b[2]));
  const second = await app.get('/api/dentists?page=2&pageSize=7');
  expect(second.body.map((row: Row) => row.id)).toEqual(rows.slice(7, 14).map((row) => row.id));
  const last = await app.get('/api/dentists?page=43&pageSize=7');
  expect(last.body.map((row: Row) => row.id)).toEqual(rows.slice(294).map((row) => row.id));
  expect(total(last)).toBe(300);
  const some = [rows[5]!.id, rows[2]!.id];
  expect((await app.get(`/api/dentists?ids=${some.join()},999999`)).body.map((row: Row) => row.id)).toEqual(some);
});

test('the full list is cached compressed, answers 304 while unchanged, and shows a change immediately', async () => {
  const fetchAll = (headers: Record<string, string> = {}) =>
    fetch(`${app.url}/api/dentists`, { headers: { 'accept-encoding': 'br', ...headers } });
  const first = await fetchAll();
  expect(first.headers.get('content-encoding')).toBe('br');
  const etag = first.headers.get('etag')!;
  const { id, name } = ((await first.json()) as Row[])[0]!;
  expect((await fetchAll({ 'if-none-match': etag })).status).toBe(304);
  await app.deps
    .db('dentists')
    .where({ id })
    .update({ name: `${name} Jr` });
  const changed = await fetchAll({ 'if-none-match': etag });
  expect(changed.status).toBe(200);
  expect(((await changed.json()) as Row[]).find((row) => row.id === id)?.name).toBe(`${name} Jr`);
  await app.deps.db('dentists').where({ id }).update({ name });
});

test('search by place, service, and name, in full and by page', async () => {
  const all = (await app.get('/api/dentists')).body as Row[];
  const state = all[0]!.state;
  const bare = await app.get(`/api/dentists/search?location=${state}&service=&name=`);
  expect(bare.body.map((row: Row) => row.id)).toEqual(all.filter((row) => row.state === state).map((row) => row.id));
  expect(total(bare)).toBe(bare.body.length);
  const veneers = await app.get('/api/dentists/search?service=veneers&page=1&pageSize=5');
  expect(total(veneers)).toBe(all.filter((row) => row.services.some((one) => one.name === 'Veneers')).length);
  expect(veneers.body.every((row: Row) => row.services.some((one) => one.name === 'Veneers'))).toBe(true);
  const person = all[3]!;
  const byName = await app.get(
    `/api/dentists/search?name=${encodeURIComponent(person.name)}&location=${encodeURIComponent(`${person.city}, ${person.state}`)}`,
  );
  expect(byName.body.map((row: Row) => row.id)).toContain(person.id);
  expect((await app.get('/api/dentists/search?location=No+such+place')).body).toEqual([]);
  const rich = await app.get(`/api/directory?location=${state}&pageSize=3`);
  expect(rich.body).toMatchObject({
    total: bare.body.length,
    totalIsExact: true,
    page: 1,
    pageSize: 3,
    places: [{ kind: 'state', state }],
  });
  expect(rich.body.items[0].why.sentence).toMatch(/^Sorted by rating and number of reviews\. /);
});

test('one listing by id, by address, and by a former address', async () => {
  const one = ((await app.get('/api/dentists?page=1&pageSize=1')).body as Row[])[0]!;
  expect((await app.get(`/api/dentists/${one.id}`)).body).toMatchObject({ id: one.id, name: one.name });
  const path = listingPath(one);
  const byPath = await app.get(`/location${path}`);
  expect(byPath.body).toMatchObject({ id: one.id, path });
  expect(byPath.headers.get('x-robots-tag')).toBe('noindex');
  expect(
    (await app.get(`/location/${one.state}/${one.citySlug}/general-dentistry/${one.slug.toUpperCase()}`)).body.id,
  ).toBe(one.id);

  await app.deps.db('dentists').where({ id: one.id }).update({ name: 'Quite Another' });
  const moved = await app.get(`/location${path}`);
  expect(moved.body).toMatchObject({ id: one.id, name: 'Quite Another' });
  expect(moved.body.path).toMatch(/\/dentist\/quite-another$/);
  const [twin] = (await app.deps
    .db('dentists')
    .insert({ name: one.name, city: one.city, state: one.state })
    .returning(['id', 'slug'])) as Row[];
  expect(twin!.slug).toBe(one.slug);
  expect((await app.get(`/location${path}`)).body.id).toBe(twin!.id);
  const [other] = (await app.deps
    .db('dentists')
    .insert({ name: 'Quite Another!', city: one.city, state: one.state })
    .returning(['id', 'slug'])) as Row[];
  expect(other!.slug).toBe('quite-another-2');
  await app.deps.db('dentists').whereIn('id', [twin!.id, other!.id]).delete();
  expect((await app.get('/api/dentists/2147483647')).status).toBe(404);
  expect((await app.get('/location/ohio/nowhere/dentist/nobody')).status).toBe(404);
});

test('no response contains a data URL or data of the owner’s account', async () => {
  const one = (await app.deps.db('dentists').whereNotNull('userId').first()) as { id: number; userId: number };
  await app.deps
    .db('dentists')
    .where({ id: one.id })
    .update({ profileImage: 'data:image/png;base64,AAAA', practiceImage: 'https://example.com/a.webp' });
  const owner = (await app.deps.db('users').where({ id: one.userId }).first()) as { email: string };
  const answer = await app.get(`/api/dentists/${one.id}`);
  expect(answer.body).toMatchObject({ profileImage: null, practiceImage: 'https://example.com/a.webp' });
  expect(answer.body.userSubscriptionStatus).toMatch(/^active_(professional|pro_max)$/);
  const list = await app.get('/api/dentists');
  expect(list.text).not.toContain('data:image');
  expect(list.text).not.toContain(owner.email);
});

test('reference lists, counts, map, and suggestions', async () => {
  const { db } = app.deps;
  const services = (await app.get('/api/services')).body as { name: string }[];
  for (const name of ['Teeth Whitening', 'Laser Whitening', 'Professional Bleaching', 'Zoom Whitening', 'Veneers'])
    expect(services.map((one) => one.name)).toContain(name);
  expect((await app.get('/api/practice-types')).body[0]).toMatchObject({ id: 1, name: 'General Dentistry' });
  const practices = (await app.get('/api/practices')).body as { id: number }[];
  expect(practices.length).toBe(Number((await db('practices').count('* as n').first())!.n));
  expect(total(await app.get('/api/practices?page=1'))).toBe(practices.length);
  const stats = (await app.get('/api/stats')).body as Record<string, number>;
  const counted = await db('dentists').whereNull('deletedAt').countDistinct('cityId as cities').count('* as n').first();
  expect(stats).toMatchObject({ dentistCount: Number(counted!.n), cityCount: Number(counted!.cities) });
  const map = (await app.get('/api/geographic/data?viewMode=states')).body as { state: string; dentistCount: number }[];
  expect(map.reduce((sum, one) => sum + one.dentistCount, 0)).toBe(stats.dentistCount);
  const cities = (await app.get('/api/geographic/data?viewMode=cities&state=Texas')).body as {
    state: string;
    city: string;
    dentistCount: number;
  }[];
  expect(cities.reduce((sum, one) => sum + one.dentistCount, 0)).toBe(
    map.find((one) => one.state === 'Texas')!.dentistCount,
  );
  expect((await app.get('/api/geographic/states')).body).toContain('District of Columbia');
  expect((await app.get('/api/states/texas/cities')).body.cities.length).toBe(cities.length);
  expect((await app.get('/api/states/narnia/cities')).status).toBe(404);
  expect((await app.get('/api/suggest?q=spring')).body.places[0]).toMatchObject({ kind: 'city' });
  expect((await app.get('/api/suggest?q=ven')).body.services).toEqual([expect.objectContaining({ name: 'Veneers' })]);
  expect((await app.get('/api/suggest?q=zzzzqq')).body).toEqual({
    places: [],
    services: [],
    dentists: [],
    practices: [],
    plans: [],
  });
});

test.each([
  '/api/dentists?page=0',
  '/api/dentists?page=-1',
  '/api/dentists?page=1e3',
  '/api/dentists?pageSize=99999999999',
  '/api/dentists?ids=1,,2',
  '/api/dentists/1e3',
  '/api/dentists/99999999999',
  '/api/dentists/-1',
  `/api/dentists/search?location=${'x'.repeat(5_000)}`,
  '/api/dentists/search?name=%00',
  '/api/dentists/search?radius=5000',
  '/api/geographic/data?viewMode=planets',
])('refuses %s', async (path) => {
  const answer = await app.get(path);
  expect(answer.status).toBe(400);
  expect(answer.body.message).toMatch(/\.$/);
});

test.each(['%25', '_', "'", '"', '\\', '%F0%9F%98%80', '1e3', '-1', '..%2F..', '%EF%BF%BD'])(
  'treats %s as plain text',
  async (text) => {
    for (const field of ['location', 'service', 'name']) {
      const answer = await app.get(`/api/dentists/search?${field}=${text}&page=1`);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual([]);
    }
  },
);
