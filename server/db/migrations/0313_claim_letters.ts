import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The PIN itself exists on paper only; a new letter replaces the one before.
    create table claim_letters (
      claim_id integer primary key references claim_requests on delete cascade,
      pin_hash bytea not null,
      tries_left smallint not null default 5 check (tries_left between 0 and 5),
      printed_at timestamptz not null,
      printed_by integer references users on delete set null,
      expires_at timestamptz not null
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table claim_letters`);
}
