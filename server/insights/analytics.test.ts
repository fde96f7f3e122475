import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reports, type ReportId } from '#contract/reports.ts';
import { toCsv } from '#contract/report.ts';
import { addDays, listDays } from '#contract/report-zone.ts';
import { rows } from '#server/db/knex.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { sealDays } from './rollup.ts';

const NOW = '2026-01-20T17:00:00Z';
const TODAY = '2026-01-20';
const FROM = addDays(TODAY, -29);
let app: TestApp;
let token: string;
let owner: Awaited<ReturnType<TestApp['signIn']>>;
let listings: number[];

/** The same numbers at every run. */
let state = 7;
const below = (n: number): number => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((state / 2_147_483_648) * n);
};
const pick = <T>(of: readonly T[]): T => of[below(of.length)]!;

beforeAll(async () => {
  app = await testApp({ now: NOW });
  const { db } = app.deps;
  ({ token } = await app.signIn({ role: 'admin' }));
  owner = await app.signIn({ subscriptionPlan: 'professional', subscriptionStatus: 'active' });
  await db('users').update({ createdAt: '2026-01-05T03:00:00Z' });
  listings = (
    (await db('dentists')
      .insert(
        Array.from({ length: 8 }, (_, n) => ({
          name: `Dr. Number ${n}`,
          state: n % 2 ? 'OR' : 'CA',
          userId: n < 2 ? owner.userId : null,
          confirmedAt: n === 0 ? '2025-12-01T00:00:00Z' : n < 4 ? '2024-06-01T00:00:00Z' : null,
        })),
      )
      .returning('id')) as { id: number }[]
  ).map(({ id }) => id);
  await seed();
});
afterAll(() => app.stop());

async function seed(): Promise<void> {
  const { db } = app.deps;
  const sessions: object[] = [];
  const events: object[] = [];
  const views: object[] = [];
  const searches: object[] = [];
  const conversions: object[] = [];
  for (let n = 0; n < 600; n++) {
    // Also on both sides of midnight in New York, and before the period.
    const at = new Date(Date.parse(NOW) - below(70 * 24 * 60) * 60_000);
    const sessionId = randomUUID();
    const later = (minutes: number) => new Date(Math.min(at.getTime() + minutes * 60_000, Date.parse(NOW)));
    sessions.push({
      sessionId,
      startTime: at,
      duration: below(600),
      deviceType: pick(['desktop', 'mobile', 'tablet']),
      browserName: 'Chrome',
      referrer: pick([null, 'https://search.example', 'https://news.example']),
    });
    views.push({
      sessionId,
      pagePath: pick(['/', '/directory', '/articles/floss', '/articles/preview/3']),
      timestamp: at,
    });
    const event = (eventType: string, minutes: number, extra: object = {}) =>
      events.push({ sessionId, eventType, timestamp: later(minutes), ...extra });
    if (below(10) < 7) {
      const searchQuery = pick(['Portland', 'portland ', 'Austin, TX', '97201', 'zoom whitening']);
      searches.push({ sessionId, searchQuery, resultsCount: below(4), timestamp: later(1) });
      event('search', 1, { searchQuery });
      if (below(10) < 6) {
        const dentistId = pick(listings);
        event('click', 2, { dentistId });
        conversions.push({ sessionId, eventType: 'dentist_click', value: 1, dentistId, timestamp: later(2) });
        for (let i = below(3); i >= 0; i--) event('profile_view', 2 + i, { dentistId });
        if (below(10) < 5)
          event('contact', 5, { dentistId, metadata: { contactType: pick(['phone', 'directions', 'website']) } });
      }
    } else if (below(2)) event('profile_view', 1, { dentistId: pick(listings) });
  }
  await db.batchInsert('user_sessions', sessions);
  await db.batchInsert('user_events', events);
  await db.batchInsert('page_views', views);
  await db.batchInsert('search_analytics', searches);
  await db.batchInsert('conversion_events', conversions);
}

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
  });
  expect(mine.totals.views).toBeLessThan(
    await one(
      `select count(*) as n from user_events where dentist_id = ${listings[0]} and event_type = 'profile_view' and ${inPeriod('"timestamp"')}`,
    ),
  );
}

describe('figures are what SQL counts', () => {
  it('while no day is rolled up', checkAll, 60_000);

  it('when all days but today are, and when they are once more', async () => {
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

  it('an hour after midnight yesterday is over, not before', async () => {
    app.deps.clock.set('2026-01-21T05:59:00Z');
    expect(await sealDays(app.deps)).toBe(0);
    app.deps.clock.set('2026-01-21T06:01:00Z');
    expect(await sealDays(app.deps)).toBe(1);
    app.deps.clock.set(NOW);
  });

  it('what waits: claims by age, listings by confirmation', async () => {
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

describe('reports', () => {
  it.each<ReportId>(['user-activity', 'search-analytics'])('%s says what the analytics say', async (id) => {
    const data = await get(`/api/admin/reports/${id}/rows`);
    const document = reports[id].make(data);
    const days = await get('/api/admin/analytics/days');
    const sum = (of: string) => days.days.reduce((total: number, row: Record<string, number>) => total + row[of]!, 0);
    const figure = (label: string) => document.figures.find((one) => one.label === label)?.value;
    if (id === 'user-activity') {
      expect([figure('Visits'), figure('Page views'), figure('Contact attempts'), figure('Accounts')]).toEqual([
        sum('visits'),
        sum('pageViews'),
        sum('contacts'),
        2,
      ]);
    } else {
      expect([figure('Searches'), figure('Found nothing')]).toEqual([
        sum('searches'),
        sum('emptySearches') / sum('searches'),
      ]);
      const { top } = await get('/api/admin/analytics/searches');
      expect(document.tables[0]!.rows).toEqual(
        top.map(({ key, n }: { key: string; n: number }, at: number) => ({ rank: at + 1, query: key, searches: n })),
      );
    }
    const csv = toCsv(document.tables);
    expect(csv.split('\r\n').length).toBeGreaterThan(30);
  });

  it('a cell that a spreadsheet would run is guarded', () => {
    expect(
      toCsv([{ title: 'T', columns: [{ key: 'q', label: 'Q' }], rows: [{ q: '=1+1' }, { q: 'a,"b"' }, { q: -3 }] }]),
    ).toBe('Q\r\n\'=1+1\r\n"a,""b"""\r\n-3\r\n');
  });
});

describe('who may see', () => {
  it('figures are for administrators, a listing’s for its owner', async () => {
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
  it('a period must make sense', async () => {
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

describe('exports', () => {
  it('hold every visit and every search, and are written down in the audit log', async () => {
    const whole = JSON.parse((await app.get('/api/admin/export/user-analytics', { token })).text);
    expect([whole.count, whole.sessions.length]).toEqual([600, 600]);
    const events = whole.sessions.flatMap((session: { events: unknown[] }) => session.events).length;
    expect(events).toBe(await one('select count(*) as n from user_events'));
    const answer = await app.get('/api/admin/export/search-data?from=2026-01-10&to=2026-01-12', { token });
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="search-data-2026-01-20.json"');
    expect(answer.body.searches.length).toBe(
      await one(
        `select count(*) as n from search_analytics where cast("timestamp" ${NY} as date) between date '2026-01-10' and date '2026-01-12'`,
      ),
    );
    const log = await rows<{ action: string }>(
      app.deps.db,
      `select action from audit_log where subject = 'export' order by id`,
    );
    expect(log.map(({ action }) => action)).toEqual(['export.user-analytics', 'export.search-data']);
  });
});
