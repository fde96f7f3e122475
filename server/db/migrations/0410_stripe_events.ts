import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Every event of the payment provider that was taken, once by its id.
    create table stripe_events (
      id text primary key,
      type text not null,
      customer_id text,
      happened_at timestamptz not null,
      received_at timestamptz not null
    );
    create index stripe_events_received on stripe_events (received_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table stripe_events`);
}
