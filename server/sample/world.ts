import type pg from 'pg';
import { formatHolidayHours } from '#shared/listings/holiday-hours.ts';
import { addDays, nextHolidays } from '#shared/listings/holidays.ts';
import { sampleAccounts } from './accounts.ts';
import { chooseCities, type SampleCity, type SampleOwner, type World } from './listings.ts';
import { weekKey } from './lines.ts';
import type { Random } from './random.ts';
import { aroundTheClock, sampleWeeks } from './weeks.ts';

type Hash = (password: string) => Promise<string | null>;

/** Loads or creates the places, services, accounts, and ids that the listings refer to. */
export async function makeWorld(
  client: pg.Client,
  count: number,
  now: Date,
  hashPassword: Hash,
  random: Random,
): Promise<World> {
  const cities = await client.query<SampleCity>(
    `select c.id, c.name, c.state, json_agg(json_build_object('zip', z.zip, 'lat', z.lat, 'lng', z.lng, 'timeZone', z.time_zone) order by z.zip) as zips
     from cities c join zips z on z.city_id = c.id join states s on s.code = c.state where s.kind <> 'territory' group by c.id order by c.id`,
  );
  const services = await client.query<{ id: number; name: string }>(
    `select id, name from services where id <= 31 order by id`,
  );
  const types = await client.query<{ id: number; name: string }>(`select id, name from practice_types`);
  await client.query(
    `insert into users (email, name, role, password, subscription_plan, subscription_status, subscription_expires_at, email_verified_at)
     select a.*, case when a.plan <> 'free' then $7::timestamptz + interval '300 days' end, $7
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) as a (email, name, role, password, plan, status)
     on conflict (email) do nothing`,
    [
      sampleAccounts.map((account) => account.email),
      sampleAccounts.map((account) => account.name),
      sampleAccounts.map((account) => (account.role === 'admin' ? 'admin' : 'user')),
      await Promise.all(sampleAccounts.map((account) => hashPassword(account.password))),
      sampleAccounts.map((account) => (account.role === 'owner' ? 'pro_max' : 'free')),
      sampleAccounts.map((account) => (account.role === 'owner' ? 'active' : 'inactive')),
      now,
    ],
  );
  // Owners have two listings on average. They have no password, so no one can log in as them.
  await client.query(
    `insert into users (email, name, subscription_plan, subscription_status, subscription_expires_at, email_verified_at)
     select 'practice' || n || '@example.com', 'Practice owner ' || n, case when n % 4 = 0 then 'pro_max' else 'professional' end, 'active',
            $2::timestamptz + interval '200 days', $2
     from generate_series(1, $1) n on conflict (email) do nothing`,
    [Math.max(1, Math.round(count * 0.04)), now],
  );
  const owners = await client.query<SampleOwner>(
    `select id, subscription_plan as plan from users
     where subscription_status = 'active' and (email = 'owner@example.com' or email ~ '^practice[0-9]+@example[.]com$')
     order by email <> 'owner@example.com', id`,
  );
  const nextId = async (table: string): Promise<number> =>
    (await client.query<{ id: number }>(`select nextval(pg_get_serial_sequence($1, 'id'))::int as id`, [table]))
      .rows[0]!.id;
  return {
    ...chooseCities(cities.rows, count, random),
    services: services.rows,
    practiceTypeIds: new Map(types.rows.map(({ id, name }) => [name, id])),
    owners: owners.rows,
    firstId: await nextId('dentists'),
    firstPracticeId: await nextId('practices'),
    holidayTexts: inventHolidayTexts(now),
  };
}

/** Inserts the schedules of every sample week in every time zone. Returns their ids by week and zone. */
export async function makeSchedules(client: pg.Client, world: World): Promise<Map<string, number>> {
  const zones = [...new Set(world.cities.flatMap((city) => city.zips.map((zip) => zip.timeZone)))];
  const ids = new Map<string, number>();
  for (const week of [...sampleWeeks, aroundTheClock]) {
    if (week.intervals === null) continue;
    const spans = `{${week.intervals.map(([start, end]) => `[${start},${end})`).join(',')}}`;
    await client.query(
      `insert into schedules (time_zone, open_hours) select zone, $2::int4multirange from unnest($1::text[]) zone on conflict do nothing`,
      [zones, spans],
    );
    const schedules = await client.query<{ id: number; zone: string }>(
      `select id, time_zone as zone from schedules where open_hours = $1::int4multirange`,
      [spans],
    );
    for (const row of schedules.rows) ids.set(weekKey(week, row.zone), row.id);
  }
  return ids;
}

/** The holiday hours that sample practices have entered for the next holidays. Few, so that many share a schedule. */
function inventHolidayTexts(now: Date): string[] {
  const [first, second, third] = nextHolidays(now.toISOString().slice(0, 10)).map(({ date }) => date);
  const closedOn = (date: string) => ({ from: date, to: date, hours: 'Closed' });
  const dayBefore = addDays(second!, -1);
  return [
    [closedOn(first!), closedOn(second!)],
    [closedOn(first!), closedOn(second!), closedOn(third!)],
    [{ from: dayBefore, to: dayBefore, hours: '8:00 AM – 12:00 PM' }, closedOn(second!)],
  ].map(formatHolidayHours);
}
