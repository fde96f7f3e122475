import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
    -- What an owner or an admin deleted, so that an import does not bring it back. No reference: it outlives the row.
    create table listing_tombstones (
      dentist_id integer primary key,
      npi text,
      place_id text,
      name_norm text collate "C" not null,
      city_id integer,
      state text,
      zip5 text,
      created_at timestamptz not null default now()
    );
    create index listing_tombstones_npi on listing_tombstones (npi) where npi is not null;
    create index listing_tombstones_place on listing_tombstones (place_id) where place_id is not null;
    create index listing_tombstones_name on listing_tombstones (name_norm, zip5);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table listing_tombstones`);
}
