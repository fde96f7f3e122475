-- Search finds a dentist by the name of the practice too.

-- The name of the practice, folded for search. It is a copy, because searches read only the keys of listings.
alter table dentists add column practice_norm text collate "C";
create index dentists_practice on dentists (practice_id) where practice_id is not null;

-- The text that a name search looks through and sorts by: the dentist's name, then the practice's. The mark between them sorts
-- before any letter, so listings stay in the order of the dentists' names.
create function listing_names(name text, practice text) returns text language sql immutable parallel safe as $$
  select (name || coalesce(nullif(E' \x01 ' || practice, E' \x01 '), '')) collate "C"
$$;

create or replace function words_of(name text) returns setof text language sql immutable parallel safe rows 3 as $$
  select w from unnest(string_to_array(name, ' ')) with ordinality u (w, place)
  where w <> '' and w <> E'\x01' and length(w) <= 200 and (place = 1 or array_position(string_to_array(name, ' '), w) = place)
$$;

-- Adds listings that have no keys yet. The rows are inserted in the order of the index, which halves the cost of growing it.
create or replace function add_listing_keys(listings text) returns void language plpgsql as $$
declare
  has_indexes boolean := to_regclass('listing_keys_word') is not null;
begin
  execute 'create temporary table new_keys on commit drop as
    select rank, listing_names(name_norm, practice_norm) as name_norm, id, state, city_id, zip3, zip5, service_mask, flags, schedule_id,
      is_pro_max, plan_mask, traits, whitening_price_from from ' || listings;
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

-- Maintains listing_keys, name_words, and listing_tallies. The statements are dynamic, so that each is planned for its number
-- of rows: the best plan for one row is not the best plan for a million.
create or replace function keep_listing_keys() returns trigger language plpgsql as $$
declare
  compared_columns constant text := '(rank, name_norm, practice_norm, state, city_id, zip5, service_mask, flags, schedule_id, is_pro_max, plan_mask,
    traits, whitening_price_from, deleted_at is null)';
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
               cross join lateral (select '''' as w union all select words_of(listing_names(o.name_norm, o.practice_norm))) ws
               cross join lateral (select k.ctid from listing_keys k
                 where k.word = ws.w and k.rank = o.rank and k.name_norm = listing_names(o.name_norm, o.practice_norm) and k.id = o.id offset 0) k))' using ids;
  end if;
  if tg_op <> 'DELETE' then
    execute 'insert into listing_keys select w, rank, listing_names(name_norm, practice_norm), id, state, city_id, zip3, zip5, service_mask, flags, schedule_id, is_pro_max,
               plan_mask, traits, whitening_price_from from (' || new_listings || ') n cross join lateral (select '''' as w union all select words_of(listing_names(n.name_norm, n.practice_norm))) ws' using ids;
    execute 'insert into name_words select distinct w from (' || new_listings || ') n cross join lateral words_of(listing_names(n.name_norm, n.practice_norm)) w
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

create function dentists_practice_name() returns trigger language plpgsql as $$
begin
  new.practice_norm := (select search_norm(name) from practices where id = new.practice_id);
  return new;
end
$$;
create trigger dentists_practice_name before insert or update of practice_id on dentists
  for each row when (not bulk_load()) execute function dentists_practice_name();

create function practices_renamed() returns trigger language plpgsql as $$
begin
  update dentists set practice_norm = search_norm(new.name) where practice_id = new.id;
  return null;
end
$$;
create trigger practices_renamed after update of name on practices
  for each row when (old.name is distinct from new.name) execute function practices_renamed();

-- Copies the names of all practices, after a load that did not.
create function fill_practice_names() returns void language sql as $$
  update dentists d set practice_norm = p.norm
  from dentists x left join (select id, search_norm(name) as norm from practices) p on p.id = x.practice_id
  where x.id = d.id and x.practice_norm is distinct from p.norm
$$;

-- The triggers would maintain the search tables row by row.
alter table dentists disable trigger user;
select fill_practice_names();
alter table dentists enable trigger user;

-- During a first load there are no indexes; its end creates them all.
do $$
begin
  if not first_loading() then perform fill_listing_keys(); end if;
end
$$;
