import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create unlogged table rate_limits (
      key text primary key,
      hits integer not null,
      resets_at timestamptz not null
    );
    create index rate_limits_resets on rate_limits (resets_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table rate_limits`);
}
