import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rows } from '#server/base/db/knex.ts';
import { testApp, type TestApp } from '#server/test/app.ts';

interface Item {
  id: number;
  changedAt: string;
  isRemoved: boolean;
  // Tests read facts of every kind.
  // oxlint-disable-next-line typescript/no-explicit-any
  practice: any;
}

let app: TestApp;
let token: string;
let ids: number[];
const COUNT = 130;
beforeAll(async () => {
  app = await testApp({ now: '2030-03-01T12:00:00Z' });
  ({ token } = await app.signIn());
  // Many listings of an import share a time, in microseconds.
  ids = (
    await rows<{ id: number }>(
      app.deps.db,
      `insert into dentists (name, city, state, zip_code, created_at, updated_at)
       select 'Dr. Number ' || n, 'Austin', 'TX', '78701', '2026-01-01', timestamptz '2026-02-01 10:00:00.123456' + n / 50 * interval '1 microsecond'
       from generate_series(1, ${COUNT}) n returning id`,
      {},
    )
  ).map(({ id }) => id);
});
afterAll(() => app.stop());

const page = async (query: Record<string, string> = {}, headers = {}) =>
  app.get(`/api/v1/practices?${new URLSearchParams(query).toString()}`, { token, headers });
async function walk(query: Record<string, string>): Promise<{ items: Item[]; asOf: string; pages: number }> {
  const first = (await page(query)).body;
  const items = [...first.items];
  let pages = 1;
  for (let cursor = first.nextCursor; cursor; pages++) {
    const next = (await page({ cursor, ...(query.pageSize && { pageSize: query.pageSize }) })).body;
    items.push(...next.items);
    cursor = next.nextCursor;
  }
  return { items, asOf: first.asOf, pages };
}
const download = async (query = '') => {
  const answer = await app.get(`/api/v1/practices/bulk${query}`, { token });
  const items = answer.text.split('\n').filter(Boolean).map((text) => JSON.parse(text) as Item); // prettier-ignore
  return { ...answer, items };
};

describe('the partner feed', () => {
  it('has every practice once, page by page or as lines of JSON', async () => {
    const { items, pages } = await walk({ pageSize: '40' });
    expect(pages).toBe(4);
    expect(items.map(({ id }) => id)).toEqual(ids);
    const bulk = await download();
    expect(bulk.headers.get('content-type')).toBe('application/x-ndjson');
    expect(bulk.items).toEqual(items);
    expect((await walk({})).items).toEqual(items);
  });

  it('has what changed and what was removed since a time', async () => {
    const { db, clock } = app.deps;
    const { asOf } = await walk({});
    expect((await walk({ updatedSince: asOf })).items).toEqual([]);
    const [changed, removed] = [ids[7]!, ids[3]!];
    await db('dentists').where({ id: removed }).update({ deletedAt: clock.now() });
    clock.advance(1000);
    await db('dentists').where({ id: changed }).update({ phone: '(512) 555-0142', updatedAt: clock.now() });
    const delta = await walk({ updatedSince: asOf, pageSize: '1' });
    expect(delta.items.map(({ id, isRemoved, practice }) => [id, isRemoved, practice?.facts.phone?.value])).toEqual([
      [removed, true, undefined],
      [changed, false, '(512) 555-0142'],
    ]);
    expect((await download(`?updatedSince=${asOf}`)).items).toEqual(delta.items);
    expect((await walk({})).items).toHaveLength(COUNT - 1);
    await db('dentists').where({ id: removed }).update({ deletedAt: null, updatedAt: clock.now() });
    expect((await walk({ updatedSince: asOf })).items.map(({ id, isRemoved }) => [id, isRemoved])).toEqual(
      [removed, changed].toSorted((a, b) => a - b).map((id) => [id, false]),
    );
  });

  it('gives each known fact its value, source, and date, and leaves out what is not known', async () => {
    const { db, clock } = app.deps;
    const id = ids[0]!;
    await db('dentists').where({ id }).update({
      phone: '(512) 555-0100',
      website: '',
      acceptsNewPatients: true,
      parkingAvailable: false,
      whiteningPriceFrom: 199,
      insurancePlans: 'Aetna; Cigna',
      fieldSources: JSON.stringify({
        '*': { source: 'import', name: 'NPI registry, 2026', at: '2026-01-05T00:00:00Z' },
        phone: { source: 'owner', userId: 1, at: '2026-02-03T00:00:00Z' },
        parkingAvailable: { source: 'staff', userId: 2, at: '2026-02-04T00:00:00Z' },
      }),
      updatedAt: clock.now(),
    }); // prettier-ignore
    const { practice } = (await walk({})).items.find((item) => item.id === id)!;
    const registry = { statedBy: 'registry', statedOn: '2026-01-05' };
    expect(practice.facts).toEqual({
      name: { value: 'Dr. Number 1', ...registry },
      city: { value: 'Austin', ...registry },
      state: { value: 'TX', ...registry },
      zipCode: { value: '78701', ...registry },
      phone: { value: '(512) 555-0100', statedBy: 'practice', statedOn: '2026-02-03' },
      acceptsNewPatients: { value: true, ...registry },
      parkingAvailable: { value: false, statedBy: 'staff', statedOn: '2026-02-04' },
      whiteningPriceFrom: { value: 199, ...registry },
      insurancePlans: { value: ['Aetna', 'Cigna'], ...registry },
    });
    const profile = (await app.get(`/api/dentists/${id}`)).body;
    expect(practice.facts.parkingAvailable).toEqual({ value: profile.parkingAvailable, ...profile.known.parkingAvailable }); // prettier-ignore
    expect(practice.lastConfirmed).toEqual(profile.lastConfirmed);
    expect(practice.url).toBe(`${app.url}/texas/austin/dentist/dr-number-1`);
  });

  it('answers with 304 until something changes', async () => {
    for (const path of ['/api/v1/practices', '/api/v1/practices/bulk']) {
      const etag = (await app.get(path, { token })).headers.get('etag')!;
      const again = () => app.get(path, { token, headers: { 'if-none-match': etag } });
      expect([(await again()).status, (await again()).text]).toEqual([304, '']);
      await app.deps
        .db('dentists')
        .where({ id: ids[1]! })
        .update({ bio: `New on ${path}` });
      expect((await again()).status).toBe(200);
    }
  });

  it('never lets a reader miss a change that another transaction commits late', async () => {
    const { db, clock } = app.deps;
    const trx = await db.transaction();
    const begun = clock.now();
    await trx('dentists').where({ id: ids[9]! }).update({ bio: 'Late', updatedAt: begun });
    clock.advance(3_600_000);
    const { asOf } = (await page()).body;
    await trx.commit();
    expect(new Date(asOf).getTime()).toBeLessThan(begun.getTime());
    const { items } = await walk({ updatedSince: asOf });
    expect(items.some(({ id }) => id === ids[9])).toBe(true);
  });

  it('is for callers with a login or a key, and refuses what it can’t read with a sentence', async () => {
    expect((await app.get('/api/v1/practices')).status).toBe(401);
    expect((await app.get('/api/v1/practices/bulk')).status).toBe(401);
    for (const [query, sentence] of [
      [{ cursor: 'abc' }, 'This cursor isn’t valid. Please start again without one.'],
      [{ updatedSince: 'yesterday' }, /time/i],
      [{ pageSize: '101' }, 'A page has 1 to 100 results.'],
    ] as const) {
      const { status, body } = await page(query);
      expect(status).toBe(400);
      expect(body.message).toMatch(sentence);
    }
    expect((await page({ cursor: '9999999999999999.9999999999.1' })).body.items).toEqual([]);
  });
});
