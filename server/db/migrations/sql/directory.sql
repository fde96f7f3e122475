-- The index that searches read, and the counts of listings.

-- Each write appends its difference, so writers never wait for each other. The sum of a key's rows is its count;
-- compact_facets() adds them up. service_id 0 means any service.
create table facets (
  scope text not null check (scope in ('all', 'state', 'city', 'zip3', 'zip')),
  key text collate "C" not null,
  service_id integer not null,
  n integer not null
);
create index facets_key on facets (scope, key, service_id) include (n);

-- The same counts by state ('' is the whole country) and attributes, for searches that filter by attribute.
create table facet_flags (
  state text not null,
  service_id integer not null,
  flags integer not null,
  n integer not null
);
create index facet_flags_key on facet_flags (state, service_id) include (flags, n);

-- One row per write. The count and maximum of the ids form a version that changes exactly when a change becomes visible.
create table directory_changes (
  id bigint generated always as identity primary key
);
insert into directory_changes default values;

create type facet_source as (n integer, state text, city_id integer, zip3 text, zip5 text, service_mask bigint, flags integer);

create function mask_services(mask bigint) returns setof integer language sql immutable parallel safe rows 6 as $$
  select 0 union all select i from generate_series(1, 62) i where (mask >> (i - 1)) & 1 = 1
$$;

create function count_facets(changes public.facet_source[]) returns void language plpgsql as $$
begin
  insert into public.facets (scope, key, service_id, n)
  select k.scope, k.key, s, sum(d.n)
  from unnest(changes) d
  cross join lateral public.mask_services(d.service_mask) s
  cross join lateral (values ('all', ''), ('state', d.state), ('city', d.city_id::text), ('zip3', d.zip3), ('zip', d.zip5)) k (scope, key)
  where k.key is not null
  group by 1, 2, 3 having sum(d.n) <> 0;

  insert into public.facet_flags (state, service_id, flags, n)
  select k.state, s, d.flags & 31, sum(d.n)
  from unnest(changes) d
  cross join lateral public.mask_services(d.service_mask) s
  cross join lateral (values (''), (d.state)) k (state)
  where k.state is not null
  group by 1, 2, 3 having sum(d.n) <> 0;

  insert into public.directory_changes default values;
  if random() < 0.01 then perform public.compact_facets(); end if;
end
$$;

-- Each table is compacted in a single statement, so rows that others append at the same time are neither lost nor counted twice.
create function compact_facets() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('compact_facets')) then return; end if;
  with repeated_keys as (select scope, key, service_id from public.facets group by 1, 2, 3 having count(*) > 1),
       deleted as (delete from public.facets f using repeated_keys m
                   where (f.scope, f.key, f.service_id) = (m.scope, m.key, m.service_id) returning f.*)
  insert into public.facets select scope, key, service_id, sum(n) from deleted group by 1, 2, 3 having sum(n) <> 0;
  with repeated_keys as (select state, service_id, flags from public.facet_flags group by 1, 2, 3 having count(*) > 1),
       deleted as (delete from public.facet_flags f using repeated_keys m
                   where (f.state, f.service_id, f.flags) = (m.state, m.service_id, m.flags) returning f.*)
  insert into public.facet_flags select state, service_id, flags, sum(n) from deleted group by 1, 2, 3 having sum(n) <> 0;
  delete from public.directory_changes where id < (select max(id) - 1000 from public.directory_changes);
end
$$;

create function dentists_inserted() returns trigger language plpgsql as $$
begin
  perform public.count_facets(array_agg((1, state, city_id, zip3, zip5, service_mask, flags)::public.facet_source)) from new_rows
  where deleted_at is null having count(*) > 0;
  return null;
end
$$;

create function dentists_deleted() returns trigger language plpgsql as $$
begin
  perform public.count_facets(array_agg((-1, state, city_id, zip3, zip5, service_mask, flags)::public.facet_source)) from old_rows
  where deleted_at is null having count(*) > 0;
  return null;
end
$$;

create function dentists_updated() returns trigger language plpgsql as $$
begin
  perform public.count_facets(array_agg(changed)) from (
    select (1, state, city_id, zip3, zip5, service_mask, flags)::public.facet_source from new_rows where deleted_at is null
    union all
    select (-1, state, city_id, zip3, zip5, service_mask, flags)::public.facet_source from old_rows where deleted_at is null
  ) both_sides (changed) having count(*) > 0;
  return null;
end
$$;
create trigger dentists_inserted after insert on dentists referencing new table as new_rows
  for each statement when (not bulk_load()) execute function dentists_inserted();
