import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- One row per sign-in. The bearer token and the browser cookie both lead here; only the token's hash is kept.
    create table auth_sessions (
      id uuid primary key default gen_random_uuid(),
      user_id integer not null references users on delete cascade,
      token_hash bytea not null unique,
      kind text not null default 'web' check (kind in ('web', 'desktop')),
      ip_address text,
      user_agent text,
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      expires_at timestamptz not null
    );
    create index auth_sessions_user on auth_sessions (user_id);
    create index auth_sessions_expiry on auth_sessions (expires_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table auth_sessions`);
}
