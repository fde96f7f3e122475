import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What was searched for and looked at most, by blocks of 1, 2, 4 ... 256 days that begin where their size divides the
    -- number of the day. A year is a dozen blocks instead of 365 days, and the popular words are in each block once.
    create table insight_tops (
      measure text collate "C" not null,
      size smallint not null,
      day date not null,
      key text collate "C" not null,
      n integer not null,
      primary key (measure, size, day, key) include (n)
    );
    insert into insight_tops (measure, size, day, key, n)
    select measure, 1, day, key, n from insight_daily where measure in ('search', 'empty_search')
    union all
    select 'view', 1, day, cast(dentist_id as text), n from insight_listings where action = 'view';
    delete from insight_daily where measure in ('search', 'empty_search');
  `);
  for (let size = 2; size <= 256; size *= 2)
    await knex.raw(`
      insert into insight_tops (measure, size, day, key, n)
      select measure, ${size}, first, key, sum(n) from (
        select measure, day - (day - date '1970-01-01') % ${size} as first, key, n from insight_tops where size = ${size / 2}
      ) halves
      where first + ${size} - 1 <= (select max(day) from insight_seals) and first >= (select min(day) from insight_seals)
      group by measure, first, key
    `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    insert into insight_daily (day, measure, key, n)
    select day, measure, key, n from insight_tops where size = 1 and measure in ('search', 'empty_search');
    drop table insight_tops;
  `);
}
