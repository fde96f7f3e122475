import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Whom the payment provider knows. The two numbers keep an older look at it from overwriting a newer one.
    create table billing_customers (
      id text primary key,
      user_id integer references users on delete set null,
      looks bigint not null default 0,
      applied bigint not null default 0,
      busy_until timestamptz,
      looked_at timestamptz,
      created_at timestamptz not null
    );
    create index billing_customers_user on billing_customers (user_id);

    -- The provider's subscriptions to our prices, as last seen. users carries what follows from them.
    create table subscriptions (
      id text primary key,
      customer_id text not null references billing_customers on delete cascade,
      user_id integer references users on delete set null,
      price_id text not null,
      plan text not null,
      interval text not null check (interval in ('monthly', 'yearly')),
      launch boolean not null default false,
      cents integer not null,
      status text not null,
      current_period_start timestamptz not null,
      current_period_end timestamptz not null,
      trial_end timestamptz,
      cancel_at timestamptz,
      canceled_at timestamptz,
      ended_at timestamptz,
      started_at timestamptz not null,
      card_brand text,
      card_last4 text,
      -- What was already mailed, so that it is mailed once.
      renewal_mailed_for timestamptz,
      cancel_mailed_for timestamptz,
      end_mailed boolean not null default false
    );
    create index subscriptions_customer on subscriptions (customer_id);
    create index subscriptions_user on subscriptions (user_id);
    create index subscriptions_renewals on subscriptions (current_period_end) where status in ('active', 'trialing');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table subscriptions; drop table billing_customers`);
}
