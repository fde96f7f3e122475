import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table two_factor (
      user_id integer primary key references users on delete cascade,
      -- Sealed with the server's key.
      secret text not null,
      created_at timestamptz not null,
      -- Two-factor sign-in is on from here; before, it is being set up.
      confirmed_at timestamptz,
      -- The time step of the last code that was taken: no code is taken twice.
      last_step bigint
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table two_factor`);
}
