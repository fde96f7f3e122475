import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The same for each listing; one action per visitor and hour counts once.
    create table insight_listings (
      dentist_id integer not null references dentists on delete cascade,
      day date not null,
      action text collate "C" not null,
      n integer not null,
      primary key (dentist_id, day, action) include (n)
    );
    create index insight_listings_day on insight_listings (day);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table insight_listings`);
}
