import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table listing_history (
      id bigint generated always as identity primary key,
      dentist_id integer not null references dentists on delete cascade,
      at timestamptz not null,
      user_id integer references users on delete set null,
      field text not null,
      before jsonb,
      after jsonb,
      source text not null check (source in ('owner', 'manager', 'staff', 'import', 'claim', 'system')),
      -- The file of an import, or who else stands behind the source.
      source_name text
    );
    create index listing_history_listing on listing_history (dentist_id, id desc);
    alter table dentists
      -- { field: { source, name?, at } }: where each value came from. A field without an entry was never said by anyone here.
      add column field_sources jsonb not null default '{}',
      add column ownership_reviewed_at timestamptz;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    `drop table listing_history; alter table dentists drop column field_sources, drop column ownership_reviewed_at`,
  );
}
