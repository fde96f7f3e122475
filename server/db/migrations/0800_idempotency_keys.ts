import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What a call that was sent with a key was answered, kept for a day: sent again, it gets the same answer and does nothing.
    create table idempotency_keys (
      user_id integer not null references users on delete cascade,
      key text not null,
      asked bytea not null,
      status smallint,
      answer jsonb,
      created_at timestamptz not null,
      primary key (user_id, key)
    );
    create index idempotency_keys_created on idempotency_keys (created_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table idempotency_keys`);
}
