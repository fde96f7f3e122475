import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
    -- What searches walk: a live listing stands here once under '' and once under each word of its name. Rows are narrow, so that
    -- an index alone answers and the map of what everyone can see is a page or two. Kept by the triggers below, whoever writes.
    create table listing_keys (
      word text collate "C" not null,
      rank smallint not null,
      name_norm text collate "C" not null,
      id integer not null,
      state text,
      city_id integer,
      zip3 text collate "C",
      zip5 text collate "C",
      service_mask bigint not null,
      flags integer not null,
      schedule_id integer,
      is_pro_max boolean not null
    );
    -- Every word any name ever had; short beside the listings, so that a part of a word is found in it at once.
    create table name_words (word text collate "C" primary key);
    create index name_words_parts on name_words using gin (word gin_trgm_ops);

    create function words_of(name text) returns setof text language sql immutable strict parallel safe rows 3 as $$
      select distinct left(w, 200) from unnest(string_to_array(name, ' ')) w where w <> ''
    $$;

    -- Exact counts for what is asked of whole states ('' is all of them): how many have these flags, keep these hours, or stand at
    -- this depth of the order (rank and first letter). Written like facets: a write appends its difference.
    create table listing_tallies (
      state text not null,
      kind text not null check (kind in ('flags', 'hours', 'depth')),
      value integer not null,
      n integer not null
    );
    create index listing_tallies_key on listing_tallies (state, kind, value) include (n);
    create function depth_of(rank smallint, name text) returns integer language sql immutable strict parallel safe as $$
      select rank * 256 + least(ascii(name), 128)
    $$;
    create function compact_tallies() returns void language plpgsql as $$
    begin
      if not pg_try_advisory_xact_lock(hashtext('compact_tallies')) then return; end if;
      with many as (select state, kind, value from listing_tallies group by 1, 2, 3 having count(*) > 1),
           gone as (delete from listing_tallies t using many m where (t.state, t.kind, t.value) = (m.state, m.kind, m.value) returning t.*)
      insert into listing_tallies select state, kind, value, sum(n) from gone group by 1, 2, 3 having sum(n) <> 0;
    end
    $$;

    -- During a first load the indexes are away, and nothing is kept; end_first_load() then makes all of it at once.
    create function first_loading() returns boolean language sql stable as $$ select to_regclass('dentists_zip_name') is null $$;

    -- One row and a million want different plans, so these are planned each time.
    create function keep_listing_keys() returns trigger language plpgsql as $$
    declare
      same constant text := '(rank, name_norm, state, city_id, zip5, service_mask, flags, schedule_id, is_pro_max, deleted_at is null)';
      olds text := 'select * from old_rows where deleted_at is null';
      news text := 'select * from new_rows where deleted_at is null';
      ids integer[];
    begin
      if first_loading() then return null; end if;
      if tg_op = 'UPDATE' then
        execute 'select array_agg(id) from (select id, ' || same || ' from new_rows except select id, ' || same || ' from old_rows) changed' into ids;
        if ids is null then return null; end if;
        olds := olds || ' and id = any($1)';
        news := news || ' and id = any($1)';
      end if;
      if tg_op <> 'INSERT' then
        -- Looked up one by one by the whole key: joined, a word that thousands share would be compared with each of them.
        execute 'delete from listing_keys where ctid = any (array(select k.ctid from (' || olds || ') o
                   cross join lateral (select '''' as w union all select words_of(o.name_norm)) ws
                   cross join lateral (select k.ctid from listing_keys k
                     where k.word = ws.w and k.rank = o.rank and k.name_norm = o.name_norm and k.id = o.id offset 0) k))' using ids;
      end if;
      if tg_op <> 'DELETE' then
        execute 'insert into listing_keys select w, rank, name_norm, id, state, city_id, zip3, zip5, service_mask, flags, schedule_id, is_pro_max
                 from (' || news || ') n cross join lateral (select '''' as w union all select words_of(n.name_norm)) ws' using ids;
        execute 'insert into name_words select distinct w from (' || news || ') n cross join lateral words_of(n.name_norm) w
                 order by 1 on conflict do nothing' using ids;
      end if;
      execute 'insert into listing_tallies select s, kind, value, sum(n) from ('
        || case when tg_op <> 'DELETE' then 'select 1 as n, * from (' || news || ') n' else '' end
        || case when tg_op = 'UPDATE' then ' union all ' else '' end
        || case when tg_op <> 'INSERT' then 'select -1 as n, * from (' || olds || ') o' else '' end
        || ') d cross join lateral (values (''flags'', flags), (''hours'', schedule_id), (''depth'', depth_of(rank, name_norm))) k (kind, value)
           cross join lateral (values (''''), (state)) p (s) where s is not null and value is not null
           group by 1, 2, 3 having sum(n) <> 0' using ids;
      if random() < 0.01 then perform compact_tallies(); end if;
      return null;
    end
    $$;
    create function clear_listing_keys() returns trigger language plpgsql as $$
    begin
      truncate listing_keys, listing_tallies;
      return null;
    end
    $$;
    create trigger listing_keys_added after insert on dentists referencing new table as new_rows
      for each statement execute function keep_listing_keys();
    create trigger listing_keys_changed after update on dentists referencing old table as old_rows new table as new_rows
      for each statement execute function keep_listing_keys();
    create trigger listing_keys_removed after delete on dentists referencing old table as old_rows
      for each statement execute function keep_listing_keys();
    create trigger listing_keys_cleared after truncate on dentists for each statement execute function clear_listing_keys();

    create function create_key_indexes() returns void language plpgsql as $$
    begin
      create index if not exists listing_keys_word on listing_keys (word, rank, name_norm, id)
        include (state, city_id, zip3, zip5, service_mask, flags, schedule_id);
      create index if not exists listing_keys_state on listing_keys (state, rank, name_norm, id)
        include (service_mask, flags, schedule_id) where word = '';
      create index if not exists listing_keys_city on listing_keys (city_id, rank, name_norm, id)
        include (service_mask, flags, schedule_id) where word = '';
      create index if not exists listing_keys_zip3 on listing_keys (zip3, rank, name_norm, id)
        include (service_mask, flags, schedule_id) where word = '';
      create index if not exists listing_keys_zip on listing_keys (zip5, rank, name_norm, id)
        include (service_mask, flags, schedule_id) where word = '';
      create index if not exists listing_keys_top on listing_keys (id)
        include (state, city_id, zip3, zip5, service_mask, flags, schedule_id, name_norm) where is_pro_max and word = '';
    end
    $$;
    create function drop_key_indexes() returns void language sql as $$
      drop index if exists listing_keys_word, listing_keys_state, listing_keys_city, listing_keys_zip3, listing_keys_zip, listing_keys_top;
    $$;
    create function fill_listing_keys() returns void language plpgsql as $$
    begin
      perform drop_key_indexes();
      truncate listing_keys, listing_tallies;
      insert into listing_keys select '', rank, name_norm, id, state, city_id, zip3, zip5, service_mask, flags, schedule_id, is_pro_max
        from dentists where deleted_at is null;
      insert into listing_tallies select s, kind, value, count(*) from listing_keys
        cross join lateral (values ('flags', flags), ('hours', schedule_id), ('depth', depth_of(rank, name_norm))) k (kind, value)
        cross join lateral (values (''), (state)) p (s) where s is not null and value is not null group by 1, 2, 3;
      insert into listing_keys select w, rank, name_norm, id, state, city_id, zip3, zip5, service_mask, flags, schedule_id, is_pro_max
        from listing_keys k cross join lateral words_of(name_norm) w;
      insert into name_words select distinct word from listing_keys where word <> '' on conflict do nothing;
      perform create_key_indexes();
    end
    $$;

    select drop_search_indexes();
    create or replace function create_search_indexes() returns void language plpgsql as $$
    begin
      perform create_key_indexes();
      -- For staff, owners and imports, who look for a listing by what it is called where it is.
      create index if not exists dentists_name_parts on dentists using gin (name_norm gin_trgm_ops, state) where deleted_at is null;
      create index if not exists dentists_zip_name on dentists (zip5, name_norm) where deleted_at is null;
    end
    $$;
    create or replace function drop_search_indexes() returns void language sql as $$
      drop index if exists listing_keys_word, listing_keys_state, listing_keys_city, listing_keys_zip3, listing_keys_zip, listing_keys_top,
        dentists_name_parts, dentists_zip_name;
    $$;
    select fill_listing_keys();
    select create_search_indexes();
    create or replace function end_first_load() returns void language plpgsql as $$
    declare
      one record;
    begin
      for one in select * from first_load order by turn loop
        execute one.back;
      end loop;
      drop table first_load;
      perform fill_listing_keys();
    end
    $$;
    analyze listing_keys, listing_tallies, name_words;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
    select drop_search_indexes();
    drop trigger listing_keys_added on dentists; drop trigger listing_keys_changed on dentists;
    drop trigger listing_keys_removed on dentists; drop trigger listing_keys_cleared on dentists;
    drop function keep_listing_keys(); drop function clear_listing_keys(); drop function fill_listing_keys(); drop function first_loading();
    drop function create_key_indexes(); drop function drop_key_indexes();
    drop function compact_tallies(); drop function depth_of(smallint, text); drop function words_of(text);
    drop table listing_keys; drop table listing_tallies; drop table name_words;
    create or replace function end_first_load() returns void language plpgsql as $$
    declare
      one record;
    begin
      for one in select * from first_load order by turn loop
        execute one.back;
      end loop;
      drop table first_load;
    end
    $$;
    create or replace function create_search_indexes() returns void language plpgsql as $$
    begin
      create index if not exists dentists_rank on dentists (rank, name_norm, id)
        include (service_mask, flags, schedule_id) where deleted_at is null;
      create index if not exists dentists_state_rank on dentists (state, rank, name_norm, id)
        include (service_mask, flags, schedule_id) where deleted_at is null;
      create index if not exists dentists_city_rank on dentists (city_id, rank, name_norm, id)
        include (service_mask, flags, schedule_id) where deleted_at is null;
      create index if not exists dentists_zip3_rank on dentists (zip3, rank, name_norm, id)
        include (service_mask, flags, schedule_id) where deleted_at is null;
      create index if not exists dentists_zip_rank on dentists (zip5, rank, name_norm, id)
        include (service_mask, flags, schedule_id) where deleted_at is null;
      create index if not exists dentists_name_parts on dentists using gin (name_norm gin_trgm_ops, state) where deleted_at is null;
      create index if not exists dentists_top on dentists (id)
        include (state, city_id, zip3, zip5, service_mask, flags, schedule_id, name_norm) where is_pro_max and deleted_at is null;
    end
    $$;
    create or replace function drop_search_indexes() returns void language sql as $$
      drop index if exists dentists_rank, dentists_state_rank, dentists_city_rank, dentists_zip3_rank, dentists_zip_rank,
        dentists_name_parts, dentists_top;
    $$;
    select create_search_indexes();
  `);
}