create trigger dentists_updated after update on dentists referencing old table as old_rows new table as new_rows
  for each statement when (not bulk_load()) execute function dentists_updated();
create trigger dentists_deleted after delete on dentists referencing old table as old_rows
  for each statement when (not bulk_load()) execute function dentists_deleted();

-- Every live listing has one row with the word '' and one row per word of its name. The rows are narrow, so an index-only
-- scan answers a search and the visibility map fits in a page or two. The triggers below maintain it for every writer.
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
  is_pro_max boolean not null,
  plan_mask bigint not null default 0,
  traits integer not null default 0,
  whitening_price_from integer
);

-- Every word that has ever been part of a name. The table is small compared with the listings, so a part of a word is found quickly.
create table name_words (word text collate "C" primary key);
create index name_words_parts on name_words using gin (word gin_trgm_ops);

-- The distinct words of a name. A word that occurs twice is returned at its first position; no search term is longer than 200
-- letters. words_of and depth_of are written so that the planner inlines them, because a call per listing costs five times as much.
create function words_of(name text) returns setof text language sql immutable parallel safe rows 3 as $$
  select w from unnest(string_to_array(name, ' ')) with ordinality u (w, place)
  where w <> '' and w <> E'\x01' and length(w) <= 200 and (place = 1 or array_position(string_to_array(name, ' '), w) = place)
$$;

-- Exact counts by state ('' is the whole country): listings with these flags, with this schedule, or at this depth of the
-- sort order (rank and first letter). Each write appends its difference, as in facets.
create table listing_tallies (
  state text not null,
  kind text not null check (kind in ('flags', 'hours', 'depth')),
  value integer not null,
  n integer not null
);
create index listing_tallies_key on listing_tallies (state, kind, value) include (n);

create function depth_of(rank smallint, name text) returns integer language sql immutable parallel safe as $$
  select rank * 256 + least(ascii(name), 128)
$$;

create function compact_tallies() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('compact_tallies')) then return; end if;
  with repeated_keys as (select state, kind, value from public.listing_tallies group by 1, 2, 3 having count(*) > 1),
       deleted as (delete from public.listing_tallies t using repeated_keys m where (t.state, t.kind, t.value) = (m.state, m.kind, m.value) returning t.*)
  insert into public.listing_tallies select state, kind, value, sum(n) from deleted group by 1, 2, 3 having sum(n) <> 0;
end
$$;

-- True during a first load, when the indexes are dropped. Nothing is maintained then, because end_first_load() builds it all at once.
create function first_loading() returns boolean language sql stable as $$ select to_regclass('public.dentists_by_zip') is null $$;

-- Maintains listing_keys, name_words, and listing_tallies. The statements are dynamic, so that each is planned for its number
-- of rows: the best plan for one row is not the best plan for a million.
create function keep_listing_keys() returns trigger language plpgsql as $$
declare
  compared_columns constant text := '(rank, name_norm, practice_norm, state, city_id, zip5, service_mask, flags, schedule_id, is_pro_max, plan_mask,
    traits, whitening_price_from, deleted_at is null)';
  old_listings text := 'select * from old_rows where deleted_at is null';
  new_listings text := 'select * from new_rows where deleted_at is null';
  ids integer[];
