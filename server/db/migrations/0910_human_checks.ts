import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Sums that were solved: each may be used once.
    create table human_checks (
      id uuid primary key,
      used_at timestamptz not null
    );
    create index human_checks_used on human_checks (used_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table human_checks`);
}
