import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A sign-in whose password was right and whose second step is awaited.
    create table sign_in_challenges (
      token_hash bytea primary key,
      user_id integer not null references users on delete cascade,
      kind text not null,
      attempts integer not null default 0,
      expires_at timestamptz not null
    );
    create index sign_in_challenges_user on sign_in_challenges (user_id);
    create index sign_in_challenges_expiry on sign_in_challenges (expires_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table sign_in_challenges`);
}
