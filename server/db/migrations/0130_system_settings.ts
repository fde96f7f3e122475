import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table system_settings (
      name text primary key,
      value jsonb not null,
      updated_at timestamptz not null default now(),
      updated_by integer references users on delete set null
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table system_settings`);
}
