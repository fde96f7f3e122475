import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Two listings of one dentist became one. Holds what is needed to part them again.
    create table listing_merges (
      id integer generated always as identity primary key,
      kept_id integer not null references dentists on delete cascade,
      -- No reference: the old address goes on leading here when the row itself is gone for good.
      gone_id integer not null,
      at timestamptz not null,
      by_user integer references users on delete set null,
      changes jsonb not null,
      moved_claims integer[] not null default '{}',
      moved_slugs jsonb not null default '[]',
      undone_at timestamptz
    );
    create unique index listing_merges_gone on listing_merges (gone_id) where undone_at is null;
    create index listing_merges_kept on listing_merges (kept_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table listing_merges`);
}
