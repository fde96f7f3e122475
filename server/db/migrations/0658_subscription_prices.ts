import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What a subscription cost, since when: its own row tells only what it costs now.
    create table subscription_prices (
      subscription_id text not null references subscriptions on delete cascade,
      since timestamptz not null,
      plan text not null,
      interval text not null,
      cents integer not null,
      primary key (subscription_id, since)
    );
    insert into subscription_prices (subscription_id, since, plan, interval, cents)
    select id, started_at, plan, interval, cents from subscriptions;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table subscription_prices`);
}
