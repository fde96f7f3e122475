import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table recovery_codes (
      user_id integer not null references users on delete cascade,
      code_hash bytea not null,
      used_at timestamptz,
      primary key (user_id, code_hash)
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table recovery_codes`);
}
