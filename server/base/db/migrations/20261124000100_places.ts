import type { Knex } from 'knex';
import { stateSlug, usStates } from '#shared/places/states.ts';
import { readPlaces } from '../places/places-data.ts';
import { runSql } from '../sql-migration.ts';

export { down } from '../sql-migration.ts';

export async function up(knex: Knex): Promise<void> {
  await runSql(knex, 'places');
  await knex('states').insert(usStates.map((state) => ({ ...state, slug: stateSlug(state) })));
  const { cities, zips } = await readPlaces();
  await knex.raw(
    `insert into cities (id, name, state, lat, lng, zip_count)
     select * from unnest(?::int[], ?::text[], ?::text[], ?::real[], ?::real[], ?::int[])`,
    [
      cities.map((city) => city.id),
      cities.map((city) => city.name),
      cities.map((city) => city.state),
      cities.map((city) => city.lat),
      cities.map((city) => city.lng),
      cities.map((city) => city.zipCount),
    ],
  );
  await knex.raw(
    `insert into zips (zip, city_id, state, lat, lng, time_zone)
     select * from unnest(?::text[], ?::int[], ?::text[], ?::real[], ?::real[], ?::text[])`,
    [
      zips.map((zip) => zip.zip),
      zips.map((zip) => zip.cityId),
      zips.map((zip) => zip.state),
      zips.map((zip) => zip.lat),
      zips.map((zip) => zip.lng),
      zips.map((zip) => zip.timeZone),
    ],
  );
  await runSql(knex, 'places-indexes');
}
