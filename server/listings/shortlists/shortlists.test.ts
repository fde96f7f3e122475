import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { deleteUnusedShortlists } from './shortlists.ts';

let app: TestApp;
let ids: [number, number, number];
beforeAll(async () => {
  app = await testApp({ now: '2026-03-02T15:00:00Z', env: { LIMIT_SHARE: '4/3600' } });
});
afterAll(() => app.stop());
beforeEach(async () => {
  const { db } = app.deps;
  await db('rateLimits').delete();
  await db('sharedShortlists').delete();
  const names = ['Ana Silva', 'Bo Chen', 'Cy Young'];
  const added = (await db('dentists')
    .insert(names.map((name) => ({ name, city: 'Austin', state: 'TX', zipCode: '78701' })))
    .returning('id')) as { id: number }[];
  ids = added.map(({ id }) => id) as typeof ids;
});

const share = async (listed: readonly number[]) =>
  (await app.post('/api/shortlists', { ids: listed })).body.slug as string;
const openShared = (slug: string) => app.get(`/api/shortlists/${slug}`);
const idsOf = (body: { listings: { id: number }[] }) => body.listings.map(({ id }) => id);
const markDeleted = (id: number) => app.deps.db('dentists').where({ id }).update({ deletedAt: app.deps.clock.now() });

describe('a shared shortlist', () => {
  it('opens for anyone who has its link, in the order of saving', async () => {
    const order = [ids[2], ids[0], ids[1]];
    const slug = await share([...order, ids[2]]);
    const { status, body, headers } = await openShared(slug);
    expect([status, idsOf(body), body.unlisted]).toEqual([200, order, 0]);
    expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual(['private, no-store', 'noindex']);
    expect((await openShared('A'.repeat(16))).status).toBe(404);
    expect((await openShared('x')).status).toBe(400);
  });

  it('has an unguessable link, and does not say who shared it', async () => {
    const { token } = await app.signIn();
    const first = await app.post('/api/shortlists', { ids }, { token });
    const second = await share(ids);
    expect(first.body.slug).toMatch(/^[\w-]{16}$/);
    expect(first.body.slug).not.toBe(second);
    const [row] = await app.deps.db('sharedShortlists').where({ slug: first.body.slug });
    expect(Object.keys(row).toSorted()).toEqual(['createdAt', 'listingIds', 'slug', 'viewedAt']);
  });

  it('leaves out deleted practices and counts them, and shows what a merged one became', async () => {
    const slug = await share(ids);
    await markDeleted(ids[0]);
    expect((await openShared(slug)).body).toMatchObject({ listings: [{ id: ids[1] }, { id: ids[2] }], unlisted: 1 });
    await markDeleted(ids[1]);
    await app.deps.db('listingMerges').insert({
      keptId: ids[2],
      goneId: ids[1],
      at: app.deps.clock.now(),
      changes: '[]',
      movedSlugs: '[]',
      movedClaims: [],
    });
    const { body } = await openShared(slug);
    expect([idsOf(body), body.unlisted]).toEqual([[ids[2]], 1]);
  });

  it('holds 1 to 50 practices that exist', async () => {
    const refuse = async (list: unknown) => (await app.post('/api/shortlists', { ids: list })).body;
    expect((await refuse([])).message).toBe('Save at least one practice first.');
    const tooMany = Array.from({ length: 51 }, (_, index) => index + 1);
    expect((await refuse(tooMany)).message).toBe('A shortlist holds up to 50 practices.');
    expect((await refuse([999_999_999])).message).toBe('These practices are no longer listed.');
    expect((await refuse(['1; drop table users'])).error).toBe('bad_request');
    expect(await app.deps.db('sharedShortlists')).toEqual([]);
  });

  it('can be made a limited number of times an hour from one address', async () => {
    for (let time = 0; time < 4; time++) expect((await app.post('/api/shortlists', { ids })).status).toBe(200);
    const refused = await app.post('/api/shortlists', { ids });
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'You have shared several lists. Please try again in an hour.',
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    app.deps.clock.advance(3_600_000);
    expect((await app.post('/api/shortlists', { ids })).status).toBe(200);
  });

  it('is deleted 180 days after the last view', async () => {
    const day = 86_400_000;
    const [viewed, unused] = [await share(ids), await share(ids)];
    app.deps.clock.advance(179 * day);
    await openShared(viewed);
    await deleteUnusedShortlists(app.deps);
    expect(await app.deps.db('sharedShortlists')).toHaveLength(2);
    app.deps.clock.advance(2 * day);
    await deleteUnusedShortlists(app.deps);
    expect(await app.deps.db('sharedShortlists').pluck('slug')).toEqual([viewed]);
    expect((await openShared(unused)).status).toBe(404);
  });
});

describe('the shortlist of an account', () => {
  const read = async (token: string) => (await app.get('/api/user/shortlist', { token })).body.ids as number[];
  const change = async (token: string, body: object) =>
    (await app.call('PATCH', '/api/user/shortlist', { token, body })).body.ids as number[];

  it('combines the changes of several devices', async () => {
    const { token } = await app.signIn();
    expect(await read(token)).toEqual([]);
    expect(await change(token, { add: [ids[1], ids[0]] })).toEqual([ids[1], ids[0]]);
    const both = await Promise.all([change(token, { add: [ids[2]] }), change(token, { remove: [ids[1]] })]);
    expect(both).toHaveLength(2);
    expect((await read(token)).toSorted()).toEqual([ids[0], ids[2]].toSorted());
    expect(await change(token, { add: [ids[0]], remove: [] })).toHaveLength(2);
  });

  it('holds 50 practices', async () => {
    const { token } = await app.signIn();
    const range = (from: number) => Array.from({ length: 30 }, (_, index) => from + index);
    await change(token, { add: range(1001) });
    expect(await change(token, { add: range(2001) })).toEqual([...range(1001), ...range(2001).slice(0, 20)]);
  });

  it('is for its owner alone, is exported, and is deleted with the account', async () => {
    const [ann, bob] = [await app.signIn(), await app.signIn()];
    await change(ann.token, { add: [ids[0]] });
    expect(await read(bob.token)).toEqual([]);
    expect((await app.get('/api/user/shortlist')).status).toBe(401);
    expect((await app.call('PATCH', '/api/user/shortlist', { body: { add: ids } })).status).toBe(401);
    const exported = (await app.get('/api/user/export', { token: ann.token })).body;
    expect(exported.shortlist).toEqual([{ listingIds: [ids[0]], names: ['Ana Silva'], updatedAt: expect.any(String) }]);
    await app.deps.db('users').where({ id: ann.userId }).delete();
    expect(await app.deps.db('accountShortlists').pluck('userId')).not.toContain(ann.userId);
  });
});
