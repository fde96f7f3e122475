import type { Knex } from 'knex';
import { weekdayOf } from '#shared/listings/holidays.ts';
import { DAY_STARTS, openDays, type OpenAt, type OpenDay } from '#shared/search-terms.ts';
import { prepared } from '#server/base/db/knex.ts';
import { ShortCache } from '#server/base/db/short-cache.ts';

const MINUTE_MS = 60_000;

const cache = new ShortCache<number[]>('schedules');

/**
 * The ids of the schedules that are open at a time, each in its own time zone. There are few schedules, because listings with the
 * same hours share one. A schedule never changes, so the result is the same for a minute, unless there is a new schedule.
 */
export async function findOpenSchedules(db: Knex, at: Date): Promise<number[]> {
  const [newest] = await prepared<{ id: number }>(db, 'select max(id) as id from schedules', []);
  const key = [newest?.id, Math.floor(at.getTime() / MINUTE_MS)].join();
  const cached = cache.get(db, key);
  if (cached) return cached;
  const found = await findOpen(db, at);
  return cache.set(
    db,
    key,
    found.map((row) => row.id),
  );
}

/** The minutes of a week, from Monday midnight, at which a schedule must be open at least once. */
const minutesOf = { early: [DAY_STARTS, 480], morning: [DAY_STARTS, 720], lunch: [720, 780] } as const;

/** The schedules that are open at this time on one of these days, or on a date. */
export async function findSchedulesAt(
  db: Knex,
  openAt: OpenAt,
  openOn: readonly OpenDay[] = openDays,
): Promise<number[]> {
  const [newest] = await prepared<{ id: number }>(db, 'select max(id) as id from schedules', []);
  const key = [newest?.id, openAt, ...openOn].join();
  const cached = cache.get(db, key);
  if (cached) return cached;
  const isDate = !(openAt in minutesOf);
  const days = isDate ? [weekdayOf(openAt)] : openOn.map((day) => openDays.indexOf(day));
  const [from, to] = isDate ? [DAY_STARTS, 1440] : minutesOf[openAt as keyof typeof minutesOf];
  const minutes = `{${days.map((day) => `[${day * 1440 + from},${day * 1440 + to})`).join(',')}}`;
  const found = await prepared<{ id: number }>(
    db,
    `select s.id from schedules s join schedules w on w.id = coalesce(s.week_id, s.id)
     where case when s.holiday_dates @> ?::date then s.holiday_times && tsrange(?::date, ?::date + 1)
       else w.open_hours && ?::int4multirange end`,
    isDate ? [openAt, openAt, openAt, minutes] : [null, null, null, minutes],
  );
  return cache.set(
    db,
    key,
    found.map((row) => row.id),
  );
}

/** Minutes are counted from Monday midnight. */
const findOpen = (db: Knex, at: Date): Promise<{ id: number }[]> =>
  prepared(
    db,
    `select s.id from (
       select time_zone, here, (extract(isodow from here) * 1440 - 1440 + extract(hour from here) * 60 + extract(minute from here))::int as minute
       from (select distinct time_zone from schedules) z cross join lateral (select ?::timestamptz at time zone z.time_zone as here) at
     ) clock join schedules s on s.time_zone = clock.time_zone join schedules w on w.id = coalesce(s.week_id, s.id)
     where case when s.holiday_dates @> clock.here::date then s.holiday_times @> clock.here else w.open_hours @> clock.minute end`,
    [at],
  );
