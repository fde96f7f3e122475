import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
    -- Search compares text without case and accents.
    create function search_norm(value text) returns text language sql immutable strict parallel safe as $$
      select btrim(regexp_replace(
        case when value ~ '^[\x20-\x7e]*$' then lower(value)
             else regexp_replace(lower(normalize(value, NFKD)), U&'[\0300-\036f]', '', 'g') end,
        '\s+', ' ', 'g')) collate "C"
    $$;

    -- "St. Louis", "St Louis" and "SAINT LOUIS" are one city.
    create function city_norm(value text) returns text language sql immutable strict parallel safe as $$
      select regexp_replace(regexp_replace(regexp_replace(
        btrim(regexp_replace(replace(search_norm(value), '''', ''), '[^a-z0-9]+', ' ', 'g')),
        '\mst\M', 'saint', 'g'), '\mft\M', 'fort', 'g'), '\mmt\M', 'mount', 'g') collate "C"
    $$;

    create function slugify(value text) returns text language sql immutable strict parallel safe as $$
      select btrim(left(btrim(regexp_replace(replace(search_norm(value), '''', ''), '[^a-z0-9]+', '-', 'g'), '-'), 80), '-') collate "C"
    $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop function slugify(text); drop function city_norm(text); drop function search_norm(text)`);
}
