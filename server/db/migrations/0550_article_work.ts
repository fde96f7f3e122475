import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table articles
      -- Approved for its topic's schedule, which gives it its date.
      add column queued_at timestamptz,
      -- Which brands and models wrote and corrected it, and what it took.
      add column provenance jsonb;
    create index articles_queue on articles (topic_id, queued_at, id) where queued_at is not null and not is_published;
    insert into content_schedules (topic_id)
      select unnest(array['teeth-whitening', 'preventive-care', 'dental-procedures', 'oral-health', 'emergency-care',
        'dental-technology', 'pediatric-dentistry', 'dental-insurance', 'find-dentist', 'dental-anxiety'])
      on conflict do nothing;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table articles drop column queued_at, drop column provenance`);
}
