import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create index practices_name on practices (search_norm(name), id)`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop index practices_name`);
}
