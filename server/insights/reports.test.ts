import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toCsv } from '#shared/insights/report.ts';
import { reports, type ReportId } from '#shared/insights/reports.ts';
import { rows } from '#server/base/db/knex.ts';
import type { TestApp } from '#server/test/app.ts';
import { visitedApp } from '#server/test/people/visits.ts';
import { sealDays } from './days/seal-days.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  ({ app, token } = await visitedApp());
  await sealDays(app.deps);
});
afterAll(() => app.stop());

const get = async (path: string) => {
  const answer = await app.get(path, { token });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.body;
};
const count = async (of: string): Promise<number> =>
  (await rows<{ n: number }>(app.deps.db, `select count(*) as n from ${of}`))[0]!.n;

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

  it('counts claims by day, how long decisions took, and what is open', async () => {
    const { db } = app.deps;
    const listings = (await db('dentists')
      .insert([1, 2, 3, 4].map((n) => ({ name: `Dr. Claim ${n}`, city: 'Boston', state: 'MA' })))
      .returning('id')) as { id: number }[];
    const form = {
      requestorName: 'A',
      requestorEmail: 'a@example.com',
      requestorPhone: '1',
      relationshipToPractice: 'owner',
    };
    const submittedAt = new Date('2026-01-10T15:00:00Z');
    const decided = (status: string, reviewedAt: string) => ({
      status,
      reviewedAt: new Date(reviewedAt),
      dueAt: new Date('2026-01-12T15:00:00Z'),
    });
    await db('claimRequests').insert([
      { ...form, dentistId: listings[0]!.id, submittedAt, ...decided('approved', '2026-01-11T15:00:00Z') },
      { ...form, dentistId: listings[1]!.id, submittedAt, ...decided('rejected', '2026-01-13T15:00:00Z') },
      { ...form, dentistId: listings[2]!.id, submittedAt, dueAt: new Date('2026-01-12T15:00:00Z') },
      { ...form, dentistId: listings[3]!.id, submittedAt: new Date('2025-06-01T12:00:00Z'), status: 'withdrawn' },
    ]);
    const data = await get('/api/admin/reports/claim-review/rows?from=2026-01-09&to=2026-01-20');
    const figures = reports['claim-review'].make(data).figures;
    expect(Object.fromEntries(figures.map(({ label, value }) => [label, value]))).toEqual({
      Submitted: 3,
      Approved: 1,
      Rejected: 1,
      'Hours to a decision, on average': 48,
      'Decided on time': 0.5,
      Pending: 1,
      Overdue: 1,
    });
    await db('claimRequests').delete();
  });

  it.each<ReportId>(['practice-contacts', 'audience', 'articles', 'conversions'])('%s has figures', async (id) => {
    const report = reports[id].make(await get(`/api/admin/reports/${id}/rows`));
    expect(report.figures.filter(({ value }) => value !== null && value > 0).length).toBeGreaterThan(1);
    expect(report.tables.some(({ rows: of }) => of.length > 0)).toBe(true);
  });

  it('escapes a cell that a spreadsheet would run as a formula', () => {
    expect(
      toCsv([{ title: 'T', columns: [{ key: 'q', label: 'Q' }], rows: [{ q: '=1+1' }, { q: 'a,"b"' }, { q: -3 }] }]),
    ).toBe('Q\r\n\'=1+1\r\n"a,""b"""\r\n-3\r\n');
  });
});

describe('exports', () => {
  it('contain every visit and every search, and are logged', async () => {
    const whole = JSON.parse((await app.get('/api/admin/export/user-analytics', { token })).text);
    expect([whole.count, whole.sessions.length]).toEqual([600, 600]);
    const events = whole.sessions.flatMap((session: { events: unknown[] }) => session.events).length;
    expect(events).toBe(await count('user_events'));
    const answer = await app.get('/api/admin/export/search-data?from=2026-01-10&to=2026-01-12', { token });
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="search-data-2026-01-20.json"');
    expect(answer.body.searches.length).toBe(
      await count(
        `search_analytics where cast("timestamp" at time zone 'America/New_York' as date) between date '2026-01-10' and date '2026-01-12'`,
      ),
    );
    const log = await rows<{ action: string }>(
      app.deps.db,
      `select action from audit_log where subject = 'export' order by id`,
    );
    expect(log.map(({ action }) => action)).toEqual(['export.user-analytics', 'export.search-data']);
  });
});
