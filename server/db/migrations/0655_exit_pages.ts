import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A visit that goes on takes the mark of its last page away: found without looking through all views.
    create index page_views_exits on page_views (session_id) where exit_page;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop index page_views_exits`);
}
