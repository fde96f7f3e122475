import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
    -- Where a listing used to be: its old addresses go on leading to it.
    create table listing_slugs (
      city_id integer not null references cities,
      slug text collate "C" not null,
      dentist_id integer not null references dentists on delete cascade,
      retired_at timestamptz not null default now(),
      primary key (city_id, slug)
    );
    create index listing_slugs_dentist on listing_slugs (dentist_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table listing_slugs`);
}
