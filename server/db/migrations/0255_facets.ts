import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
    -- Exact counts. A write appends its difference, so writers never wait for one another; the sum over the rows of a key
    -- is the count, and compact_facets() folds them. service_id 0 is "any service".
    create table facets (
      scope text not null check (scope in ('all', 'state', 'city', 'zip3', 'zip')),
      key text collate "C" not null,
      service_id integer not null,
      n integer not null
    );
    create index facets_key on facets (scope, key, service_id) include (n);
    -- The same for whole states ('' is all of them) by attribute, for searches that filter on these.
    create table facet_flags (
      state text not null,
      service_id integer not null,
      flags integer not null,
      n integer not null
    );
    create index facet_flags_key on facet_flags (state, service_id) include (flags, n);
    -- A row a write: (count, max) is a version that changes exactly when a change becomes visible.
    create table directory_changes (
      id bigint generated always as identity primary key
    );
    insert into directory_changes default values;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table directory_changes; drop table facet_flags; drop table facets`);
}
