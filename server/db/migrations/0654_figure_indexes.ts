import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index dentists_confirmed on dentists (confirmed_at) include (state) where deleted_at is null;
    create index users_created on users (created_at);
    create index page_views_articles on page_views ("timestamp") where page_path like '/articles/%';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop index dentists_confirmed; drop index users_created; drop index page_views_articles`);
}
