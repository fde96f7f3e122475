import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '#shared/insights/report-zone.ts';
import { rows } from '#server/base/db/knex.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { findTopListings, findTopSearches } from './days/queries-tops.ts';
import { applyRetention } from './privacy/retention.ts';
import { sealDays, splitPeriod } from './days/seal-days.ts';

const NOW = '2026-01-20T17:00:00Z';
const TODAY = '2026-01-20';
const FIRST = addDays(TODAY, -420);

/** A seeded generator, so every run has the same numbers. */
let state = 11;
const below = (n: number): number => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((state / 2_147_483_648) * n);
};

describe('top searches and listings of more than a year', () => {
  let app: TestApp;
  let listings: number[];
  beforeAll(async () => {
    app = await testApp({ now: NOW });
    const { db } = app.deps;
    listings = (
      (await db('dentists')
        .insert(Array.from({ length: 30 }, (_, n) => ({ name: `Dr. ${n}`, state: 'OR' })))
        .returning('id')) as { id: number }[]
    ).map(({ id }) => id);
    const searches: object[] = [];
    const events: object[] = [];
    for (let n = 0; n < 6_000; n++) {
      const timestamp = new Date(Date.parse(NOW) - below(420 * 24 * 60) * 60_000);
      const sessionId = randomUUID();
      // A few frequent terms and many rare ones.
      const searchQuery = below(3) ? `Place ${Math.floor(below(1_000) ** 2 / 25_000)}` : `rare ${below(2_000)}`;
      searches.push({ sessionId, searchQuery, resultsCount: below(3), timestamp });
      const dentistId = listings[Math.floor(below(30) ** 2 / 30)];
      events.push({ sessionId, eventType: 'profile_view', dentistId, timestamp });
      if (below(2)) events.push({ sessionId, eventType: 'contact', dentistId, timestamp });
    }
    await db.batchInsert('search_analytics', searches);
    await db.batchInsert('user_events', events);
    expect(await sealDays(app.deps)).toBe(420);
  }, 120_000);
  afterAll(() => app.stop());

  const within = (column: string) => `cast(${column} at time zone 'America/New_York' as date) between :from and :to`;
  const periods = [
    { from: FIRST, to: TODAY },
    { from: addDays(TODAY, -364), to: TODAY },
    ...Array.from({ length: 25 }, () => {
      const from = addDays(FIRST, below(400));
      return { from, to: addDays(from, below(daysBetween(from, TODAY))) };
    }),
  ];

  it('equal a direct count in SQL for any period', async () => {
    const { db } = app.deps;
    for (const period of periods) {
      const days = await splitPeriod(db, period);
      for (const [measure, where] of [
        ['search', 'true'],
        ['empty_search', 'results_count = 0'],
      ] as const)
        expect([period, await findTopSearches(db, measure, days, 40)]).toEqual([
          period,
          await rows(
            db,
            `select lower(btrim(search_query)) as key, count(*) as n from search_analytics
             where ${where} and ${within('"timestamp"')} group by 1 order by 2 desc, lower(btrim(search_query)) collate "C" limit 40`,
            period,
          ),
        ]);
      expect([period, await findTopListings(db, days, 10)]).toEqual([
        period,
        await rows(
          db,
          `select dentist_id, d.name, d.city, d.state, count(*) filter (where event_type = 'profile_view') as views,
             count(*) filter (where event_type = 'contact') as contacts
           from user_events e join dentists d on d.id = e.dentist_id where ${within('"timestamp"')}
           group by 1, 2, 3, 4 order by views desc, dentist_id limit 10`,
          period,
        ),
      ]);
    }
  });

  it('stay exact after retention, at any hour', async () => {
    const { db, clock } = app.deps;
    clock.set('2027-03-02T03:00:00Z');
    for (const step of [applyRetention, null, applyRetention] as const) {
      await step?.(app.deps);
      if (!step) clock.advance(30 * 3_600_000);
      for (const period of periods) {
        const { closed } = await splitPeriod(db, period);
        expect([period, await findTopSearches(db, 'search', { closed, live: null }, 40)]).toEqual([
          period,
          await rows(
            db,
            `select key, sum(n) as n from insight_tops where measure = 'search' and size = 1 and day between :from and :to
             group by key order by 2 desc, 1 limit 40`,
            period,
          ),
        ]);
      }
    }
    expect(
      await rows(db, `select 1 from insight_tops where key like 'rare%' and day < date '2025-03-02' limit 1`),
    ).toEqual([]);
  });
});
