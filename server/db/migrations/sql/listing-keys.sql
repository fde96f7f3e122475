-- The index that searches read.

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
  is_pro_max boolean not null
);

-- Every word that has ever been part of a name. The table is small compared with the listings, so a part of a word is found quickly.
create table name_words (word text collate "C" primary key);
create index name_words_parts on name_words using gin (word gin_trgm_ops);

-- The distinct words of a name. A word that occurs twice is returned at its first position; no search term is longer than 200
-- letters. words_of and depth_of are written so that the planner inlines them, because a call per listing costs five times as much.
create function words_of(name text) returns setof text language sql immutable parallel safe rows 3 as $$
  select w from unnest(string_to_array(name, ' ')) with ordinality u (w, place)
  where w <> '' and length(w) <= 200 and (place = 1 or array_position(string_to_array(name, ' '), w) = place)
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
  with repeated_keys as (select state, kind, value from listing_tallies group by 1, 2, 3 having count(*) > 1),
       deleted as (delete from listing_tallies t using repeated_keys m where (t.state, t.kind, t.value) = (m.state, m.kind, m.value) returning t.*)
  insert into listing_tallies select state, kind, value, sum(n) from deleted group by 1, 2, 3 having sum(n) <> 0;
end
$$;

-- True during a first load, when the indexes are dropped. Nothing is maintained then, because end_first_load() builds it all at once.
create function first_loading() returns boolean language sql stable as $$ select to_regclass('dentists_zip_name') is null $$;

-- Maintains listing_keys, name_words, and listing_tallies. The statements are dynamic, so that each is planned for its number
-- of rows: the best plan for one row is not the best plan for a million.
create function keep_listing_keys() returns trigger language plpgsql as $$
declare
  compared_columns constant text := '(rank, name_norm, state, city_id, zip5, service_mask, flags, schedule_id, is_pro_max, deleted_at is null)';
  old_listings text := 'select * from old_rows where deleted_at is null';
  new_listings text := 'select * from new_rows where deleted_at is null';
  ids integer[];
begin
  if first_loading() then return null; end if;
  if tg_op = 'UPDATE' then
    execute 'select array_agg(id) from (select id, ' || compared_columns || ' from new_rows except select id, '
      || compared_columns || ' from old_rows) changes' into ids;
    if ids is null then return null; end if;
    old_listings := old_listings || ' and id = any($1)';
    new_listings := new_listings || ' and id = any($1)';
  end if;
  if tg_op <> 'INSERT' then
    -- Looks up each row by its whole key, because a join would compare a common word with thousands of rows.
    execute 'delete from listing_keys where ctid = any (array(select k.ctid from (' || old_listings || ') o
               cross join lateral (select '''' as w union all select words_of(o.name_norm)) ws
               cross join lateral (select k.ctid from listing_keys k
                 where k.word = ws.w and k.rank = o.rank and k.name_norm = o.name_norm and k.id = o.id offset 0) k))' using ids;
  end if;
  if tg_op <> 'DELETE' then
    execute 'insert into listing_keys select w, rank, name_norm, id, state, city_id, zip3, zip5, service_mask, flags, schedule_id, is_pro_max
             from (' || new_listings || ') n cross join lateral (select '''' as w union all select words_of(n.name_norm)) ws' using ids;
    execute 'insert into name_words select distinct w from (' || new_listings || ') n cross join lateral words_of(n.name_norm) w
             order by 1 on conflict do nothing' using ids;
  end if;
  execute 'insert into listing_tallies select s, kind, value, sum(n) from ('
    || case when tg_op <> 'DELETE' then 'select 1 as n, * from (' || new_listings || ') n' else '' end
    || case when tg_op = 'UPDATE' then ' union all ' else '' end
    || case when tg_op <> 'INSERT' then 'select -1 as n, * from (' || old_listings || ') o' else '' end
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
