import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
    -- The ten digits of a US phone number, however it is written; null when there are not ten.
    create function phone_key(value text) returns text language sql immutable strict parallel safe as $$
      select substring(regexp_replace(regexp_replace(lower(value), '\s*(x|ext|extension|#).*$', ''), '[^0-9]', '', 'g') from '^1{0,1}([2-9][0-9]{9})$') collate "C"
    $$;

    -- A street address without its spelling: case, punctuation, "Street" and "St.", "Suite 4" and "#4".
    create function address_key(value text) returns text language sql immutable strict parallel safe as $$
      select btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
        regexp_replace(replace(search_norm(value), '#', ' ste '), '[^a-z0-9]+', ' ', 'g'),
        '\m(street|str)\M', 'st', 'g'), '\m(avenue|av)\M', 'ave', 'g'), '\m(road)\M', 'rd', 'g'), '\m(boulevard)\M', 'blvd', 'g'),
        '\m(drive)\M', 'dr', 'g'), '\m(suite|unit|ste ste)\M', 'ste', 'g'), '\m(north|south|east|west)\M', '', 'g')) collate "C"
    $$;

    create index practices_place on practices (name, city, state);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop index practices_place; drop function address_key(text); drop function phone_key(text)`);
}
