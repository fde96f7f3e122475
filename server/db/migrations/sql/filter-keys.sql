-- Adds the columns of the new filters to the index that searches read.

alter table listing_keys
  add column plan_mask bigint not null default 0,
  add column traits integer not null default 0,
  add column whitening_price_from integer;

create or replace function create_key_indexes() returns void language plpgsql as $$
begin
  create index if not exists listing_keys_word on listing_keys (word, rank, name_norm, id)
    include (state, city_id, zip3, zip5, service_mask, flags, schedule_id, plan_mask, traits, whitening_price_from);
  create index if not exists listing_keys_state on listing_keys (state, rank, name_norm, id)
    include (service_mask, flags, schedule_id, plan_mask, traits, whitening_price_from) where word = '';
  create index if not exists listing_keys_city on listing_keys (city_id, rank, name_norm, id)
    include (service_mask, flags, schedule_id, plan_mask, traits, whitening_price_from) where word = '';
  create index if not exists listing_keys_zip3 on listing_keys (zip3, rank, name_norm, id)
    include (service_mask, flags, schedule_id, plan_mask, traits, whitening_price_from) where word = '';
  create index if not exists listing_keys_zip on listing_keys (zip5, rank, name_norm, id)
    include (service_mask, flags, schedule_id, plan_mask, traits, whitening_price_from) where word = '';
  create index if not exists listing_keys_top on listing_keys (hashint4(id), id)
    include (state, city_id, zip3, zip5, service_mask, flags, schedule_id, plan_mask, traits, whitening_price_from, name_norm) where is_pro_max and word = '';
end
$$;

-- Adds listings that have no keys yet. The rows are inserted in the order of the index, which halves the cost of growing it.
create or replace function add_listing_keys(listings text) returns void language plpgsql as $$
declare
  has_indexes boolean := to_regclass('listing_keys_word') is not null;
begin
  execute 'create temporary table new_keys on commit drop as
    select rank, name_norm, id, state, city_id, zip3, zip5, service_mask, flags, schedule_id, is_pro_max, plan_mask, traits,
      whitening_price_from from ' || listings;
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
  compared_columns constant text := '(rank, name_norm, state, city_id, zip5, service_mask, flags, schedule_id, is_pro_max, plan_mask,
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
               cross join lateral (select '''' as w union all select words_of(o.name_norm)) ws
               cross join lateral (select k.ctid from listing_keys k
                 where k.word = ws.w and k.rank = o.rank and k.name_norm = o.name_norm and k.id = o.id offset 0) k))' using ids;
  end if;
  if tg_op <> 'DELETE' then
    execute 'insert into listing_keys select w, rank, name_norm, id, state, city_id, zip3, zip5, service_mask, flags, schedule_id, is_pro_max,
               plan_mask, traits, whitening_price_from from (' || new_listings || ') n cross join lateral (select '''' as w union all select words_of(n.name_norm)) ws' using ids;
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

-- During a first load there are no indexes; its end creates them all.
do $$
begin
  if not first_loading() then perform fill_listing_keys(); end if;
end
$$;
