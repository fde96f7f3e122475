import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
    -- Bits 0 to 4: new patients, insurance, emergency, wheelchair, parking. From bit 5 on: the languages of server/contract/languages.ts.
    create function listing_flags(new_patients boolean, insurance boolean, emergency boolean, wheelchair boolean, parking boolean, languages text)
    returns integer language plpgsql immutable parallel safe as $$
    declare
      said text := search_norm(languages);
      flags integer := new_patients::int + insurance::int * 2 + emergency::int * 4 + wheelchair::int * 8 + parking::int * 16;
    begin
      if said is null or said = '' then return flags; end if;
      return flags
        + case when said like '%english%' then 32 else 0 end
        + case when said like '%spanish%' or said like '%espanol%' then 64 else 0 end
        + case when said like '%chinese%' or said like '%mandarin%' or said like '%cantonese%' then 128 else 0 end
        + case when said like '%tagalog%' or said like '%filipino%' then 256 else 0 end
        + case when said like '%vietnamese%' then 512 else 0 end
        + case when said like '%arabic%' then 1024 else 0 end
        + case when said like '%french%' then 2048 else 0 end
        + case when said like '%korean%' then 4096 else 0 end
        + case when said like '%russian%' then 8192 else 0 end
        + case when said like '%portuguese%' then 16384 else 0 end
        + case when said like '%creole%' then 32768 else 0 end
        + case when said like '%hindi%' then 65536 else 0 end
        + case when said like '%german%' then 131072 else 0 end
        + case when said like '%polish%' then 262144 else 0 end
        + case when said like '%italian%' then 524288 else 0 end
        + case when said like '%urdu%' then 1048576 else 0 end
        + case when said like '%persian%' or said like '%farsi%' then 2097152 else 0 end
        + case when said like '%telugu%' then 4194304 else 0 end
        + case when said like '%japanese%' then 8388608 else 0 end
        + case when said like '%gujarati%' then 16777216 else 0 end
        + case when said like '%punjabi%' then 33554432 else 0 end
        + case when said like '%bengali%' then 67108864 else 0 end
        + case when said like '%hebrew%' then 134217728 else 0 end
        + case when said like '%greek%' then 268435456 else 0 end
        + case when said like '%ukrainian%' then 536870912 else 0 end
        + case when said like '%sign language%' then 1073741824 else 0 end;
    end
    $$;

    -- What search needs. Generated, or derived from other tables by dentists_derive(), or by rebuild_search() after a bulk load.
    alter table dentists
      add column name_norm text collate "C" not null generated always as (search_norm(name)) stored,
      add column zip5 text collate "C" generated always as (substring(zip_code from '^\s*([0-9]{5})')) stored,
      add column zip3 text collate "C" generated always as (substring(zip_code from '^\s*([0-9]{3})[0-9]{2}')) stored,
      add column flags integer not null generated always as
        (listing_flags(accepts_new_patients, accepts_insurance, emergency_services, wheelchair_accessible, parking_available, languages)) stored,
      add column city_id integer references cities,
      add column slug text collate "C",
      add column service_mask bigint not null default 0,
      add column schedule_id integer references schedules,
      add column time_zone text,
      add column is_paid boolean not null default false,
      add column is_pro_max boolean not null default false,
      add column rank smallint not null generated always as
        ((case when is_paid then 0 else 100 end + coalesce(50 - (rating * 10)::int, 51))::smallint) stored,
      add column npi text check (npi ~ '^[0-9]{10}$'),
      add column place_id text check (place_id <> ''),
      add column lat double precision check (lat between -90 and 90),
      add column lng double precision check (lng between -180 and 180),
      add column rating_source text,
      add column confirmed_at timestamptz;
    comment on column dentists.rank is 'paid first, then rating, unrated last; smaller is better';
    create unique index dentists_npi on dentists (npi) where npi is not null and deleted_at is null;
    create unique index dentists_place_id on dentists (place_id) where place_id is not null and deleted_at is null;
    create unique index dentists_slug on dentists (city_id, slug) where deleted_at is null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    `alter table dentists drop column flags, drop column rank, drop column name_norm, drop column zip5, drop column zip3, drop column city_id, drop column slug, drop column service_mask, drop column schedule_id, drop column time_zone, drop column is_paid, drop column is_pro_max, drop column npi, drop column place_id, drop column lat, drop column lng, drop column rating_source, drop column confirmed_at; drop function listing_flags(boolean, boolean, boolean, boolean, boolean, text)`,
  );
}
