import type { Knex } from 'knex';
import { prepared } from '#server/db/knex.ts';
import { ShortCache } from '#server/db/short-cache.ts';

export interface ScheduleFilter {
  /** Open at this time, each schedule in its own time zone. */
  openAt: Date | null;
  /** The bits of the days, Monday first, of which one must be open; 0 for any. */
  days: number;
  /** The bits of the evenings, of which one must be open; 0 for any. */
  evenings: number;
}

const MINUTE_MS = 60_000;

const cache = new ShortCache<number[]>('schedules');

/**
 * The ids of the schedules that match. There are few schedules, because listings with the same hours share one. A schedule never
 * changes, so the answer is the same for a minute, unless there is a new one.
 */
export async function findSchedules(db: Knex, { openAt, days, evenings }: ScheduleFilter): Promise<number[]> {
  const [newest] = await prepared<{ id: number }>(db, 'select max(id) as id from schedules', []);
  const key = [newest?.id, openAt && Math.floor(openAt.getTime() / MINUTE_MS), days, evenings].join();
  const cached = cache.get(db, key);
  if (cached) return cached;
  const found = await (openAt === null ? findByDays(db, days, evenings) : findOpen(db, openAt, days, evenings));
  return cache.set(
    db,
    key,
    found.map((row) => row.id),
  );
}

/** A schedule with holiday hours has the days and evenings of its week. */
const DAY_CONDITION = `(?::int = 0 or w.open_days & ?::int <> 0) and (?::int = 0 or w.open_evenings & ?::int <> 0)`;

const findByDays = (db: Knex, days: number, evenings: number): Promise<{ id: number }[]> =>
  prepared(
    db,
    `select s.id from schedules s join schedules w on w.id = coalesce(s.week_id, s.id) where ${DAY_CONDITION}`,
    [days, days, evenings, evenings],
  );

/** Minutes are counted from Monday midnight. */
const findOpen = (db: Knex, openAt: Date, days: number, evenings: number): Promise<{ id: number }[]> =>
  prepared(
    db,
    `select s.id from (
       select time_zone, here, (extract(isodow from here) * 1440 - 1440 + extract(hour from here) * 60 + extract(minute from here))::int as minute
       from (select distinct time_zone from schedules) z cross join lateral (select ?::timestamptz at time zone z.time_zone as here) at
     ) clock join schedules s on s.time_zone = clock.time_zone join schedules w on w.id = coalesce(s.week_id, s.id)
     where case when s.holiday_dates @> clock.here::date then s.holiday_times @> clock.here else w.open_hours @> clock.minute end
       and ${DAY_CONDITION}`,
    [openAt, days, days, evenings, evenings],
  );
