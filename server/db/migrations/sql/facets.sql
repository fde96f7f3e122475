-- Exact counts of listings by place, service, and attribute.

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

create function count_facets(changes facet_source[]) returns void language plpgsql as $$
begin
  insert into facets (scope, key, service_id, n)
  select k.scope, k.key, s, sum(d.n)
  from unnest(changes) d
  cross join lateral mask_services(d.service_mask) s
  cross join lateral (values ('all', ''), ('state', d.state), ('city', d.city_id::text), ('zip3', d.zip3), ('zip', d.zip5)) k (scope, key)
  where k.key is not null
  group by 1, 2, 3 having sum(d.n) <> 0;

  insert into facet_flags (state, service_id, flags, n)
  select k.state, s, d.flags & 31, sum(d.n)
  from unnest(changes) d
  cross join lateral mask_services(d.service_mask) s
  cross join lateral (values (''), (d.state)) k (state)
  where k.state is not null
  group by 1, 2, 3 having sum(d.n) <> 0;

  insert into directory_changes default values;
  if random() < 0.01 then perform compact_facets(); end if;
end
$$;

-- Each table is compacted in a single statement, so rows that others append at the same time are neither lost nor counted twice.
create function compact_facets() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('compact_facets')) then return; end if;
  with repeated_keys as (select scope, key, service_id from facets group by 1, 2, 3 having count(*) > 1),
       deleted as (delete from facets f using repeated_keys m
                   where (f.scope, f.key, f.service_id) = (m.scope, m.key, m.service_id) returning f.*)
  insert into facets select scope, key, service_id, sum(n) from deleted group by 1, 2, 3 having sum(n) <> 0;
  with repeated_keys as (select state, service_id, flags from facet_flags group by 1, 2, 3 having count(*) > 1),
       deleted as (delete from facet_flags f using repeated_keys m
                   where (f.state, f.service_id, f.flags) = (m.state, m.service_id, m.flags) returning f.*)
  insert into facet_flags select state, service_id, flags, sum(n) from deleted group by 1, 2, 3 having sum(n) <> 0;
  delete from directory_changes where id < (select max(id) - 1000 from directory_changes);
end
$$;

create function dentists_inserted() returns trigger language plpgsql as $$
begin
  perform count_facets(array_agg((1, state, city_id, zip3, zip5, service_mask, flags)::facet_source)) from new_rows
  where deleted_at is null having count(*) > 0;
  return null;
end
$$;
create function dentists_deleted() returns trigger language plpgsql as $$
begin
  perform count_facets(array_agg((-1, state, city_id, zip3, zip5, service_mask, flags)::facet_source)) from old_rows
  where deleted_at is null having count(*) > 0;
  return null;
end
$$;
create function dentists_updated() returns trigger language plpgsql as $$
begin
  perform count_facets(array_agg(changed)) from (
    select (1, state, city_id, zip3, zip5, service_mask, flags)::facet_source from new_rows where deleted_at is null
    union all
    select (-1, state, city_id, zip3, zip5, service_mask, flags)::facet_source from old_rows where deleted_at is null
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

create function directory_changed() returns trigger language plpgsql as $$
begin
  insert into directory_changes default values;
  return null;
end
$$;
create trigger practices_changed after update or delete on practices for each statement execute function directory_changed();
create trigger services_changed after insert or update or delete on services for each statement execute function directory_changed();
create trigger practice_types_changed after insert or update or delete on practice_types for each statement execute function directory_changed();
