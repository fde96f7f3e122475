import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The days that are counted. Everything after the last of them is counted anew at every reading.
    create table insight_seals (
      day date primary key,
      sealed_at timestamptz not null
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table insight_seals`);
}
