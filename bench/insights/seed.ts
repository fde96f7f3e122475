import type { Knex } from 'knex';

/** A year of visits. Each ten events are four page views, three searches, two profile views, and one contact. */
export async function seedEvents(db: Knex, events: number): Promise<void> {
  const visits = Math.ceil(events / 8);
  const at = `now() - random() * interval '364 days'`;
  await db.raw(
    `insert into user_sessions (session_id, start_time, duration, device_type, browser_name, is_active)
     select gen_random_uuid(), ${at}, floor(random() * 600), (array['desktop', 'mobile', 'tablet'])[1 + floor(random() * 3)], 'Chrome', false
     from generate_series(1, ?::int)`,
    [visits],
  );
  await db.raw(
    `create temporary table v as select row_number() over () as n, session_id, start_time from user_sessions`,
  );
  await db.raw('alter table v add primary key (n)');
  await db.raw('create temporary table c as select row_number() over () as n, name, state from cities');
  await db.raw('alter table c add primary key (n)');
  const some = `from (select 1 + floor(random() * ?)::int as n, random() as r from generate_series(1, ?::int)) x join v using (n)`;
  await db.raw(
    `insert into page_views (session_id, page_path, page_title, "timestamp", time_on_page)
     select session_id, (array['/', '/directory', '/articles/floss', '/about'])[1 + floor(r * 4)], 'Page', start_time + r * interval '9 minutes', 20 ${some}`,
    [visits, Math.round(events * 0.4)],
  );
  // A few popular places and a long tail.
  await db.raw(
    `insert into search_analytics (session_id, search_query, results_count, "timestamp")
     select session_id, c.name || ', ' || c.state, floor(r * 20), start_time
     from (select 1 + floor(random() * ?)::int as n, random() as r, 1 + floor(power(random(), 6) * (select count(*) - 1 from c))::int as place
           from generate_series(1, ?::int)) x join v using (n) join c on c.n = x.place`,
    [visits, Math.round(events * 0.3)],
  );
  const ids = `(select min(id) from dentists) + floor(random() * (select count(*) from dentists))::int`;
  for (const [type, share] of [
    ['search', 0.3],
    ['profile_view', 0.2],
    ['contact', 0.1],
  ] as const)
    await db.raw(
      `insert into user_events (session_id, event_type, dentist_id, "timestamp", metadata)
       select session_id, '${type}', ${type === 'search' ? 'null' : ids}, start_time + r * interval '9 minutes',
         ${type === 'contact' ? `'{"contactType": "phone"}'` : 'null'}::jsonb ${some}`,
      [visits, Math.round(events * share)],
    );
  await db.raw('drop table v');
  await db.raw('drop table c');
}
