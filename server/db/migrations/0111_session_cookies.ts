import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The browser's cookie leads to the same row as the bearer token; of it, too, only a hash is kept.
    alter table auth_sessions add column cookie_hash bytea unique;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table auth_sessions drop column cookie_hash`);
}
