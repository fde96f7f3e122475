-- Builds and drops the search indexes, and fills the search tables after a bulk load.

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

create function create_search_indexes() returns void language plpgsql as $$
begin
  perform create_key_indexes();
  -- For staff, owners, and imports, which find listings by name and ZIP code.
  create index if not exists dentists_name_parts on dentists using gin (name_norm gin_trgm_ops, state) where deleted_at is null;
  create index if not exists dentists_zip_name on dentists (zip5, name_norm) where deleted_at is null;
end
$$;
create function drop_search_indexes() returns void language sql as $$
  drop index if exists listing_keys_word, listing_keys_state, listing_keys_city, listing_keys_zip3, listing_keys_zip, listing_keys_top,
    dentists_name_parts, dentists_zip_name;
$$;

-- Adds listings that have no keys yet. The rows are inserted in the order of the index, which halves the cost of growing it.
create function add_listing_keys(listings text) returns void language plpgsql as $$
declare
  has_indexes boolean := to_regclass('listing_keys_word') is not null;
begin
  execute 'create temporary table new_keys on commit drop as
    select rank, name_norm, id, state, city_id, zip3, zip5, service_mask, flags, schedule_id, is_pro_max from ' || listings;
  execute 'insert into listing_keys select '''', k.* from new_keys k' || case when has_indexes then ' order by zip5, rank, name_norm' else '' end;
  execute 'with name_keys as (insert into listing_keys select w, k.* from new_keys k cross join lateral words_of(name_norm) w'
    || case when has_indexes then ' order by w, rank, name_norm' else '' end || ' returning word)
    insert into name_words select word from (select distinct word from name_keys) w order by word on conflict do nothing';
  -- Counts each kind once by state, then sums the counts. Expanding every row for each kind and state costs five times as much.
  insert into listing_tallies
    with counts as (
      select state, 'flags' as kind, flags as value, count(*) as n from new_keys group by 1, 3
      union all
      select state, 'hours', schedule_id, count(*) from new_keys where schedule_id is not null group by 1, 3
      union all
      select state, 'depth', depth_of(rank, name_norm), count(*) from new_keys group by 1, 3
    )
    select case when grouping(state) = 1 then '' else state end, kind, value, sum(n) from counts
    group by grouping sets ((kind, value), (state, kind, value)) having grouping(state) = 1 or state is not null;
  drop table new_keys;
end
$$;

create function fill_listing_keys() returns void language plpgsql as $$
begin
  perform drop_key_indexes();
  truncate listing_keys, listing_tallies;
  perform add_listing_keys('dentists where deleted_at is null');
  perform create_key_indexes();
end
$$;

select create_search_indexes();
