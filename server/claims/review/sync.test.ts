import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
let token: string;
let admin: number;
let listing: number;
beforeAll(async () => {
  app = await testApp({ now: '2025-03-03T15:00:00Z' });
  ({ token, userId: admin } = await app.signIn({ role: 'admin' }));
  const [row] = (await app.deps
    .db('dentists')
    .insert({ name: 'Dr. Ada Moss', city: 'Boston', state: 'MA' })
    .returning('id')) as [{ id: number }];
  listing = row.id;
});
afterAll(() => app.stop());

async function claim(): Promise<number> {
  const { userId } = await app.signIn();
  const [row] = (await app.deps
    .db('claimRequests')
    .insert({
      dentistId: listing,
      userId,
      requestorName: 'Ada Moss',
      requestorEmail: 'ada@example.com',
      requestorPhone: '6175550100',
      relationshipToPractice: 'owner',
    })
    .returning('id')) as [{ id: number }];
  return row.id;
}
const sync = async (cursor?: string) =>
  (await app.get(`/api/admin/sync${cursor ? `?cursor=${cursor}` : ''}`, { token })).body as {
    cursor: string;
    whole: boolean;
    claims: { id: number; status: string; reviewNotes?: string | null }[];
    pending: number[];
  };
const reject = (id: number, key: string, reviewNotes = 'No.') =>
  app.call('PATCH', `/api/admin/claim-requests/${id}`, {
    token,
    body: { status: 'rejected', reviewNotes },
    headers: { 'idempotency-key': key },
  });
const events = (claimId: number) => app.deps.db('claimEvents').where({ claimId, kind: 'rejected' });

describe('sync', () => {
  it('sends everything once, then changes, and the pending claims', async () => {
    const [a, b] = [await claim(), await claim()];
    const first = await sync();
    expect(first.whole).toBe(true);
    expect(first.pending).toEqual(expect.arrayContaining([a, b]));
    let nothing = await sync(first.cursor);
    expect(nothing.whole).toBe(false);
    // While any transaction of the Postgres server is open, later changes may be sent twice.
    await vi.waitFor(
      async () => {
        nothing = await sync(nothing.cursor);
        expect(nothing.claims).toEqual([]);
      },
      { timeout: 10_000 },
    );
    await reject(a, 'key-sync-1');
    const second = await sync(nothing.cursor);
    expect(second.claims.find(({ id }) => id === a)?.status).toBe('rejected');
    expect(second.claims.some(({ id }) => id === b)).toBe(false);
    expect(second.pending).not.toContain(a);
  });

  it('includes changes of a transaction that was open during the last sync', async () => {
    const id = await claim();
    const before = await sync();
    const slow = await app.deps.db.transaction();
    await slow('claimRequests').where({ id }).update({ reviewNotes: 'written early' });
    await reject(await claim(), 'key-sync-2');
    const between = await sync(before.cursor);
    const notes = ({ claims }: typeof between) => claims.find((one) => one.id === id)?.reviewNotes;
    // The claim may be sent again unchanged, because open transactions in other databases hold the cursor back too.
    expect(notes(between)).not.toBe('written early');
    await slow.commit();
    expect(notes(await sync(between.cursor))).toBe('written early');
  });

  it('sends everything for a cursor of another database, from the future, or invalid', async () => {
    const { cursor } = await sync();
    const [database, , at] = cursor.split('.');
    for (const odd of [`1.${cursor.split('.')[1]}.${at}`, `${database}.99999999999.${at}`, 'x', '1.2'])
      expect((await sync(odd)).whole, odd).toBe(true);
  });

  it('is only for staff', async () => {
    const { token: visitor } = await app.signIn();
    expect((await app.get('/api/admin/sync', { token: visitor })).status).toBe(403);
  });
});

describe('a repeated decision', () => {
  it('is applied once, with the same response', async () => {
    const id = await claim();
    const [one, two] = [await reject(id, 'key-again-1'), await reject(id, 'key-again-1')];
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(two.body).toEqual(one.body);
    expect(two.headers.get('idempotent-replay')).toBe('1');
    expect(await events(id)).toHaveLength(1);
    expect((await reject(id, 'key-again-2')).status).toBe(409);
  });

  it('is applied once if both requests arrive concurrently', async () => {
    const id = await claim();
    const answers = await Promise.all(Array.from({ length: 6 }, () => reject(id, 'key-together')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await events(id)).toHaveLength(1);
  });

  it('repeats an error response, even if it would succeed now', async () => {
    const id = await claim();
    expect((await reject(id, 'key-refused', ' ')).status).toBe(400);
    const again = await reject(id, 'key-refused', ' ');
    expect(again.status).toBe(400);
    expect(again.body.fields).toHaveProperty('reviewNotes');
    expect(await events(id)).toHaveLength(0);
  });

  it('is rejected if the key was used for another request', async () => {
    const [a, b] = [await claim(), await claim()];
    await reject(a, 'key-other-1');
    expect((await reject(b, 'key-other-1')).body.error).toBe('key_reused');
    expect((await reject(b, 'short')).status).toBe(400);
    expect(await events(b)).toHaveLength(0);
  });

  it('is applied after a server error, which leaves nothing behind', async () => {
    const id = await claim();
    await app.deps.db
      .raw(`create function fail_once() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create trigger fail_once before insert on claim_events for each row execute function fail_once()`);
    expect((await reject(id, 'key-fault')).status).toBe(500);
    await app.deps.db.raw('drop trigger fail_once on claim_events; drop function fail_once()');
    expect((await app.deps.db('claimRequests').where({ id }).first('status')).status).toBe('pending');
    expect((await reject(id, 'key-fault')).status).toBe(200);
  });

  it('is separate per user, and forgotten after a day', async () => {
    const [a, b] = [await claim(), await claim()];
    await reject(a, 'key-mine');
    const { token: other } = await app.signIn({ role: 'admin' });
    const theirs = await app.call('PATCH', `/api/admin/claim-requests/${b}`, {
      token: other,
      body: { status: 'rejected', reviewNotes: 'No.' },
      headers: { 'idempotency-key': 'key-mine' },
    });
    expect(theirs.status).toBe(200);
    app.deps.clock.set(new Date(app.deps.clock.now().getTime() + 25 * 3_600_000).toISOString());
    await app.deps
      .db('authSessions')
      .where({ userId: admin })
      .update({ lastSeenAt: app.deps.clock.now(), expiresAt: new Date(app.deps.clock.now().getTime() + 3_600_000) });
    expect((await reject(a, 'key-mine')).status).toBe(409);
  });
});
