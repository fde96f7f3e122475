import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, listDays } from '#shared/insights/report-zone.ts';
import { rows } from '#server/base/db/knex.ts';
import type { TestApp } from '#server/test/app.ts';
import type { Person } from '#server/test/people/owners.ts';
import { NOW, TODAY, visitedApp } from '#server/test/people/visits.ts';
import { sealDays } from './days/seal-days.ts';

const FROM = addDays(TODAY, -29);
let app: TestApp;
let token: string;
let owner: Person;
let listings: number[];
beforeAll(async () => {
  ({ app, token, owner, listings } = await visitedApp());
});
afterAll(() => app.stop());

const get = async (path: string, as = token) => {
  const answer = await app.get(path, { token: as });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.body;
};
const one = async (sql: string, bindings: object = {}): Promise<number> => {
  const [row] = await rows<{ n: number }>(app.deps.db, sql, bindings as Record<string, unknown>);
  return row!.n ?? 0;
};
const NY = `at time zone 'America/New_York'`;
const inPeriod = (column: string) => `cast(${column} ${NY} as date) between date '${FROM}' and date '${TODAY}'`;

async function checkAll(): Promise<void> {
  const days = await get('/api/admin/analytics/days');
  expect(days.period).toEqual({ from: FROM, to: TODAY });
  expect(days.previous).toEqual({ from: addDays(FROM, -30), to: addDays(FROM, -1) });
  expect(days.timeZone).toBe('America/New_York');
  expect(days.days.map(({ day }: { day: string }) => day)).toEqual(listDays(FROM, TODAY));
  for (const [measure, table, where] of [
    ['searches', 'search_analytics', 'true'],
    ['emptySearches', 'search_analytics', 'results_count = 0'],
    ['profileViews', 'user_events', `event_type = 'profile_view'`],
    ['contacts', 'user_events', `event_type = 'contact'`],
    ['phone', 'user_events', `event_type = 'contact' and metadata ->> 'contactType' = 'phone'`],
    ['pageViews', 'page_views', 'true'],
  ] as const) {
    for (const { day, [measure]: shown } of days.days) {
      const counted = await one(
        `select count(*) as n from ${table} where ${where} and cast("timestamp" ${NY} as date) = cast(:day as date)`,
        { day },
      );
      expect([measure, day, shown]).toEqual([measure, day, counted]);
    }
    const before = days.before.reduce((sum: number, row: Record<string, number>) => sum + row[measure]!, 0);
    expect([measure, before]).toEqual([
      measure,
      await one(
        `select count(*) as n from ${table} where ${where} and cast("timestamp" ${NY} as date)
           between date '${FROM}' - 30 and date '${FROM}' - 1`,
      ),
    ]);
  }
  expect(days.days.find((row: { day: string }) => row.day === '2026-01-04').signUps).toBe(
    await one(`select count(*) as n from users`),
  );
  const steps = (to: string) => `
    select count(*) as n from (select distinct cast(s."timestamp" ${NY} as date), s.session_id from user_events s
      where s.event_type = 'search' and ${inPeriod('s."timestamp"')} and ${to}) x`;
  const after = (type: string, than: string, name: string, more = 'true') =>
    `exists (select from user_events ${name} where ${name}.session_id = s.session_id and ${name}.event_type = '${type}' and ${name}."timestamp" >= ${than}
      and cast(${name}."timestamp" ${NY} as date) = cast(s."timestamp" ${NY} as date) and ${more})`;
  expect(days.funnel).toEqual({
    search: await one(steps('true')),
    profile: await one(steps(after('profile_view', 's."timestamp"', 'p'))),
    contact: await one(steps(after('profile_view', 's."timestamp"', 'p', after('contact', 'p."timestamp"', 'c')))),
  });
  expect(days.funnel.contact).toBeGreaterThan(10);

  const searches = await get('/api/admin/analytics/searches');
  for (const [name, where] of [
    ['top', 'true'],
    ['empty', 'results_count = 0'],
  ] as const)
    expect(searches[name]).toEqual(
      await rows(
        app.deps.db,
        `select lower(btrim(search_query)) as key, count(*) as n from search_analytics
         where ${where} and ${inPeriod('"timestamp"')} group by 1 order by 2 desc, 1`,
      ),
    );

  const site = await get('/api/admin/analytics');
  expect(site).toMatchObject({
    totalUsers: 2,
    registeredUsers: 1,
    activeSubscriptions: 1,
    verifiedPractices: 2,
    totalDentists: 8,
    claimRequests: 0,
    profileViews: days.days.reduce((sum: number, row: { profileViews: number }) => sum + row.profileViews, 0),
    todaySearches: days.days.at(-1).searches,
  });
  expect(site.avgSessionDuration).toBeCloseTo(
    await one(`select avg(duration) as n from user_sessions where ${inPeriod('start_time')}`),
    6,
  );
  const content = await get('/api/admin/content-analytics');
  expect(content.articleViews).toBe(
    await one(
      `select count(*) as n from page_views where page_path = '/articles/floss' and ${inPeriod('"timestamp"')}`,
    ),
  );

  const mine = await get(`/api/user/dentists/${listings[0]}/insights?days=30`, owner.token);
  const distinct = (
    where: string,
  ) => `select count(*) as n from (select distinct session_id, date_trunc('hour', "timestamp") from user_events
      where dentist_id = ${listings[0]} and ${where} and ${inPeriod('"timestamp"')}) x`;
  expect(mine.totals).toEqual({
    views: await one(distinct(`event_type = 'profile_view'`)),
    calls: await one(distinct(`event_type = 'contact' and metadata ->> 'contactType' = 'phone'`)),
    directions: await one(distinct(`event_type = 'contact' and metadata ->> 'contactType' = 'directions'`)),
    website: await one(distinct(`event_type = 'contact' and metadata ->> 'contactType' = 'website'`)),
    appointments: await one(`select count(*) as n from appointment_requests where dentist_id = ${listings[0]}`),
  });
  expect(mine.totals.views).toBeLessThan(
    await one(
      `select count(*) as n from user_events where dentist_id = ${listings[0]} and event_type = 'profile_view' and ${inPeriod('"timestamp"')}`,
    ),
  );
}

