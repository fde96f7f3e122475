import { afterAll, beforeAll, expect, it } from 'vitest';
import { rows } from '#server/base/db/knex.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { startChild } from '#server/test/crashes/child.ts';
import { eventWriterOf, emptyBatch } from './event-writer.ts';
import { packed, storeEvents } from './queries-track.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ env: { LIMIT_TRACK: '120/60', TRUST_PROXY: '1' } });
});
afterAll(() => app.stop());

const begin = async (at: TestApp | string = app): Promise<string> => {
  const answer = await fetch(`${typeof at === 'string' ? at : at.url}/api/analytics/session`, { method: 'POST' });
  return ((await answer.json()) as { sessionId: string }).sessionId;
};
const tell = (url: string, session: string, body: object) =>
  fetch(`${url}/api/analytics/track`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Session-Id': session },
    body: JSON.stringify(body),
  });
const stored = async (session: string): Promise<number> =>
  (await rows<{ n: number }>(app.deps.db, `select count(*) as n from user_events where session_id = ?`, [session]))[0]!
    .n;

it('two servers accept exactly 120 of 200 concurrent events of one visit', async () => {
  const other = await testApp({ env: { LIMIT_TRACK: '120/60', TRUST_PROXY: '1' }, beside: app });
  try {
    const session = await begin();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        tell(n % 2 ? app.url : other.url, session, { eventType: 'page_view', pagePath: '/' }),
      ),
    );
    const count = (status: number) => answers.filter((one) => one.status === status).length;
    expect([count(200), count(429)]).toEqual([120, 80]);
    expect(Number(answers.find((one) => one.status === 429)!.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await stored(session)).toBe(120);
    const [limit] = await rows<{ hits: number }>(
      app.deps.db,
      `select hits from rate_limits where key = 'LIMIT_TRACK:session:' || ?`,
      [session],
    );
    expect(limit!.hits).toBe(200);
    app.deps.clock.advance(61_000);
    other.deps.clock.advance(61_000);
    expect((await tell(other.url, session, { eventType: 'page_view', pagePath: '/' })).status).toBe(200);
  } finally {
    await other.stop();
  }
});

it('stores events by time, whatever their order and batch', async () => {
  const { db } = app.deps;
  const ids = (await db('dentists')
    .insert(Array.from({ length: 400 }, (_, n) => ({ name: `Dr. ${n}`, state: 'OR' })))
    .returning('id')) as { id: number }[];
  const session = await begin();
  const now = app.deps.clock.now().getTime();
  const done = (ago: number) => ({ sessionId: session, userId: null, at: new Date(now - ago) });
  const conversion = (n: number) => ({
    ...done(1_000 * (60 - n)),
    eventType: 'dentist_click',
    value: 1,
    dentistId: ids[(n * 7) % 400]!.id,
  });
  const later = Array.from({ length: 30 }, (_, n) => conversion(30 + n));
  const sooner = Array.from({ length: 30 }, (_, n) => conversion(n));
  const collector = eventWriterOf(app.deps);
  await Promise.all([
    collector.add({ ...emptyBatch(), conversions: later.toReversed() }),
    collector.add({ ...emptyBatch(), conversions: sooner }),
  ]);
  const found = await rows<{ at: Date }>(
    db,
    `select "timestamp" as at from conversion_events where session_id = ? order by id`,
    [session],
  );
  const times = found.map(({ at }) => at.getTime());
  expect(times).toHaveLength(60);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  // Events with the same time keep the order in which they were sent.
  const click = { ...done(0), dentistId: ids[3]!.id };
  await collector.add({
    ...emptyBatch(),
    conversions: [
      { ...click, eventType: 'dentist_click', value: 1 },
      { ...click, eventType: 'contact_attempt', value: 10 },
    ],
  });
  expect(
    await rows(db, `select event_type from conversion_events where session_id = ? order by id desc limit 2`, [session]),
  ).toEqual([{ eventType: 'contact_attempt' }, { eventType: 'dentist_click' }]);
});

it('one event that cannot be stored does not affect the others in its batch', async () => {
  const session = await begin();
  const collector = eventWriterOf(app.deps);
  const base = {
    sessionId: session,
    userId: null,
    at: app.deps.clock.now(),
    eventName: null,
    pagePath: null,
    elementId: null,
    elementText: null,
    searchQuery: null,
    searchResults: null,
    dentistId: null,
    metadata: null,
  };
  const batchOf = (eventType: string) => ({ ...emptyBatch(), events: [{ ...base, eventType }] });
  const results = await Promise.allSettled([
    collector.add(batchOf('click')),
    collector.add(batchOf(null as never)),
    collector.add(batchOf('search')),
  ]);
  await collector.settle();
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(
    await rows(app.deps.db, `select event_type from user_events where session_id = ? order by id`, [session]),
  ).toEqual([{ eventType: 'click' }, { eventType: 'search' }]);
  await expect(app.deps.db.transaction((trx) => storeEvents(trx, [packed(batchOf(null as never))]))).rejects.toThrow();
});

it('stores the events of a user who is deleted at that moment, without the user', async () => {
  const { db } = app.deps;
  const session = await begin();
  const [user] = (await db('users').insert({ name: 'Ann Smith', email: 'ann.leaves@example.com' }).returning('id')) as {
    id: number;
  }[];
  const deletion = await db.transaction();
  await deletion('users').where(user!).delete();
  const view = { sessionId: session, userId: user!.id, at: app.deps.clock.now(), eventType: 'page_view' };
  const none = { eventName: null, pagePath: '/', elementId: null, elementText: null, searchQuery: null };
  const storing = eventWriterOf(app.deps).add({
    ...emptyBatch(),
    events: [{ ...view, ...none, searchResults: null, dentistId: null, metadata: null }],
  });
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%store_events%'`;
  await expect.poll(async () => (await rows(db, waiting)).length).toBe(1);
  await deletion.commit();
  await storing;
  expect(await rows(db, `select user_id from user_events where session_id = ?`, [session])).toEqual([{ userId: null }]);
});

it('a stopping server stores every event that it acknowledged', async () => {
  const {
    url,
    process: child,
    ended,
  } = await startChild({
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.deps.config.DATA_DIR,
    LIMIT_TRACK: '1000000/60',
    LIMIT_API: '1000000/60',
  });
  const session = await begin(url);
  let acknowledged = 0;
  let running = true;
  const clients = Array.from({ length: 24 }, async () => {
    while (running) {
      const events = Array.from({ length: 5 }, () => ({ eventType: 'page_view', pagePath: '/' }));
      try {
        const answer = await tell(url, session, { events });
        if (answer.status === 200) acknowledged += ((await answer.json()) as { accepted: number }).accepted;
      } catch {
        // The server no longer accepts connections.
        return;
      }
    }
  });
  await expect.poll(() => acknowledged, { timeout: 30_000 }).toBeGreaterThan(300);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  running = false;
  await Promise.all(clients);
  // Events whose response was cut off may be stored too.
  const kept = await stored(session);
  expect(kept).toBeGreaterThanOrEqual(acknowledged);
  expect(kept - acknowledged).toBeLessThanOrEqual(24 * 5);
}, 90_000);
