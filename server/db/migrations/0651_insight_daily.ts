import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What happened on a day (of New York), counted once the day is over. key is '' or what a measure is broken down by.
    create table insight_daily (
      day date not null,
      measure text collate "C" not null,
      key text collate "C" not null default '',
      n numeric not null,
      primary key (measure, day, key) include (n)
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table insight_daily`);
}
