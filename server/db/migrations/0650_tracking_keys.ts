import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The page draws a number for each of its views, so that a view sent twice is one, and its time on page finds it.
    alter table page_views add column view_id bigint;
    create unique index page_views_view on page_views (session_id, view_id);
    create index search_analytics_session on search_analytics (session_id, id);
    create index user_events_session on user_events (session_id);
    create index user_events_dentist on user_events (dentist_id, "timestamp") where dentist_id is not null;
    create index conversion_events_session on conversion_events (session_id);
    create index user_sessions_open on user_sessions (end_time) where is_active;
    -- Deleting a user or a listing detaches what points at it; without these that would read every event.
    create index user_events_user on user_events (user_id) where user_id is not null;
    create index user_sessions_user on user_sessions (user_id) where user_id is not null;
    create index conversion_events_user on conversion_events (user_id) where user_id is not null;
    create index conversion_events_dentist on conversion_events (dentist_id) where dentist_id is not null;
    create index search_analytics_clicked on search_analytics (clicked_result_id) where clicked_result_id is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    `drop index conversion_events_session, search_analytics_clicked, conversion_events_dentist, conversion_events_user, user_sessions_user, user_events_user, user_sessions_open, user_events_dentist, user_events_session, search_analytics_session, page_views_view; alter table page_views drop column view_id`,
  );
}