describe('figures equal a direct count in SQL', () => {
  it('while no day is closed', checkAll, 60_000);

  it('after all days but today are closed, and after they are closed again', async () => {
    const [{ first }] = (await rows<{ first: string }>(
      app.deps.db,
      `select to_char(min(cast(start_time ${NY} as date)), 'YYYY-MM-DD') as first from user_sessions`,
    )) as [{ first: string }];
    expect(await sealDays(app.deps)).toBe(listDays(first, addDays(TODAY, -1)).length);
    expect(await sealDays(app.deps)).toBe(0);
    await checkAll();
    const before = await rows(app.deps.db, `select * from insight_daily order by measure, day, key`);
    await app.deps.db('insightSeals').delete();
    expect(await sealDays(app.deps)).toBeGreaterThan(60);
    expect(await rows(app.deps.db, `select * from insight_daily order by measure, day, key`)).toEqual(before);
  }, 90_000);

  it('closes yesterday an hour after midnight, not earlier', async () => {
    app.deps.clock.set('2026-01-21T05:59:00Z');
    expect(await sealDays(app.deps)).toBe(0);
    app.deps.clock.set('2026-01-21T06:01:00Z');
    expect(await sealDays(app.deps)).toBe(1);
    app.deps.clock.set(NOW);
  });

  it('counts pending claims by age and listings by confirmation', async () => {
    const ago = (days: number) => new Date(Date.parse(NOW) - days * 86_400_000);
    await app.deps.db('claimRequests').insert(
      [0.5, 1.9, 2, 7.9, 8, 15, 40].map((days, n) => ({
        dentistId: listings[n],
        requestorName: 'A',
        requestorEmail: 'a@example.com',
        requestorPhone: '5035550100',
        relationshipToPractice: 'owner',
        submittedAt: ago(days),
      })),
    );
    const queues = await get('/api/admin/analytics/queues');
    expect(queues.claims.map(({ n }: { n: number }) => n)).toEqual([2, 1, 1, 1, 2]);
    expect(queues.oldestClaimAt).toBe(ago(40).toISOString());
    expect(queues.confirmation).toEqual({ withinYear: 1, overYear: 3, never: 4 });
    expect(queues.stalestStates).toEqual([
      { state: 'OR', n: 4 },
      { state: 'CA', n: 3 },
    ]);
  });
});

describe('access', () => {
  it('allows admins to see figures, and owners those of their listings', async () => {
    const stranger = await app.signIn();
    for (const path of [
      '/api/admin/analytics',
      '/api/admin/analytics/days',
      '/api/admin/export/user-analytics',
      '/api/admin/privacy-requests',
    ]) {
      expect((await app.get(path)).status).toBe(401);
      expect((await app.get(path, { token: stranger.token })).status).toBe(403);
    }
    expect((await app.get(`/api/user/dentists/${listings[0]}/insights`, { token: stranger.token })).status).toBe(404);
    expect((await app.get(`/api/user/dentists/${listings[5]}/insights`, { token: owner.token })).status).toBe(404);
    expect((await app.get(`/api/user/dentists/${listings[0]}/insights?days=7`, { token: owner.token })).status).toBe(
      400,
    );
  });
  it('refuses invalid periods', async () => {
    for (const query of [
      'from=2026-02-30',
      'from=2026-01-10&to=2026-01-09',
      'from=2020-01-01&to=2026-01-01',
      'from=2020-01-01',
      'from=x',
    ])
      expect([query, (await app.get(`/api/admin/analytics?${query}`, { token })).status]).toEqual([query, 400]);
  });
});
