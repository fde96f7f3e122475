import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table generation_runs (
      id uuid primary key default gen_random_uuid(),
      started_by integer references users on delete set null,
      started_at timestamptz not null,
      finished_at timestamptz,
      cancelled_at timestamptz
    );
    -- One at a time on all servers: the writers cost money.
    create unique index generation_runs_one on generation_runs ((true)) where finished_at is null;

    create table generation_items (
      id integer generated always as identity primary key,
      run_id uuid not null references generation_runs on delete cascade,
      topic_id text not null,
      status text not null default 'waiting'
        check (status in ('waiting', 'writing', 'editing', 'done', 'failed', 'cancelled')),
      message text,
      article_id integer references articles on delete set null,
      tokens_in integer,
      tokens_out integer,
      cost numeric(12, 6),
      started_at timestamptz,
      -- Touched before each call, so that what a dead server left behind can be told from what is under way.
      alive_at timestamptz,
      finished_at timestamptz
    );
    create index generation_items_run on generation_items (run_id, id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table generation_items; drop table generation_runs`);
}
