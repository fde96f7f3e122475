import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A visit moves its end forward with every batch. No index may hold what changes then, or each move would write them all.
    drop index user_sessions_open;
    create index user_sessions_open on user_sessions (id) where is_active;
    alter table user_sessions set (fillfactor = 75);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table user_sessions reset (fillfactor);
    drop index user_sessions_open;
    create index user_sessions_open on user_sessions (end_time) where is_active;
  `);
}