begin
  if public.first_loading() then return null; end if;
  if tg_op = 'UPDATE' then
    execute 'select array_agg(id) from (select id, ' || compared_columns || ' from new_rows except select id, '
      || compared_columns || ' from old_rows) changes' into ids;
    if ids is null then return null; end if;
    old_listings := old_listings || ' and id = any($1)';
    new_listings := new_listings || ' and id = any($1)';
  end if;
  if tg_op <> 'INSERT' then
    -- Looks up each row by its whole key, because a join would compare a common word with thousands of rows.
    execute 'delete from public.listing_keys where ctid = any (array(select k.ctid from (' || old_listings || ') o
               cross join lateral (select '''' as w union all select public.words_of(public.listing_names(o.name_norm, o.practice_norm))) ws
               cross join lateral (select k.ctid from public.listing_keys k
                 where k.word = ws.w and k.rank = o.rank and k.name_norm = public.listing_names(o.name_norm, o.practice_norm) and k.id = o.id offset 0) k))' using ids;
  end if;
  if tg_op <> 'DELETE' then
    execute 'insert into public.listing_keys select w, rank, public.listing_names(name_norm, practice_norm), id, state, city_id, zip3, zip5, service_mask, flags, schedule_id, is_pro_max,
               plan_mask, traits, whitening_price_from from (' || new_listings || ') n cross join lateral (select '''' as w union all select public.words_of(public.listing_names(n.name_norm, n.practice_norm))) ws' using ids;
    execute 'insert into public.name_words select distinct w from (' || new_listings || ') n cross join lateral public.words_of(public.listing_names(n.name_norm, n.practice_norm)) w
             order by 1 on conflict do nothing' using ids;
  end if;
  execute 'insert into public.listing_tallies select s, kind, value, sum(n) from ('
    || case when tg_op <> 'DELETE' then 'select 1 as n, * from (' || new_listings || ') n' else '' end
    || case when tg_op = 'UPDATE' then ' union all ' else '' end
    || case when tg_op <> 'INSERT' then 'select -1 as n, * from (' || old_listings || ') o' else '' end
    || ') d cross join lateral (values (''flags'', flags), (''hours'', schedule_id), (''depth'', public.depth_of(rank, name_norm))) k (kind, value)
       cross join lateral (values (''''), (state)) p (s) where s is not null and value is not null
       group by 1, 2, 3 having sum(n) <> 0' using ids;
  if random() < 0.01 then perform public.compact_tallies(); end if;
  return null;
end
$$;

create function clear_listing_keys() returns trigger language plpgsql as $$
begin
  truncate public.listing_keys, public.listing_tallies;
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

-- The text that a name search looks through and sorts by: the dentist's name, then the practice's. The mark between them sorts
-- before any letter, so listings stay in the order of the dentists' names.
create function listing_names(name text, practice text) returns text language sql immutable parallel safe as $$
  select (name || coalesce(nullif(E' \x01 ' || practice, E' \x01 '), '')) collate "C"
$$;

-- Which listings of a chunk have a feature. server/listings/search/rare/features.ts numbers the features. Listing n is bit
-- n % 15872 of chunk n / 15872.
create table filter_bits (
  feature smallint not null,
  chunk integer not null,
  bits bit(15872) not null,
  primary key (feature, chunk)
);

-- Listings that were written since their chunk was built. Searches examine these too, so the bitmaps may be old.
create table filter_changes (dentist_id integer not null);

create table filter_state (
  only_row boolean primary key default true check (only_row),
  -- Every listing is in the bitmaps or in filter_changes.
  complete boolean not null default false,
  -- Counts the resets, so that a build that began before one doesn't declare itself complete.
  epoch integer not null default 0
);
insert into filter_state default values;

-- The bitmaps also have what staff filter listings by (server/listings/admin/queries-flags.ts), and the regions of listings.
create function note_filter_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into public.filter_changes select id from new_rows;
  elsif tg_op = 'DELETE' then
    insert into public.filter_changes select id from old_rows where deleted_at is null;
  else
    -- The plan is cached, and "except" never becomes a nested loop over the rows of a large update.
    insert into public.filter_changes select distinct id from (
      select id, service_mask, plan_mask, traits, whitening_price_from, flags, schedule_id, state, zip3, is_pro_max, deleted_at is null,
        is_paid, is_verified, user_id is null, identity_changed_at is null, practice_type_id, practice_image is null, phone = '',
        website is null, npi is null, city_id is null, zip5 is null, coalesce(address, '') = '',
        concat(monday_hours, tuesday_hours, wednesday_hours, thursday_hours, friday_hours, saturday_hours, sunday_hours) = '',
        field_sources -> 'name' ->> 'source' from new_rows
      except
      select id, service_mask, plan_mask, traits, whitening_price_from, flags, schedule_id, state, zip3, is_pro_max, deleted_at is null,
        is_paid, is_verified, user_id is null, identity_changed_at is null, practice_type_id, practice_image is null, phone = '',
        website is null, npi is null, city_id is null, zip5 is null, coalesce(address, '') = '',
        concat(monday_hours, tuesday_hours, wednesday_hours, thursday_hours, friday_hours, saturday_hours, sunday_hours) = '',
        field_sources -> 'name' ->> 'source' from old_rows) changed;
  end if;
  return null;
end
$$;
create trigger filter_bits_added after insert on dentists referencing new table as new_rows
  for each statement execute function note_filter_changes();
create trigger filter_bits_changed after update on dentists referencing old table as old_rows new table as new_rows
  for each statement execute function note_filter_changes();

-- The keys are rebuilt after loads that run without the triggers above.
create function reset_filter_bits() returns trigger language plpgsql as $$
begin
  truncate public.filter_bits, public.filter_changes;
  update public.filter_state set complete = false, epoch = epoch + 1;
  return null;
end
$$;
create trigger filter_bits_reset after truncate on listing_keys for each statement execute function reset_filter_bits();
create trigger filter_bits_removed after delete on dentists referencing old table as old_rows
  for each statement execute function note_filter_changes();
