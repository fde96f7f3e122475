-- The schema that the migrations create. "npm run schema" generates this file.
create extension btree_gin;
create extension pg_trgm;
create schema staging;

CREATE OR REPLACE FUNCTION public.account_was_active()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    insert into public.account_activity as a (user_id, last_active_at)
    select old.user_id, old.last_seen_at where exists (select from public.users where id = old.user_id)
    on conflict (user_id) do update set last_active_at = greatest(a.last_active_at, excluded.last_active_at);
    return old;
  end if;
  insert into public.account_activity as a (user_id, last_active_at) values (new.user_id, new.created_at)
  on conflict (user_id) do update set last_active_at = greatest(a.last_active_at, excluded.last_active_at);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_content_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into public.content_versions values (tg_argv[0], 1);
  -- Adds the rows up now and then, so that reading the versions stays cheap. A single statement keeps each sum.
  if random() < 0.02 and pg_try_advisory_xact_lock(hashtext('content_versions')) then
    with deleted as (delete from public.content_versions returning subject, n)
    insert into public.content_versions select subject, sum(n) from deleted group by subject;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.address_key(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    regexp_replace(replace(public.search_norm(value), '#', ' ste '), '[^a-z0-9]+', ' ', 'g'),
    '\m(street|str)\M', 'st', 'g'), '\m(avenue|av)\M', 'ave', 'g'), '\m(road)\M', 'rd', 'g'), '\m(boulevard)\M', 'blvd', 'g'),
    '\m(drive)\M', 'dr', 'g'), '\m(suite|unit|ste ste)\M', 'ste', 'g'), '\m(north|south|east|west)\M', '', 'g')) collate "C"
$function$;

CREATE OR REPLACE FUNCTION public.ai_brands_at_most_five()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- The lock keeps two servers from both adding the fifth brand.
  perform pg_advisory_xact_lock(hashtext('ai_brands_at_most_five'));
  if (select count(*) from public.ai_brands) >= 5 then
    raise exception 'There are already five AI brands' using errcode = '23514', constraint = 'ai_brands_at_most_five';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_log_keeps()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and current_setting('enamel.erasing_account', true) = 'on' then
    if (new.id, new.at, new.actor_id, new.actor_name, new.actor_email, new.action, new.subject, new.subject_id)
       is not distinct from
       (old.id, old.at, old.actor_id, old.actor_name, old.actor_email, old.action, old.subject, old.subject_id) then
      return new;
    end if;
  end if;
  raise exception 'The audit log can only be added to' using errcode = '42501';
end $function$;

CREATE OR REPLACE FUNCTION public.bulk_load()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(current_setting('enamel.bulk', true), '') = 'on'
$function$;

CREATE OR REPLACE FUNCTION public.check_references(loaded_table regclass, id_column name)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  reference record;
  wanted_count bigint;
  locked_count bigint;
begin
  execute format('create temporary table new_references on commit drop as select %s from %s f join plan_new n on n.id = f.%I',
    (select string_agg(distinct quote_ident(a.attname), ', ') from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
     where c.contype = 'f' and c.conrelid = loaded_table and c.confrelid <> 'public.dentists'::regclass), loaded_table, id_column);
  for reference in
    select c.conname, c.confrelid::regclass as target_table, f.attname as column_name, p.attname as target_column from pg_constraint c
    join pg_attribute f on f.attrelid = c.conrelid and f.attnum = c.conkey[1]
    join pg_attribute p on p.attrelid = c.confrelid and p.attnum = c.confkey[1]
    where c.contype = 'f' and c.conrelid = loaded_table and c.confrelid <> 'public.dentists'::regclass
  loop
    execute format('select count(distinct %I) from new_references', reference.column_name) into wanted_count;
    execute format('select count(*) from (select from %s p where p.%I in (select %I from new_references) for key share) p',
      reference.target_table, reference.target_column, reference.column_name) into locked_count;
    if locked_count <> wanted_count then
      raise foreign_key_violation using constraint = reference.conname, table = loaded_table::text,
        message = format('rows of %s refer to rows of %s that do not exist', loaded_table, reference.target_table);
    end if;
  end loop;
  drop table new_references;
end
$function$;

CREATE OR REPLACE FUNCTION public.city_norm(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select regexp_replace(regexp_replace(regexp_replace(
    btrim(regexp_replace(replace(public.search_norm(value), '''', ''), '[^a-z0-9]+', ' ', 'g')),
    '\mst\M', 'saint', 'g'), '\mft\M', 'fort', 'g'), '\mmt\M', 'mount', 'g') collate "C"
$function$;

CREATE OR REPLACE FUNCTION public.compact_facets()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if not pg_try_advisory_xact_lock(hashtext('compact_facets')) then return; end if;
  with repeated_keys as (select scope, key, feature from public.facets group by 1, 2, 3 having count(*) > 1),
       deleted as (delete from public.facets f using repeated_keys m
                   where (f.scope, f.key, f.feature) = (m.scope, m.key, m.feature) returning f.*)
  insert into public.facets select scope, key, feature, sum(n) from deleted group by 1, 2, 3 having sum(n) <> 0;
  delete from public.directory_changes where id < (select max(id) - 1000 from public.directory_changes);
end
$function$;

CREATE OR REPLACE FUNCTION public.days_open(week int4multirange, starts integer, ends integer)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(bit_or(1 << day) filter (where week && int4range(day * 1440 + starts, day * 1440 + ends)), 0)::smallint
  from generate_series(0, 6) day
$function$;

CREATE OR REPLACE FUNCTION public.dentist_services_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update public.dentists set service_mask = service_mask where id in (select dentist_id from new_rows);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.dentist_services_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update public.dentists set service_mask = service_mask
  where id in (select dentist_id from old_rows union select dentist_id from new_rows);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.dentist_services_removed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update public.dentists set service_mask = service_mask where id in (select dentist_id from old_rows);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.dentists_derive()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  week int4multirange;
  place text;
  regular_week integer;
begin
  if not public.bulk_load() then
    place := public.city_norm(new.city);
    new.state := coalesce(public.state_code(new.state), nullif(btrim(new.state), ''));
    new.city_id := null;
    if place <> '' and exists (select from public.states where code = new.state) then
      select id into new.city_id from public.cities where name_norm = place and state = new.state;
      if new.city_id is null then
        insert into public.cities (name, state) values (btrim(new.city), new.state) on conflict do nothing returning id into new.city_id;
        if new.city_id is null then
          select id into new.city_id from public.cities where name_norm = place and state = new.state;
        end if;
      end if;
    end if;

    if new.city_id is null then
      new.slug := null;
    elsif tg_op = 'INSERT' or old.slug is null or new.city_id is distinct from old.city_id
          or public.slugify(new.name) is distinct from public.slugify(old.name) or (old.deleted_at is not null and new.deleted_at is null) then
      new.slug := public.free_slug(new.id, new.city_id, new.name);
    else
      new.slug := old.slug;
    end if;

    select z.time_zone into new.time_zone from public.zips z where z.zip = substring(new.zip_code from '^\s*([0-9]{5})');
    if new.time_zone is null then
      select s.time_zone into new.time_zone from public.states s where s.code = new.state;
    end if;

    new.schedule_id := null;
    week := public.week_hours(new.monday_hours, new.tuesday_hours, new.wednesday_hours, new.thursday_hours, new.friday_hours,
      new.saturday_hours, new.sunday_hours);
    if week is not null and new.time_zone is not null then
      select id into new.schedule_id from public.schedules where time_zone = new.time_zone and open_hours = week;
      if new.schedule_id is null then
        insert into public.schedules (time_zone, open_hours) values (new.time_zone, week) on conflict do nothing returning id into new.schedule_id;
        if new.schedule_id is null then
          select id into new.schedule_id from public.schedules where time_zone = new.time_zone and open_hours = week;
        end if;
      end if;
    end if;

    select coalesce(bit_or(1::bigint << (service_id - 1)), 0) into new.service_mask
    from public.dentist_services where dentist_id = new.id and service_id <= 62;

    new.is_paid := false;
    new.is_pro_max := false;
    if new.user_id is not null then
      -- The lock makes concurrent changes of the subscription and of the owner see each other.
      select not public.takes_payments() or (subscription_status = 'active' and subscription_plan in ('professional', 'pro_max', 'enterprise')),
             public.takes_payments() and subscription_status = 'active' and subscription_plan in ('pro_max', 'enterprise')
      into new.is_paid, new.is_pro_max from public.users where id = new.user_id for share;
      new.is_paid := coalesce(new.is_paid, false);
      new.is_pro_max := coalesce(new.is_pro_max, false);
    end if;
  end if;

  -- A schedule with holiday hours replaces that of the regular week.
  if new.holiday_hours is not null and new.schedule_id is not null then
    select coalesce(week_id, id) into regular_week from public.schedules where id = new.schedule_id;
    select id into new.schedule_id from public.schedules where week_id = regular_week and holiday_hours = new.holiday_hours;
    if new.schedule_id is null then
      insert into public.schedules (time_zone, week_id, holiday_hours) values (new.time_zone, regular_week, new.holiday_hours)
        on conflict do nothing returning id into new.schedule_id;
      if new.schedule_id is null then
        select id into new.schedule_id from public.schedules where week_id = regular_week and holiday_hours = new.holiday_hours;
      end if;
    end if;
  end if;

  -- What depends on the listing's own columns.
  if (tg_op = 'INSERT' and new.name_norm is null) or (tg_op = 'UPDATE' and (
      new.name is distinct from old.name or new.zip_code is distinct from old.zip_code
      or new.rating is distinct from old.rating or new.review_count is distinct from old.review_count
      or new.own_rating is distinct from old.own_rating or new.own_review_count is distinct from old.own_review_count
      or new.fresh_rating is distinct from old.fresh_rating or new.fresh_review_count is distinct from old.fresh_review_count
      or new.name_norm is distinct from old.name_norm or new.zip5 is distinct from old.zip5
      or new.zip3 is distinct from old.zip3 or new.rank is distinct from old.rank))
  then
    new.name_norm := public.search_norm(new.name);
    new.zip5 := substring(new.zip_code from '^\s*([0-9]{5})');
    new.zip3 := substring(new.zip_code from '^\s*([0-9]{3})[0-9]{2}');
    -- Fewer than five reviews of our own give no advantage.
    new.rank := case when new.own_review_count >= 5 then public.rank_of(new.fresh_rating, new.fresh_review_count)
      else public.rank_of(new.rating, new.review_count) end;
  end if;

  -- A price without a date was stated when it was written.
  if tg_op = 'INSERT' then
    if new.whitening_price_from is not null then
      new.whitening_price_on := coalesce(new.whitening_price_on, (new.created_at at time zone 'UTC')::date);
    end if;
  elsif new.whitening_price_from is distinct from old.whitening_price_from or new.whitening_price_to is distinct from old.whitening_price_to then
    if new.whitening_price_from is null and new.whitening_price_to is null then
      new.whitening_price_on := null;
    elsif new.whitening_price_on is not distinct from old.whitening_price_on then
      new.whitening_price_on := (new.updated_at at time zone 'UTC')::date;
    end if;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.dentists_practice_name()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.practice_norm := (select public.search_norm(name) from public.practices where id = new.practice_id);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.dentists_slug_history()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.slug is not null and new.deleted_at is null then
    delete from public.listing_slugs where city_id = new.city_id and slug = new.slug;
  end if;
  if tg_op = 'UPDATE' and old.slug is not null and old.city_id is not null and old.held_at is null
     and (new.city_id, new.slug) is distinct from (old.city_id, old.slug)
     and not exists (select from public.dentists d where d.city_id = old.city_id and d.slug = old.slug and d.deleted_at is null) then
    insert into public.listing_slugs (city_id, slug, dentist_id) values (old.city_id, old.slug, new.id)
    on conflict (city_id, slug) do update set dentist_id = excluded.dentist_id, retired_at = now();
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.dentists_tombstone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.deleted_at is null then
    delete from public.listing_tombstones where dentist_id = new.id;
  elsif old.held_at is null and new.held_at is null then
    insert into public.listing_tombstones (dentist_id, npi, place_id, name_norm, city_id, state, zip5)
    values (new.id, new.npi, new.place_id, new.name_norm, new.city_id, new.state, new.zip5) on conflict do nothing;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.directory_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into public.directory_changes default values;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.fill_practice_names()
 RETURNS void
 LANGUAGE sql
AS $function$
  update public.dentists d set practice_norm = p.norm
  from public.dentists x left join (select id, public.search_norm(name) as norm from public.practices) p on p.id = x.practice_id
  where x.id = d.id and x.practice_norm is distinct from p.norm
$function$;

CREATE OR REPLACE FUNCTION public.free_slug(listing integer, in_city integer, name text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  base text := coalesce(nullif(public.slugify(name), ''), 'listing');
  candidate text := base;
  n int := 1;
begin
  -- The lock serializes writers that want the same slug, so that neither fails.
  perform pg_advisory_xact_lock(in_city, hashtext(base));
  while exists (select from public.dentists d where d.city_id = in_city and d.slug = candidate and d.id <> listing and d.deleted_at is null) loop
    n := n + 1;
    candidate := base || '-' || n;
  end loop;
  return candidate;
end
$function$;

CREATE OR REPLACE FUNCTION public.generation_key(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when value ~* '[0-9]|\m(jr|sr|ii|iii|iv)\M' then array_to_string(array(
    select case word when 'ii' then '2' when 'iii' then '3' when 'iv' then '4' else regexp_replace(word, '(st|nd|rd|th)$', '') end
    from regexp_split_to_table(public.search_norm(value), '[^a-z0-9]+') word
    where word ~ '^([0-9]+(st|nd|rd|th)?|jr|sr|ii|iii|iv)$' order by 1), ' ') else '' end collate "C"
$function$;

CREATE OR REPLACE FUNCTION public.group_roles(person integer)
 RETURNS TABLE(group_id integer, role text, person_id integer, limited_to integer[])
 LANGUAGE sql
 STABLE
AS $function$
  select g.id, 'owner', cast(null as integer), cast('{}' as integer[]) from public.groups g where g.owner_id = person
  union all
  select g.id, m.role, m.id, m.locations from public.listing_managers m
    join public.groups g on g.id = m.group_id and g.owner_id <> person
    where m.user_id = person
$function$;

CREATE OR REPLACE FUNCTION public.holiday_dates(value text)
 RETURNS datemultirange
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(range_agg(days), '{}') from public.holiday_spans(value)
$function$;

CREATE OR REPLACE FUNCTION public.holiday_spans(value text)
 RETURNS TABLE(days daterange, hours int4multirange)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select daterange(make_date(m[1]::int, m[2]::int, m[3]::int),
           make_date(coalesce(m[5], m[1])::int, coalesce(m[6], m[2])::int, coalesce(m[7], m[3])::int), '[]'), public.parse_hours(m[8])
  from regexp_split_to_table(value, '; ') part
  cross join lateral regexp_match(part, '^(\d{4})-(\d\d)-(\d\d)( to (\d{4})-(\d\d)-(\d\d)){0,1}: (.+)$') m
  where m is not null
$function$;

CREATE OR REPLACE FUNCTION public.holiday_times(value text)
 RETURNS tsmultirange
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(range_agg(tsrange(day + lower(span) * interval '1 minute', day + least(upper(span), 1440) * interval '1 minute')), '{}')
  from public.holiday_spans(value), generate_series(lower(days)::timestamp, (upper(days) - 1)::timestamp, interval '1 day') day, unnest(hours) span
$function$;

CREATE OR REPLACE FUNCTION public.hours_clock(hour integer, minute integer, half text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case
    when minute > 59 then null
    when half is null then case when hour <= 24 and hour * 60 + minute <= 1440 then hour * 60 + minute end
    when hour between 1 and 12 then (hour % 12 + case half when 'pm' then 12 else 0 end) * 60 + minute
  end
$function$;

CREATE OR REPLACE FUNCTION public.index_listings(ids integer[])
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  slice_size constant integer := 20000;
  gone public.listing_index[];
  added public.listing_index[];
begin
  if cardinality(ids) > slice_size then
    for start in 1 .. cardinality(ids) by slice_size loop
      perform public.index_listings(ids[start : start + slice_size - 1]);
    end loop;
    return;
  end if;
  gone := array(select i from public.listing_index i where i.id = any(ids));
  added := array(select e from public.listing_entries(ids) e);
  select array_agg(b) filter (where b.id is not null), array_agg(a) filter (where a.id is not null) into gone, added
  from unnest(gone) b full join unnest(added) a on a.id = b.id where a is distinct from b;
  if gone is null and added is null then return; end if;

  delete from public.listing_index i using unnest(gone) b where i.id = b.id;
  insert into public.listing_index select * from unnest(added) a order by a.zip5, a.rank, a.name_norm;

  delete from public.listing_words w using unnest(gone) b cross join lateral public.words_of(b.name_norm) b_word
  where w.word = b_word and w.rank = b.rank and w.name_norm = b.name_norm and w.id = b.id;
  insert into public.listing_words
  select a_word, a.rank, a.name_norm, a.id, a.state, a.city_id, a.zip3, a.zip5 from unnest(added) a cross join lateral public.words_of(a.name_norm) a_word
  order by 1, 2, 3;
  insert into public.name_words select distinct a_word from unnest(added) a cross join lateral public.words_of(a.name_norm) a_word
  order by 1 on conflict do nothing;

  with changes as materialized (select -1 as n, b.* from unnest(gone) b union all select 1, a.* from unnest(added) a),
       by_state as (
         select state, feature, sum(n) as n from changes, unnest(0 || features) feature group by 1, 2),
       by_place as (
         select city_id::text as city, zip3, zip5, feature, sum(n) as n from changes, unnest(0 || features) feature
         where feature < 10000 group by 1, 2, 3, 4),
       counts as (
         select scope, key, feature, n from by_state, lateral (values ('all', ''), ('state', state)) place (scope, key)
         union all
         select scope, key, feature, n from by_place, lateral (values ('city', city), ('zip3', zip3), ('zip', zip5)) place (scope, key))
  insert into public.facets
  select scope, key, feature, sum(n) from counts where key is not null group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3;
  if random() < 0.01 then perform public.compact_facets(); end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.join_search_with_its_start()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  earlier record;
  same_text boolean;
begin
  select id, search_query, results_count into earlier from public.search_analytics
  where session_id = new.session_id and clicked_result_id is null
    and abs(extract(epoch from "timestamp" - new."timestamp")) < 60
  order by id desc limit 1;
  if not found or (earlier.results_count is not null and new.results_count is not null) then
    return new;
  end if;
  same_text := earlier.search_query is not distinct from new.search_query
    or coalesce(right(new.search_query, length(earlier.search_query) + 2) = ', ' || earlier.search_query, false);
  if not same_text then
    return new;
  end if;
  if earlier.results_count is null then
    update public.search_analytics set search_query = new.search_query, search_type = new.search_type,
      results_count = new.results_count
    where id = earlier.id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_listing_index()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    perform public.index_listings(array(select id from old_rows));
  else
    perform public.index_listings(array(select id from new_rows));
  end if;
  insert into public.directory_changes default values;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.language_features(languages text)
 RETURNS integer[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  words constant text[] := array[
    'english', 'spanish|espanol', 'chinese|mandarin|cantonese', 'tagalog|filipino', 'vietnamese', 'arabic', 'french', 'korean', 'russian',
    'portuguese', 'creole', 'hindi', 'german', 'polish', 'italian', 'urdu', 'persian|farsi', 'telugu', 'japanese', 'gujarati', 'punjabi',
    'bengali', 'hebrew', 'greek', 'ukrainian', 'sign language'];
  language_text text;
begin
  if languages is null or languages = '' then return '{}'; end if;
  language_text := public.search_norm(languages);
  if language_text = 'english' then return '{30000}'; end if;
  return array(select (29999 + place)::integer from unnest(words) with ordinality w (word, place) where language_text ~ word order by place);
end
$function$;

CREATE OR REPLACE FUNCTION public.leave_row_triggers()
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('session_replication_role', 'replica', true);
  return true;
exception when insufficient_privilege then
  return false;
end
$function$;

CREATE OR REPLACE FUNCTION public.license_key(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select nullif(ltrim(regexp_replace(value, '[^0-9]', '', 'g'), '0'), '') collate "C"
$function$;

CREATE OR REPLACE FUNCTION public.listing_editors(listing integer)
 RETURNS SETOF integer
 LANGUAGE sql
 STABLE
AS $function$
  select m.user_id from public.listing_managers m where m.dentist_id = listing and m.user_id is not null
  union
  select m.user_id from public.group_locations l
    join public.groups g on g.id = l.group_id
    join public.dentists d on d.id = l.dentist_id and d.user_id = g.owner_id
    join public.listing_managers m on m.group_id = g.id and m.user_id is not null
    where l.dentist_id = listing and (m.role = 'editor' or (m.role = 'regional' and l.dentist_id = any (m.locations)))
$function$;

CREATE OR REPLACE FUNCTION public.listing_entries(ids integer[])
 RETURNS SETOF listing_index
 LANGUAGE sql
 STABLE
AS $function$
  select d.id, d.rank, public.listing_names(d.name_norm, d.practice_norm) as name_norm, d.state, d.city_id, d.zip3, d.zip5, d.schedule_id,
    shown.rating::real as rating, shown.review_count, d.whitening_price_from as price,
    array_remove(array[
      case when d.accepts_new_patients then 10001 end,
      case when d.accepts_insurance then 10002 end,
      case when d.emergency_services then 10003 end,
      case when d.wheelchair_accessible then 10004 end,
      case when d.parking_available then 10005 end,
      case when week.open_hours @> int4range(0, 10080) then 10006 end,
      case when d.membership_plan then 10007 end,
      case when d.membership_plan or d.whitening_price_from is not null then 10008 end,
      case d.gender when 'female' then 10101 when 'male' then 10102 end,
      case when d.is_pro_max then 10200 end,
      -- For staff.
      case when d.is_paid then 10201 end,
      case when d.is_verified then 10202 end,
      case when d.user_id is not null then 10203 end,
      case when d.identity_changed_at is not null then 10204 end,
      case when d.practice_image is not null then 10205 end,
      case when d.phone is not null then 10206 end,
      case when d.website is not null then 10207 end,
      case when coalesce(d.phone, '') = '' then 10210 end,
      case when coalesce(d.address, '') = '' then 10211 end,
      case when d.city_id is null or d.zip5 is null then 10212 end,
      case when concat(d.monday_hours, d.tuesday_hours, d.wednesday_hours, d.thursday_hours, d.friday_hours, d.saturday_hours,
        d.sunday_hours) = '' then 10213 end,
      case when d.npi is null then 10214 end,
      case when not exists (select from public.dentist_services s where s.dentist_id = d.id) then 10215 end,
      case d.field_sources -> 'name' ->> 'source' when 'owner' then 10220 when 'manager' then 10221 when 'staff' then 10222
        when 'import' then 10223 end,
      case when d.state ~ '^[A-Z]{2}$' then 50000 + ascii(d.state) * 100 + ascii(right(d.state, 1)) end,
      60000 + d.practice_type_id,
      10000000 + d.schedule_id], null)
    || array(select s.service_id from public.dentist_services s where s.dentist_id = d.id order by 1)
    || array(select 20000 + bit from generate_series(1, 63) bit where d.plan_mask <> 0 and (d.plan_mask >> (bit - 1)) & 1 = 1)
    || public.language_features(d.languages)
    || array(select 10300 + day from generate_series(0, 6) day where week.open_days & (1 << day) <> 0)
    || array(select 10310 + day from generate_series(0, 6) day where week.open_evenings & (1 << day) <> 0)
    || case when week.open_evenings <> 0 then '{10320}' else '{}'::integer[] end
    -- The limits of server/contract/listings/filter-options.ts.
    || array(select 2000000 + tenths from unnest(array[35, 40, 45]) tenths where shown.rating * 10 >= tenths)
    || array(select 3000000 + dollars from unnest(array[150, 200, 300, 400, 500, 750, 1000]) dollars where d.whitening_price_from <= dollars)
    || array(select 4000000 + reviews from unnest(array[10, 50, 100, 250]) reviews where shown.review_count >= reviews) as features,
    coalesce(d.lat, zip.lat)::real as lat, coalesce(d.lng, zip.lng)::real as lng
  from public.dentists d
  -- Reviews that were written here replace the rating of an import.
  cross join lateral (select case when d.own_review_count > 0 then d.own_rating else d.rating end as rating,
    case when d.own_review_count > 0 then d.own_review_count else d.review_count end as review_count) shown
  left join public.schedules s on s.id = d.schedule_id
  left join public.schedules week on week.id = coalesce(s.week_id, s.id)
  left join public.zips zip on zip.zip = d.zip5
  where d.deleted_at is null and d.id = any(ids)
$function$;

CREATE OR REPLACE FUNCTION public.listing_names(name text, practice text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select (name || coalesce(nullif(E' \x01 ' || practice, E' \x01 '), '')) collate "C"
$function$;

CREATE OR REPLACE FUNCTION public.managed_listings(person integer)
 RETURNS SETOF integer
 LANGUAGE sql
 STABLE
AS $function$
  select m.dentist_id from public.listing_managers m where m.user_id = person and m.dentist_id is not null
  union
  select l.dentist_id from public.listing_managers m
    join public.groups g on g.id = m.group_id
    join public.group_locations l on l.group_id = g.id
    join public.dentists d on d.id = l.dentist_id and d.user_id = g.owner_id
    where m.user_id = person and (m.role = 'editor' or (m.role = 'regional' and l.dentist_id = any (m.locations)))
$function$;

CREATE OR REPLACE FUNCTION public.mark_claim()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.mark_claim_of()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update public.claim_requests set changed_in = pg_current_xact_id()
  where id = new.claim_id and changed_in is distinct from pg_current_xact_id();
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.name_key(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select coalesce(nullif(array_to_string(array(
    select word from regexp_split_to_table(translate(public.search_norm(value), '''’.', ''), '[^a-z0-9]+') word
    where length(word) > 1 and word <> all ('{dr,doctor,mr,mrs,ms,dds,dmd,md,phd,msd,facd,fagd,jr,sr,ii,iii,iv,pc,pa,pllc,llc,llp,ltd,inc,corp,co,dental,dentist,dentists,dentistry,teeth,tooth,smile,smiles,family,cosmetic,general,whitening,studio,office,offices,practice,clinic,center,centre,care,group,associates,partners,team,the,an,and,of,at,in,for}')
    order by word), ' '), ''), nullif(public.search_norm(value), '')) collate "C"
$function$;

CREATE OR REPLACE FUNCTION public.named_plan_mask(plans text)
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  names constant text[] := array[
    'Delta Dental', 'Aetna', 'Cigna', 'MetLife', 'Guardian', 'Humana', 'UnitedHealthcare', 'Anthem', 'Blue Cross Blue Shield',
    'Ameritas', 'Principal', 'Sun Life', 'DentaQuest', 'Medicaid', 'Medicare Advantage', 'TRICARE', 'United Concordia',
    'Careington', 'GEHA', 'Lincoln Financial', 'Renaissance', 'Liberty Dental', 'MCNA Dental', 'Dominion National', 'Solstice',
    'Beam Benefits', 'Physicians Mutual', 'Mutual of Omaha', 'The Standard', 'Unum', 'Reliance Standard', 'Nippon Life',
    'Securian Dental', 'Northeast Delta Dental', 'Kaiser Permanente', 'Molina Healthcare', 'Centene Dental', 'HealthPartners',
    'Willamette Dental', 'DenCap', 'Avesis', 'Spirit Dental',
    'Plan 43', 'Plan 44', 'Plan 45', 'Plan 46', 'Plan 47', 'Plan 48', 'Plan 49', 'Plan 50', 'Plan 51', 'Plan 52', 'Plan 53',
    'Plan 54', 'Plan 55', 'Plan 56', 'Plan 57', 'Plan 58', 'Plan 59', 'Plan 60', 'Plan 61', 'Plan 62', 'Plan 63'];
  plan text;
  mask bigint := 0;
begin
  if plans is null then return 0; end if;
  foreach plan in array string_to_array(plans, '; ') loop
    mask := mask | coalesce(1::bigint << (array_position(names, plan) - 1), 0);
  end loop;
  return mask;
end
$function$;

CREATE OR REPLACE FUNCTION public.open_slots(week int4multirange, holiday_hours text)
 RETURNS smallint[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array(
    select slot from generate_series(0, 167) slot where week && int4range(slot * 60, slot * 60 + 60)
    union
    select (extract(isodow from t) - 1)::int * 24 + extract(hour from t)::int
    from unnest(public.holiday_times(holiday_hours)) span
    cross join generate_series(date_trunc('hour', lower(span)), upper(span) - interval '1 microsecond', interval '1 hour') t
    order by 1)::smallint[]
$function$;

CREATE OR REPLACE FUNCTION public.parse_hours(value text)
 RETURNS int4multirange
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  plain text;
  part text;
  parts text[];
  start_hour int; start_minute int; end_hour int; end_minute int; opens int; closes int; same_half int;
  result int4multirange := '{}';
begin
  if value is null or length(value) > 200 then return null; end if;
  plain := regexp_replace(lower(value), '[\u00a0\u2009\u202f\t\r\n ]+', ' ', 'g');
  plain := regexp_replace(plain, '[\u2010-\u2015\u2212]', '-', 'g');
  plain := regexp_replace(plain, ' (to|until|till) ', '-', 'g');
  plain := regexp_replace(plain, ' and |[;&/]', ',', 'g');
  plain := regexp_replace(plain, '[ .]', '', 'g');
  plain := regexp_replace(plain, '(12(:00){0,1}){0,1}noon', '12pm', 'g');
  plain := regexp_replace(plain, '(12(:00){0,1}){0,1}midnight', '12am', 'g');
  if plain ~ '^(closed|close|off)$' then return '{}'; end if;
  if plain ~ '^(open){0,1}24(hours|hrs|h|,7)$' then return '{[0,1440)}'; end if;
  if plain = '' then return null; end if;
  foreach part in array string_to_array(plain, ',') loop
    parts := regexp_match(part, '^([0-9]{1,2})(:([0-9]{2})){0,1}(am|pm){0,1}-([0-9]{1,2})(:([0-9]{2})){0,1}(am|pm){0,1}$');
    if parts is null then return null; end if;
    start_hour := parts[1]; start_minute := coalesce(parts[3], '0'); end_hour := parts[5]; end_minute := coalesce(parts[7], '0');
    opens := public.hours_clock(start_hour, start_minute, parts[4]);
    closes := public.hours_clock(end_hour, end_minute, parts[8]);
    if opens is null or closes is null then return null; end if;
    if parts[4] is null and parts[8] is null then
      if start_hour >= 1 and start_hour < 7 and end_hour <= 12 then opens := opens + 720; end if;
      if closes <= opens and end_hour between 1 and 12 then closes := closes + 720; end if;
    elsif parts[4] is null and start_hour <= 12 then
      same_half := public.hours_clock(start_hour, start_minute, parts[8]);
      if same_half is null then return null; end if;
      opens := case when same_half < case closes when 0 then 1440 else closes end then same_half
                else public.hours_clock(start_hour, start_minute, case parts[8] when 'am' then 'pm' else 'am' end) end;
    elsif parts[8] is null and end_hour <= 12 then
      same_half := public.hours_clock(end_hour, end_minute, parts[4]);
      if same_half is null then return null; end if;
      closes := case when same_half > opens then same_half else public.hours_clock(end_hour, end_minute, case parts[4] when 'am' then 'pm' else 'am' end) end;
    end if;
    if closes <= opens then closes := closes + 1440; end if;
    if closes - opens > 1440 or opens >= 1440 then return null; end if;
    result := result + int4multirange(int4range(opens, closes));
  end loop;
  return result;
end
$function$;

CREATE OR REPLACE FUNCTION public.phone_digits(phone text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select right(translate(phone, translate(phone, '0123456789', ''), ''), 10)
$function$;

CREATE OR REPLACE FUNCTION public.phone_key(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when value ~ '^\([2-9][0-9]{2}\) [0-9]{3}-[0-9]{4}$' then translate(value, '() -', '')
    else substring(regexp_replace(regexp_replace(lower(value), '\s*(x|ext|extension|#).*$', ''), '[^0-9]', '', 'g') from '^1{0,1}([2-9][0-9]{9})$')
    end collate "C"
$function$;

CREATE OR REPLACE FUNCTION public.plan_mask(plans text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when plans is null then 0 else public.named_plan_mask(plans) end
$function$;

CREATE OR REPLACE FUNCTION public.practices_renamed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update public.dentists set practice_norm = public.search_norm(new.name) where practice_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.rank_of(rating numeric, reviews integer)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select (case when rating is null then 51 else least(50,
    (210 + (201 - 4 * (rating * 10)::int) * least(greatest(reviews, 1), 1000000)) / (20 + 2 * least(greatest(reviews, 1), 1000000))) end)::smallint
$function$;

CREATE OR REPLACE FUNCTION public.rebuild_directory()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  delete from public.listing_index;
  delete from public.listing_words;
  delete from public.facets;
  perform public.index_listings(array(select id from public.dentists where deleted_at is null order by zip5, rank, name_norm));
  insert into public.directory_changes default values;
end
$function$;

CREATE OR REPLACE FUNCTION public.rebuild_search()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  previous_setting text := coalesce(current_setting('enamel.bulk', true), '');
begin
  perform set_config('enamel.bulk', 'on', true);

  with state_codes as materialized (select state, public.state_code(state) as code from (select distinct state from public.dentists) s)
  update public.dentists d set state = state_codes.code from state_codes
  where d.state = state_codes.state and state_codes.code is not null and state_codes.code <> d.state;

  create temporary table rebuilt_places on commit drop as
    select p.city, p.state, public.city_norm(p.city) as norm, null::int as city_id
    from (select distinct city, state from public.dentists where city is not null) p join public.states s on s.code = p.state;
  insert into public.cities (name, state)
    select distinct on (norm, state) btrim(city), state from rebuilt_places where norm <> '' order by norm, state, city on conflict do nothing;
  update rebuilt_places r set city_id = c.id from public.cities c where c.name_norm = r.norm and c.state = r.state;
  create index on rebuilt_places (city, state);
  analyze rebuilt_places;

  create temporary table rebuilt_weeks on commit drop as
    select w.*, public.week_hours(mon, tue, wed, thu, fri, sat, sun) as week, null::int as schedule_id
    from (select distinct d.monday_hours as mon, d.tuesday_hours as tue, d.wednesday_hours as wed, d.thursday_hours as thu,
                 d.friday_hours as fri, d.saturday_hours as sat, d.sunday_hours as sun, coalesce(z.time_zone, s.time_zone) as zone
          from public.dentists d left join public.zips z on z.zip = d.zip5 left join public.states s on s.code = d.state) w;
  insert into public.schedules (time_zone, open_hours)
    select distinct zone, week from rebuilt_weeks where week is not null and zone is not null on conflict do nothing;
  update rebuilt_weeks r set schedule_id = s.id from public.schedules s where s.time_zone = r.zone and s.open_hours = r.week;
  alter table rebuilt_weeks add column texts text;
  update rebuilt_weeks set texts = row(mon, tue, wed, thu, fri, sat, sun)::text;
  create index on rebuilt_weeks (texts, zone);
  analyze rebuilt_weeks;

  create temporary table rebuilt_listings on commit drop as
    select d.id, p.city_id, coalesce(z.time_zone, s.time_zone) as time_zone, w.schedule_id, coalesce(m.mask, 0) as mask,
           coalesce((u.id is not null and not public.takes_payments()) or (u.subscription_status = 'active' and u.subscription_plan in ('professional', 'pro_max', 'enterprise')), false) as is_paid,
           coalesce(public.takes_payments() and u.subscription_status = 'active' and u.subscription_plan in ('pro_max', 'enterprise'), false) as is_pro_max
    from public.dentists d
    left join public.states s on s.code = d.state
    left join public.zips z on z.zip = d.zip5
    left join rebuilt_places p on p.city = d.city and p.state = d.state
    left join rebuilt_weeks w on w.zone is not distinct from coalesce(z.time_zone, s.time_zone)
      and w.texts = row(d.monday_hours, d.tuesday_hours, d.wednesday_hours, d.thursday_hours, d.friday_hours, d.saturday_hours, d.sunday_hours)::text
    left join (select dentist_id, bit_or(1::bigint << (service_id - 1)) as mask from public.dentist_services where service_id <= 62 group by 1) m
      on m.dentist_id = d.id
    left join public.users u on u.id = d.user_id
    where (d.city_id, d.time_zone, d.schedule_id, d.service_mask, d.is_paid, d.is_pro_max) is distinct from
          (p.city_id, coalesce(z.time_zone, s.time_zone), w.schedule_id, coalesce(m.mask, 0),
           coalesce((u.id is not null and not public.takes_payments()) or (u.subscription_status = 'active' and u.subscription_plan in ('professional', 'pro_max', 'enterprise')), false),
           coalesce(public.takes_payments() and u.subscription_status = 'active' and u.subscription_plan in ('pro_max', 'enterprise'), false));

  insert into public.listing_slugs (city_id, slug, dentist_id)
    select d.city_id, d.slug, d.id from public.dentists d join rebuilt_listings r using (id)
    where d.slug is not null and d.city_id is not null and d.deleted_at is null and r.city_id is distinct from d.city_id
    on conflict (city_id, slug) do update set dentist_id = excluded.dentist_id, retired_at = now();
  update public.dentists d set
    slug = case when r.city_id is distinct from d.city_id then null else d.slug end,
    city_id = r.city_id, time_zone = r.time_zone, schedule_id = r.schedule_id,
    service_mask = r.mask, is_paid = r.is_paid, is_pro_max = r.is_pro_max
  from rebuilt_listings r where r.id = d.id;

  -- The first listing with a name gets the plain slug; later ones add their id.
  update public.dentists d set slug = case when n.nth = 1 and not n.is_taken then n.base else n.base || '-' || n.id end
  from (
    select id, base, row_number() over (partition by city_id, base order by id) as nth,
           exists (select from public.dentists o where o.city_id = f.city_id and o.slug = f.base) as is_taken
    from (select id, city_id, coalesce(nullif(public.slugify(name), ''), 'listing') as base
          from public.dentists where slug is null and city_id is not null) f
  ) n where n.id = d.id;
  delete from public.listing_slugs l using public.dentists d where d.city_id = l.city_id and d.slug = l.slug and d.deleted_at is null;

  perform public.index_listings(array(select id from public.dentists union select id from public.listing_index));
  insert into public.directory_changes default values;
  drop table rebuilt_places, rebuilt_weeks, rebuilt_listings;
  perform set_config('enamel.bulk', previous_setting, true);
end
$function$;

CREATE OR REPLACE FUNCTION public.review_line(body text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select replace(part[1] || part[2], E'\u2024', '.')
  from regexp_matches(
    regexp_replace(regexp_replace(body, '\m(Dra?s?|Mrs?|Ms|Sra?s?|St|Jr|No|Inc|[ap]\.m|[A-Z])\.', E'\\1\u2024', 'g'), '(\d)\.(\d)', E'\\1\u2024\\2', 'g'),
    '(?<=^|[.!?]\s|\n)\s*([^.!?\n]+)([.!?]+["”’)]?)(?=\s|$)', 'g') with ordinality sentence (part, place)
  where char_length(part[1]) between 9 and 118 order by place limit 1
$function$;

CREATE OR REPLACE FUNCTION public.review_sums(listing integer, at timestamp with time zone)
 RETURNS TABLE(rating numeric, n integer, fresh_rating numeric, fresh_n integer, line jsonb)
 LANGUAGE sql
 STABLE
AS $function$
  select round(avg(v.stars), 1), count(*)::integer, round(sum(v.stars * w.weight) / sum(w.weight), 1), coalesce(round(sum(w.weight)), 0)::integer,
    -- Cards quote the reviews that the profile shows, unless those are imported.
    (select jsonb_build_object('text', o.line, 'language', o.language, 'isSample', o.source = 'sample')
     from (select public.review_line(body) as line, language, source from public.reviews where dentist_id = listing and status = 'published'
       order by source, written_at desc, id desc limit 1) o
     where o.source <> 'imported' and o.line is not null)
  from public.reviews v
  cross join lateral (select case when v.written_at > at - interval '2 years' then 1 else 0.5 end as weight) w
  where v.dentist_id = listing and v.status = 'published' and v.source = 'here'
$function$;

CREATE OR REPLACE FUNCTION public.reviews_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- An update that waits for a concurrent one keeps its older snapshot, which doesn't have the other's review. Statements after the lock do.
  perform from public.dentists where id in (old.dentist_id, new.dentist_id) order by id for no key update;
  update public.dentists d set own_rating = s.rating, own_review_count = s.n, fresh_rating = s.fresh_rating,
    fresh_review_count = s.fresh_n, review_line = s.line
  from unnest(array[old.dentist_id, new.dentist_id]) changed cross join lateral public.review_sums(changed, now()) s
  where d.id = changed and (d.own_rating, d.own_review_count, d.fresh_rating, d.fresh_review_count, d.review_line)
    is distinct from (s.rating, s.n, s.fresh_rating, s.fresh_n, s.line);
  insert into public.directory_changes default values;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.same_address(a text, b text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when a ~ '^[ -~]*$' and b ~ '^[ -~]*$'
      and translate(a, translate(a, '0123456789', ''), '') <> translate(b, translate(b, '0123456789', ''), '') then false
    else public.address_key(a) = public.address_key(b) end
$function$;

CREATE OR REPLACE FUNCTION public.search_norm(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
begin
  if value ~ '^[\x20-\x7e]*$' then
    if strpos(value, '  ') = 0 then return btrim(lower(value)) collate "C"; end if;
    return btrim(regexp_replace(lower(value), ' +', ' ', 'g')) collate "C";
  end if;
  return btrim(regexp_replace(regexp_replace(lower(normalize(value, NFKD)), U&'[\0300-\036f]', '', 'g'), '\s+', ' ', 'g')) collate "C";
end
$function$;

CREATE OR REPLACE FUNCTION public.skip_repeated_profile_view()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from public.user_events where session_id = new.session_id and event_type = 'profile_view'
      and dentist_id = new.dentist_id and abs(extract(epoch from "timestamp" - new."timestamp")) < 30
  ) then
    return null;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.slugify(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select btrim(left(btrim(regexp_replace(replace(public.search_norm(value), '''', ''), '[^a-z0-9]+', '-', 'g'), '-'), 80), '-') collate "C"
$function$;

CREATE OR REPLACE FUNCTION public.state_code(value text)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE STRICT
AS $function$
  select code from public.states where code = upper(btrim(value)) or name = initcap(btrim(value)) or slug = public.slugify(value) limit 1
$function$;

CREATE OR REPLACE FUNCTION public.store_events(event_sessions json, event_rows json, event_views json, event_searches json, event_clicks json, event_conversions json, event_leaves json, event_signs json)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into public.user_sessions (session_id, user_id, ip_address, user_agent, start_time, end_time, referrer, utm_source,
    utm_medium, utm_campaign, device_type, browser_name, operating_system, country_code, city_name)
  select x.session_id, u.id, x.ip_address, x.user_agent, x.start_time, x.start_time, x.referrer, x.utm_source, x.utm_medium,
    x.utm_campaign, x.device_type, x.browser_name, x.operating_system, x.country_code, x.city_name
  from rows from (json_to_recordset(event_sessions) as ("sessionId" uuid, "userId" integer, "ipAddress" text,
    "userAgent" text, "startTime" timestamptz, referrer text, "utmSource" text, "utmMedium" text, "utmCampaign" text,
    "deviceType" text, "browserName" text, "operatingSystem" text, "countryCode" text, "cityName" text))
    with ordinality as x (session_id, user_id, ip_address, user_agent, start_time, referrer, utm_source, utm_medium,
      utm_campaign, device_type, browser_name, operating_system, country_code, city_name, nth)
  left join lateral (select id from public.users where id = x.user_id limit 1) u on true
  order by x.start_time, x.nth;

  insert into public.user_events (session_id, user_id, event_type, event_name, page_path, element_id, element_text, search_query,
    search_results, dentist_id, "timestamp", metadata)
  select x.session_id, u.id, x.event_type, x.event_name, x.page_path, x.element_id, x.element_text, x.search_query,
    x.search_results, d.id, x.at, x.metadata
  from rows from (json_to_recordset(event_rows) as ("sessionId" uuid, "userId" integer, at timestamptz, "eventType" text,
    "eventName" text, "pagePath" text, "elementId" text, "elementText" text, "searchQuery" text, "searchResults" integer,
    "dentistId" integer, metadata jsonb))
    with ordinality as x (session_id, user_id, at, event_type, event_name, page_path, element_id, element_text,
      search_query, search_results, dentist_id, metadata, nth)
  left join lateral (select id from public.users where id = x.user_id limit 1) u on true
  left join lateral (select id from public.dentists where id = x.dentist_id limit 1) d on true
  where x.dentist_id is null or d.id is not null
  order by x.at, x.nth;

  -- Stores new page views and moves the end of each session to its latest event.
  with batch_views as (
    select * from rows from (json_to_recordset(event_views) as ("sessionId" uuid, "userId" integer, at timestamptz,
      "pagePath" text, "pageTitle" text, "viewId" bigint))
    with ordinality as x (session_id, user_id, at, page_path, page_title, view_id, nth)
  ), cleared_exits as (
    update public.page_views p set exit_page = false from (select distinct session_id from batch_views) t
    where p.session_id = t.session_id and p.exit_page
  ), new_views as (
    insert into public.page_views (session_id, page_path, page_title, "timestamp", view_id)
    select session_id, page_path, page_title, at, view_id from batch_views order by at, nth
    on conflict (session_id, view_id) do nothing returning session_id
  ), view_counts as (
    select session_id, count(*) as views from new_views group by session_id
  )
  update public.user_sessions s set end_time = greatest(s.end_time, x.at), is_active = true,
    page_views = s.page_views + coalesce(c.views, 0),
    duration = cast(extract(epoch from greatest(s.end_time, x.at) - s.start_time) as integer),
    user_id = coalesce(s.user_id, (select id from public.users where id = x.user_id))
  from rows from (json_to_recordset(event_signs) as ("sessionId" uuid, "userId" integer, at timestamptz))
    with ordinality as x (session_id, user_id, at, nth)
  left join view_counts c on c.session_id = x.session_id
  where s.session_id = x.session_id;

  insert into public.search_analytics (session_id, search_query, search_type, results_count, "timestamp")
  select x.session_id, x.search_query, x.search_type, x.results_count, x.at
  from rows from (json_to_recordset(event_searches) as ("sessionId" uuid, "userId" integer, at timestamptz,
    "searchQuery" text, "searchType" text, "resultsCount" integer))
    with ordinality as x (session_id, user_id, at, search_query, search_type, results_count, nth)
  order by x.at, x.nth;

  -- A click on a result belongs to the search before it.
  update public.search_analytics s set clicked_result_id = c.dentist_id, click_position = c.click_position
  from (
    select distinct on (latest_search.id) latest_search.id, d.id as dentist_id, x.click_position
    from rows from (json_to_recordset(event_clicks) as ("sessionId" uuid, "userId" integer, at timestamptz,
      "dentistId" integer, "clickPosition" integer))
    with ordinality as x (session_id, user_id, at, dentist_id, click_position, nth)
    cross join lateral (select id from public.dentists where id = x.dentist_id limit 1) d
    cross join lateral (
      select id from public.search_analytics where session_id = x.session_id and "timestamp" <= x.at order by id desc limit 1
    ) latest_search
    order by latest_search.id, x.at, x.nth
  ) c
  where s.id = c.id and s.clicked_result_id is null;

  insert into public.conversion_events (session_id, user_id, event_type, value, dentist_id, "timestamp")
  select x.session_id, u.id, x.event_type, x.value, d.id, x.at
  from rows from (json_to_recordset(event_conversions) as ("sessionId" uuid, "userId" integer, at timestamptz,
    "eventType" text, value numeric, "dentistId" integer))
    with ordinality as x (session_id, user_id, at, event_type, value, dentist_id, nth)
  cross join lateral (select id from public.dentists where id = x.dentist_id limit 1) d
  left join lateral (select id from public.users where id = x.user_id limit 1) u on true
  order by x.at, x.nth;

  update public.page_views p set time_on_page = greatest(p.time_on_page, l.seconds),
    exit_page = not exists (
      select from public.page_views q where q.session_id = p.session_id and (q."timestamp", q.id) > (p."timestamp", p.id)
    )
  from (
    select x.session_id, x.view_id, cast(round(max(x.seconds)) as integer) as seconds
    from rows from (json_to_recordset(event_leaves) as ("sessionId" uuid, "userId" integer, at timestamptz, "viewId" bigint,
      seconds numeric))
    with ordinality as x (session_id, user_id, at, view_id, seconds, nth)
    group by 1, 2
  ) l
  where p.session_id = l.session_id and p.view_id = l.view_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.takes_payments()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select not exists (select from public.system_settings where name = 'takes_payments' and value = 'false')
$function$;

CREATE OR REPLACE FUNCTION public.users_email_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.email_verified_at := null;
  new.reset_token := null;
  new.reset_token_expires_at := null;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.users_paid()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update public.dentists set is_paid = is_paid where user_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.wake_claim()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update public.inbox_items set snoozed_until = null where claim_id = new.id and snoozed_until is not null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.week_hours(mon text, tue text, wed text, thu text, fri text, sat text, sun text)
 RETURNS int4multirange
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  texts text[] := array[mon, tue, wed, thu, fri, sat, sun];
  day int4multirange;
  span int4range;
  week int4multirange;
begin
  for i in 1..7 loop
    day := public.parse_hours(texts[i]);
    continue when day is null;
    week := coalesce(week, '{}');
    for span in select unnest(day) loop
      week := week + int4multirange(int4range(lower(span) + (i - 1) * 1440, least(upper(span) + (i - 1) * 1440, 10080)));
      if upper(span) + (i - 1) * 1440 > 10080 then
        week := week + int4multirange(int4range(0, upper(span) + (i - 1) * 1440 - 10080));
      end if;
    end loop;
  end loop;
  return week;
end
$function$;

CREATE OR REPLACE FUNCTION public.within_group(listing integer, only_group integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select only_group is null or exists (
    select from public.group_locations l
    join public.groups g on g.id = l.group_id
    join public.dentists d on d.id = l.dentist_id and d.user_id = g.owner_id
    where l.dentist_id = listing and l.group_id = only_group)
$function$;

CREATE OR REPLACE FUNCTION public.words_of(name text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE ROWS 3
AS $function$
  select w from unnest(string_to_array(name, ' ')) with ordinality u (w, place)
  where w <> '' and w <> E'\x01' and length(w) <= 200 and (place = 1 or array_position(string_to_array(name, ' '), w) = place)
$function$;

create table account_activity (
  user_id integer not null,
  last_active_at timestamp with time zone not null,
  warned_at timestamp with time zone,
  constraint account_activity_pkey PRIMARY KEY (user_id),
  constraint account_activity_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX account_activity_age ON public.account_activity USING btree (last_active_at);

create table account_shortlists (
  user_id integer not null,
  listing_ids integer[] not null,
  updated_at timestamp with time zone not null,
  constraint account_shortlists_listing_ids_check CHECK ((cardinality(listing_ids) <= 50)),
  constraint account_shortlists_pkey PRIMARY KEY (user_id),
  constraint account_shortlists_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table ad_settings (
  id integer not null default 1,
  publisher_id text,
  adsense_code text,
  ads_txt text,
  meta_tag text,
  header_ads_enabled boolean not null default false,
  header_ad_code text,
  sidebar_ads_enabled boolean not null default false,
  sidebar_ad_code text,
  footer_ads_enabled boolean not null default false,
  footer_ad_code text,
  updated_at timestamp with time zone not null default now(),
  updated_by integer,
  constraint ad_settings_id_check CHECK ((id = 1)),
  constraint ad_settings_pkey PRIMARY KEY (id),
  constraint ad_settings_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE TRIGGER ad_settings_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.ad_settings FOR EACH STATEMENT EXECUTE FUNCTION add_content_version('ads');

create table agreement_acceptances (
  id integer not null generated always as identity,
  dentist_id integer not null,
  version integer not null,
  user_id integer,
  owner_id integer,
  accepted_by text not null,
  accepted_at timestamp with time zone not null,
  constraint agreement_acceptances_dentist_id_fkey FOREIGN KEY (dentist_id) REFERENCES dentists(id) ON DELETE CASCADE,
  constraint agreement_acceptances_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint agreement_acceptances_pkey PRIMARY KEY (id),
  constraint agreement_acceptances_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint agreement_acceptances_version_fkey FOREIGN KEY (version) REFERENCES business_agreements(version)
);
CREATE INDEX agreement_acceptances_listing ON public.agreement_acceptances USING btree (dentist_id, version);
CREATE INDEX agreement_acceptances_owner ON public.agreement_acceptances USING btree (owner_id) WHERE (owner_id IS NOT NULL);
CREATE INDEX agreement_acceptances_user ON public.agreement_acceptances USING btree (user_id) WHERE (user_id IS NOT NULL);

create table ai_brands (
  id integer not null generated by default as identity,
  name text not null,
  api_endpoint text not null,
  api_key text,
  description text,
  priority integer not null default 1,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  model text,
  constraint ai_brands_pkey PRIMARY KEY (id),
  constraint ai_brands_priority_check CHECK (((priority >= 1) AND (priority <= 5)))
);
CREATE TRIGGER ai_brands_at_most_five BEFORE INSERT ON public.ai_brands FOR EACH ROW EXECUTE FUNCTION ai_brands_at_most_five();

create table api_keys (
  id integer not null generated always as identity,
  user_id integer,
  name text not null,
  key_hash bytea not null,
  hint text not null,
  scopes text[] not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  group_id integer,
  made_by integer,
  constraint api_keys_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE,
  constraint api_keys_keeper CHECK (((num_nonnulls(user_id, group_id) = 1) AND ((made_by IS NULL) OR (group_id IS NOT NULL)))),
  constraint api_keys_key_hash_key UNIQUE (key_hash),
  constraint api_keys_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_scopes_check CHECK ((cardinality(scopes) > 0)),
  constraint api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX api_keys_expiry ON public.api_keys USING btree (expires_at);
CREATE INDEX api_keys_group ON public.api_keys USING btree (group_id) WHERE (group_id IS NOT NULL);
CREATE INDEX api_keys_made_by ON public.api_keys USING btree (made_by) WHERE (made_by IS NOT NULL);
CREATE INDEX api_keys_user ON public.api_keys USING btree (user_id);

create table appointment_events (
  id bigint not null generated always as identity,
  request_id integer not null,
  at timestamp with time zone not null,
  actor text not null,
  user_id integer,
  action text not null,
  offered_at timestamp with time zone,
  reason text,
  message text,
  made_with text,
  constraint appointment_events_action_check CHECK ((action = ANY (ARRAY['request'::text, 'offer'::text, 'decline'::text, 'call'::text, 'accept'::text, 'cancel'::text, 'close'::text]))),
  constraint appointment_events_actor_check CHECK ((actor = ANY (ARRAY['patient'::text, 'practice'::text, 'staff'::text, 'system'::text]))),
  constraint appointment_events_pkey PRIMARY KEY (id),
  constraint appointment_events_request_id_fkey FOREIGN KEY (request_id) REFERENCES appointment_requests(id) ON DELETE CASCADE,
  constraint appointment_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX appointment_events_request ON public.appointment_events USING btree (request_id, id);
CREATE INDEX appointment_events_user ON public.appointment_events USING btree (user_id) WHERE (user_id IS NOT NULL);

create table appointment_requests (
  id integer not null generated always as identity,
  dentist_id integer not null,
  owner_id integer,
  state text not null default 'new'::text,
  link_key bytea,
  token_hash bytea,
  name text,
  email text,
  phone text,
  times text[] not null default '{}'::text[],
  service_id integer,
  insurance text,
  is_new_patient boolean,
  offered_at timestamp with time zone,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  erased_at timestamp with time zone,
  contact text,
  email_key bytea,
  constraint appointment_requests_dentist_id_fkey FOREIGN KEY (dentist_id) REFERENCES dentists(id) ON DELETE CASCADE,
  constraint appointment_requests_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint appointment_requests_pkey PRIMARY KEY (id),
  constraint appointment_requests_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id) ON DELETE SET NULL,
  constraint appointment_requests_state_check CHECK ((state = ANY (ARRAY['new'::text, 'called'::text, 'offered'::text, 'accepted'::text, 'declined'::text, 'canceled'::text, 'closed'::text])))
);
CREATE INDEX appointment_requests_by_change ON public.appointment_requests USING btree (changed_at, id);
CREATE INDEX appointment_requests_by_time ON public.appointment_requests USING btree (created_at, id);
CREATE INDEX appointment_requests_email ON public.appointment_requests USING btree (email) WHERE (email IS NOT NULL);
CREATE INDEX appointment_requests_email_key ON public.appointment_requests USING btree (email_key) WHERE (email_key IS NOT NULL);
CREATE INDEX appointment_requests_listing ON public.appointment_requests USING btree (dentist_id, created_at);
CREATE INDEX appointment_requests_owner ON public.appointment_requests USING btree (owner_id, id DESC);
CREATE INDEX appointment_requests_retention ON public.appointment_requests USING btree (changed_at) WHERE (erased_at IS NULL);
CREATE INDEX appointment_requests_state ON public.appointment_requests USING btree (state, id DESC);
CREATE UNIQUE INDEX appointment_requests_token ON public.appointment_requests USING btree (token_hash) WHERE (token_hash IS NOT NULL);
CREATE INDEX appointment_requests_unsealed ON public.appointment_requests USING btree (id) WHERE (name IS NOT NULL);

create table appointment_settings (
  dentist_id integer not null,
  owner_id integer not null,
  is_on boolean not null,
  note text not null default ''::text,
  service_ids integer[] not null default '{}'::integer[],
  updated_at timestamp with time zone not null,
  constraint appointment_settings_dentist_id_fkey FOREIGN KEY (dentist_id) REFERENCES dentists(id) ON DELETE CASCADE,
  constraint appointment_settings_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint appointment_settings_pkey PRIMARY KEY (dentist_id)
);
CREATE INDEX appointment_settings_owner ON public.appointment_settings USING btree (owner_id);
CREATE TRIGGER appointment_settings_changed AFTER INSERT OR DELETE OR UPDATE ON public.appointment_settings FOR EACH STATEMENT EXECUTE FUNCTION directory_changed();

create table article_people (
  id integer not null generated by default as identity,
  name text not null,
  credentials text not null default ''::text,
  introduction text not null default ''::text,
  link text,
  byline text not null generated always as (
CASE
    WHEN (credentials = ''::text) THEN name
    ELSE ((name || ', '::text) || credentials)
END) stored,
  constraint article_people_byline_key UNIQUE (byline),
  constraint article_people_name_check CHECK ((name <> ''::text)),
  constraint article_people_pkey PRIMARY KEY (id)
);
CREATE TRIGGER article_people_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.article_people FOR EACH STATEMENT EXECUTE FUNCTION add_content_version('articles');

create table articles (
  id integer not null generated by default as identity,
  title text not null,
  content text not null,
  excerpt text not null,
  topic_id text not null,
  category text not null,
  author text not null,
  read_time integer not null,
  tags text[] not null default '{}'::text[],
  meta_title text,
  meta_description text,
  slug text not null,
  ai_source text,
  is_published boolean not null default false,
  scheduled_publish_at timestamp with time zone,
  published_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  queued_at timestamp with time zone,
  provenance jsonb,
  reviewer text,
  sources text[] not null default '{}'::text[],
  constraint articles_pkey PRIMARY KEY (id),
  constraint articles_slug_key UNIQUE (slug)
);
CREATE INDEX articles_by_date ON public.articles USING btree (scheduled_publish_at, id);
CREATE INDEX articles_by_publication ON public.articles USING btree (published_at, id);
CREATE INDEX articles_by_title ON public.articles USING btree (lower(title) COLLATE "C", id);
CREATE INDEX articles_by_update ON public.articles USING btree (updated_at, id);
CREATE INDEX articles_due ON public.articles USING btree (scheduled_publish_at) WHERE (NOT is_published);
CREATE INDEX articles_queue ON public.articles USING btree (topic_id, queued_at, id) WHERE ((queued_at IS NOT NULL) AND (NOT is_published));
CREATE INDEX articles_topic ON public.articles USING btree (topic_id, published_at DESC);
CREATE INDEX articles_words ON public.articles USING gin (to_tsvector('english'::regconfig, ((title || ' '::text) || replace(topic_id, '-'::text, ' '::text))));
CREATE TRIGGER articles_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.articles FOR EACH STATEMENT EXECUTE FUNCTION add_content_version('articles');

create table audit_log (
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  actor_id integer,
  actor_name text not null,
  actor_email text,
  action text not null,
  subject text not null,
  subject_id text,
  note text,
  before jsonb,
  after jsonb,
  constraint audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_action ON public.audit_log USING btree (action COLLATE "C", id);
CREATE INDEX audit_log_actor ON public.audit_log USING btree (actor_id, id DESC);
CREATE INDEX audit_log_at ON public.audit_log USING btree (at DESC, id DESC);
CREATE INDEX audit_log_email ON public.audit_log USING btree (lower(actor_email), id);
CREATE INDEX audit_log_subject ON public.audit_log USING btree (subject, subject_id, id DESC);
CREATE TRIGGER audit_log_keeps_all BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_log_keeps();
CREATE TRIGGER audit_log_keeps_rows BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_keeps();

create table auth_sessions (
  id uuid not null default gen_random_uuid(),
  user_id integer not null,
  token_hash bytea not null,
  kind text not null default 'web'::text,
  ip_address text,
  user_agent text,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  cookie_hash bytea,
  password_confirmed_at timestamp with time zone,
  method text,
  constraint auth_sessions_cookie_hash_key UNIQUE (cookie_hash),
  constraint auth_sessions_kind_check CHECK ((kind = ANY (ARRAY['web'::text, 'desktop'::text]))),
  constraint auth_sessions_method_check CHECK ((method = ANY (ARRAY['password'::text, 'code'::text, 'passkey'::text, 'single_sign_on'::text]))),
  constraint auth_sessions_pkey PRIMARY KEY (id),
  constraint auth_sessions_token_hash_key UNIQUE (token_hash),
  constraint auth_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX auth_sessions_expiry ON public.auth_sessions USING btree (expires_at);
CREATE INDEX auth_sessions_user ON public.auth_sessions USING btree (user_id);
CREATE TRIGGER auth_sessions_activity AFTER INSERT OR DELETE ON public.auth_sessions FOR EACH ROW EXECUTE FUNCTION account_was_active();

create table backup_runs (
  id integer not null generated by default as identity,
  kind text not null,
  status text not null default 'waiting'::text,
  backup_id integer,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  user_id integer,
  user_name text not null,
  phase text not null default 'waiting'::text,
  share real not null default 0,
  cancel boolean not null default false,
  beat_at timestamp with time zone not null default clock_timestamp(),
  message text,
  report jsonb,
  constraint backup_runs_backup_id_fkey FOREIGN KEY (backup_id) REFERENCES backups(id) ON DELETE CASCADE,
  constraint backup_runs_kind_check CHECK ((kind = ANY (ARRAY['backup'::text, 'restore'::text, 'drill'::text]))),
  constraint backup_runs_pkey PRIMARY KEY (id),
  constraint backup_runs_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'running'::text, 'ready'::text, 'done'::text, 'failed'::text, 'canceled'::text, 'discarded'::text]))),
  constraint backup_runs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX backup_runs_active ON public.backup_runs USING btree (kind) WHERE (status = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX backup_runs_backup ON public.backup_runs USING btree (backup_id, id DESC);
CREATE UNIQUE INDEX backup_runs_copy ON public.backup_runs USING btree ((true)) WHERE (status = 'ready'::text);

create table backups (
  id integer not null generated by default as identity,
  made_at timestamp with time zone not null,
  kind text not null,
  place text not null,
  name text not null,
  bytes bigint not null,
  sha256 text not null,
  rows bigint not null,
  made_by text not null,
  removed_at timestamp with time zone,
  sections jsonb,
  checked_at timestamp with time zone,
  damaged boolean,
  constraint backups_kind_check CHECK ((kind = ANY (ARRAY['manual'::text, 'nightly'::text]))),
  constraint backups_pkey PRIMARY KEY (id),
  constraint backups_place_check CHECK ((place = ANY (ARRAY['download'::text, 'folder'::text, 's3'::text])))
);
CREATE INDEX backups_made ON public.backups USING btree (made_at DESC);

create table billing_customers (
  id text not null,
  user_id integer,
  looks bigint not null default 0,
  applied bigint not null default 0,
  busy_until timestamp with time zone,
  looked_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint billing_customers_pkey PRIMARY KEY (id),
  constraint billing_customers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX billing_customers_user ON public.billing_customers USING btree (user_id);

create table bulk_change_rows (
  bulk_change_id integer not null,
  row_id integer not null,
  version text not null,
  outcome text,
  reason text,
  before jsonb,
  after jsonb,
  constraint bulk_change_rows_bulk_change_id_fkey FOREIGN KEY (bulk_change_id) REFERENCES bulk_changes(id) ON DELETE CASCADE,
  constraint bulk_change_rows_outcome_check CHECK ((outcome = ANY (ARRAY['changed'::text, 'unchanged'::text, 'skipped'::text, 'restored'::text, 'kept'::text]))),
  constraint bulk_change_rows_pkey PRIMARY KEY (bulk_change_id, row_id)
);
CREATE INDEX bulk_change_rows_pending ON public.bulk_change_rows USING btree (bulk_change_id, row_id) WHERE (outcome IS NULL);

create table bulk_changes (
  id integer not null generated by default as identity,
  table_name text not null,
  action text not null,
  value jsonb,
  user_id integer,
  status text not null default 'previewed'::text,
  created_at timestamp with time zone not null,
  undone_by integer,
  stopped text,
  group_id integer,
  constraint bulk_changes_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE,
  constraint bulk_changes_pkey PRIMARY KEY (id),
  constraint bulk_changes_status_check CHECK ((status = ANY (ARRAY['previewed'::text, 'applying'::text, 'applied'::text, 'undoing'::text, 'undone'::text]))),
  constraint bulk_changes_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint bulk_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX bulk_changes_age ON public.bulk_changes USING btree (created_at);
CREATE INDEX bulk_changes_group ON public.bulk_changes USING btree (group_id, id) WHERE (group_id IS NOT NULL);
CREATE INDEX bulk_changes_owner ON public.bulk_changes USING btree (user_id);
CREATE INDEX bulk_changes_undone_by ON public.bulk_changes USING btree (undone_by) WHERE (undone_by IS NOT NULL);

create table business_agreements (
  version integer not null generated always as identity,
  body text not null,
  published_at timestamp with time zone not null,
  published_by integer,
  constraint business_agreements_body_check CHECK ((btrim(body) <> ''::text)),
  constraint business_agreements_pkey PRIMARY KEY (version),
  constraint business_agreements_published_by_fkey FOREIGN KEY (published_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX business_agreements_publisher ON public.business_agreements USING btree (published_by) WHERE (published_by IS NOT NULL);

create table call_answers (
  dentist_id integer not null,
  month date not null,
  answer text not null,
  n integer not null,
  constraint call_answers_answer_check CHECK ((answer = ANY (ARRAY['yes'::text, 'no'::text, 'wrong_number'::text]))),
  constraint call_answers_dentist_id_fkey FOREIGN KEY (dentist_id) REFERENCES dentists(id) ON DELETE CASCADE,
  constraint call_answers_n_check CHECK ((n > 0)),
  constraint call_answers_pkey PRIMARY KEY (dentist_id, month, answer)
);

create table call_list (
  place integer not null,
  dentist_id integer not null,
  views integer not null,
  reached integer not null,
  not_reached integer not null,
  constraint call_list_dentist_id_fkey FOREIGN KEY (dentist_id) REFERENCES dentists(id) ON DELETE CASCADE,
  constraint call_list_dentist_id_key UNIQUE (dentist_id),
  constraint call_list_pkey PRIMARY KEY (place)
);
CREATE INDEX call_list_views ON public.call_list USING btree (views, dentist_id);

create table catalog_merges (
  id integer not null generated always as identity,
  kind text not null,
  into_id integer not null,
  gone jsonb not null,
  moved jsonb not null,
  at timestamp with time zone not null,
  undone_at timestamp with time zone,
  constraint catalog_merges_kind_check CHECK ((kind = ANY (ARRAY['services'::text, 'practice-types'::text, 'practices'::text, 'topics'::text]))),
  constraint catalog_merges_pkey PRIMARY KEY (id)
);
CREATE INDEX catalog_merges_open ON public.catalog_merges USING btree (kind, into_id) WHERE (undone_at IS NULL);

create table cities (
  id integer not null generated by default as identity,
  name text not null,
  state text not null,
  name_norm text collate "C" not null generated always as (city_norm(name)) stored,
  slug text collate "C" not null generated always as (replace(city_norm(name), ' '::text, '-'::text)) stored,
  lat real,
  lng real,
  zip_count integer not null default 0,
  constraint cities_name_check CHECK ((city_norm(name) <> ''::text)),
  constraint cities_pkey PRIMARY KEY (id),
  constraint cities_state_fkey FOREIGN KEY (state) REFERENCES states(code)
);
CREATE UNIQUE INDEX cities_name ON public.cities USING btree (name_norm, state);
CREATE INDEX cities_state ON public.cities USING btree (state, name_norm);
CREATE INDEX cities_words ON public.cities USING gin (name_norm gin_trgm_ops);

create table claim_attachments (
  id integer not null generated by default as identity,
  claim_id integer not null,
  kind text not null,
  name text not null,
  type text not null,
  size integer not null,
  bytes bytea not null storage external,
  created_at timestamp with time zone not null,
  constraint claim_attachments_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claim_requests(id) ON DELETE CASCADE,
  constraint claim_attachments_kind_check CHECK ((kind = ANY (ARRAY['photo'::text, 'document'::text]))),
  constraint claim_attachments_pkey PRIMARY KEY (id),
  constraint claim_attachments_size_check CHECK (((size >= 1) AND (size <= 5242880))),
  constraint claim_attachments_type_check CHECK ((type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'image/webp'::text, 'application/pdf'::text])))
);
CREATE INDEX claim_attachments_claim ON public.claim_attachments USING btree (claim_id);
CREATE TRIGGER claim_attachments_mark AFTER INSERT ON public.claim_attachments FOR EACH ROW EXECUTE FUNCTION mark_claim_of();

create table claim_events (
  id bigint not null generated always as identity,
  claim_id integer not null,
  at timestamp with time zone not null,
  kind text not null,
  actor_id integer,
  note text,
  constraint claim_events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint claim_events_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claim_requests(id) ON DELETE CASCADE,
  constraint claim_events_kind_check CHECK ((kind = ANY (ARRAY['submitted'::text, 'evidence_asked'::text, 'answered'::text, 'letter_sent'::text, 'pin_failed'::text, 'pin_confirmed'::text, 'called'::text, 'license_matched'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text, 'reversed'::text, 'reopened'::text]))),
  constraint claim_events_pkey PRIMARY KEY (id)
);
CREATE INDEX claim_events_claim ON public.claim_events USING btree (claim_id, id);
CREATE TRIGGER claim_events_mark AFTER INSERT ON public.claim_events FOR EACH ROW EXECUTE FUNCTION mark_claim_of();

create table claim_letters (
  claim_id integer not null,
  pin_hash bytea not null,
  tries_left smallint not null default 5,
  printed_at timestamp with time zone not null,
  printed_by integer,
  expires_at timestamp with time zone not null,
  constraint claim_letters_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claim_requests(id) ON DELETE CASCADE,
  constraint claim_letters_pkey PRIMARY KEY (claim_id),
  constraint claim_letters_printed_by_fkey FOREIGN KEY (printed_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint claim_letters_tries_left_check CHECK (((tries_left >= 0) AND (tries_left <= 5)))
);
CREATE TRIGGER claim_letters_mark AFTER INSERT OR UPDATE ON public.claim_letters FOR EACH ROW EXECUTE FUNCTION mark_claim_of();

create table claim_locations (
  claim_id integer not null,
  dentist_id integer not null,
  left_out text,
  closed_by_claim_id integer,
  cost_center text,
  constraint claim_locations_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claim_requests(id) ON DELETE CASCADE,
  constraint claim_locations_closed_by_claim_id_fkey FOREIGN KEY (closed_by_claim_id) REFERENCES claim_requests(id) ON DELETE SET NULL,
  constraint claim_locations_dentist_id_fkey FOREIGN KEY (dentist_id) REFERENCES dentists(id) ON DELETE CASCADE,
  constraint claim_locations_pkey PRIMARY KEY (claim_id, dentist_id)
);
CREATE INDEX claim_locations_closed_by ON public.claim_locations USING btree (closed_by_claim_id) WHERE (closed_by_claim_id IS NOT NULL);
CREATE INDEX claim_locations_listing ON public.claim_locations USING btree (dentist_id, claim_id);
CREATE TRIGGER claim_locations_mark AFTER INSERT OR UPDATE ON public.claim_locations FOR EACH ROW EXECUTE FUNCTION mark_claim_of();

create table claim_note_templates (
  id integer not null generated by default as identity,
  name text not null,
  body text not null,
  updated_at timestamp with time zone not null default now(),
  updated_by integer,
  constraint claim_note_templates_pkey PRIMARY KEY (id),
  constraint claim_note_templates_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX claim_note_templates_name ON public.claim_note_templates USING btree (lower(name));

create table claim_requests (
  id integer not null generated by default as identity,
  dentist_id integer not null,
  user_id integer,
  requestor_name text not null,
  requestor_email text not null,
  requestor_phone text not null,
  relationship_to_practice text not null,
  years_at_practice text,
  license_number text,
  verification_document text,
  additional_info text,
  status text not null default 'pending'::text,
  submitted_at timestamp with time zone not null default now(),
  reviewed_at timestamp with time zone,
  reviewed_by integer,
  review_notes text,
  npi text,
  due_at timestamp with time zone,
  evidence_asked_at timestamp with time zone,
  evidence_answered_at timestamp with time zone,
  pin_confirmed_at timestamp with time zone,
  closed_by_claim_id integer,
  changed_in xid8 not null default pg_current_xact_id(),
  kind text not null default 'claim'::text,
  identity jsonb,
  called_at timestamp with time zone,
  license_matched_at timestamp with time zone,
  group_id integer,
  group_name text,
  proof text,
  constraint claim_requests_closed_by_claim_id_fkey FOREIGN KEY (closed_by_claim_id) REFERENCES claim_requests(id) ON DELETE SET NULL,
  constraint claim_requests_dentist_id_fkey FOREIGN KEY (dentist_id) REFERENCES dentists(id) ON DELETE CASCADE,
  constraint claim_requests_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE SET NULL,
  constraint claim_requests_kind_known CHECK ((kind = ANY (ARRAY['claim'::text, 'new_listing'::text, 'identity_change'::text, 'new_owner'::text]))),
  constraint claim_requests_pkey PRIMARY KEY (id),
  constraint claim_requests_proof_check CHECK ((proof = ANY (ARRAY['domain'::text, 'letter'::text, 'document'::text]))),
  constraint claim_requests_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint claim_requests_status_known CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text]))),
  constraint claim_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX claim_requests_by_decision ON public.claim_requests USING btree (reviewed_at, id);
CREATE INDEX claim_requests_by_due ON public.claim_requests USING btree (due_at, id);
CREATE INDEX claim_requests_by_name ON public.claim_requests USING btree (lower(requestor_name) COLLATE "C", id);
CREATE INDEX claim_requests_by_time ON public.claim_requests USING btree (submitted_at, id);
CREATE INDEX claim_requests_changed ON public.claim_requests USING btree (changed_in);
CREATE INDEX claim_requests_group ON public.claim_requests USING btree (group_id) WHERE (group_id IS NOT NULL);
CREATE INDEX claim_requests_listing ON public.claim_requests USING btree (dentist_id, id);
CREATE INDEX claim_requests_new_listings ON public.claim_requests USING btree (due_at) WHERE ((kind = 'new_listing'::text) AND (status = 'pending'::text));
CREATE INDEX claim_requests_npi ON public.claim_requests USING btree (npi) WHERE (npi IS NOT NULL);
CREATE UNIQUE INDEX claim_requests_one_pending ON public.claim_requests USING btree (dentist_id, user_id) WHERE (status = 'pending'::text);
CREATE INDEX claim_requests_phone ON public.claim_requests USING btree (phone_digits(requestor_phone));
CREATE INDEX claim_requests_status ON public.claim_requests USING btree (status, submitted_at);
CREATE INDEX claim_requests_user ON public.claim_requests USING btree (user_id, submitted_at DESC);
CREATE INDEX claim_requests_words ON public.claim_requests USING gin (lower(requestor_name) gin_trgm_ops, lower(requestor_email) gin_trgm_ops);
CREATE TRIGGER claim_requests_mark BEFORE INSERT OR UPDATE ON public.claim_requests FOR EACH ROW EXECUTE FUNCTION mark_claim();
CREATE TRIGGER claim_requests_wake AFTER UPDATE OF status, evidence_answered_at, pin_confirmed_at ON public.claim_requests FOR EACH ROW WHEN (((new.status IS DISTINCT FROM old.status) OR (new.evidence_answered_at IS DISTINCT FROM old.evidence_answered_at) OR (new.pin_confirmed_at IS DISTINCT FROM old.pin_confirmed_at))) EXECUTE FUNCTION wake_claim();

create unlogged table claim_viewers (
  claim_id integer not null,
  user_id integer not null,
  seen_at timestamp with time zone not null,
  constraint claim_viewers_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claim_requests(id) ON DELETE CASCADE,
  constraint claim_viewers_pkey PRIMARY KEY (claim_id, user_id),
  constraint claim_viewers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX claim_viewers_user ON public.claim_viewers USING btree (user_id);

create table confirmation_requests (
  dentist_id integer not null,
  user_id integer not null,
  sent_at timestamp with time zone not null,
  constraint confirmation_requests_dentist_id_fkey FOREIGN KEY (dentist_id) REFERENCES dentists(id) ON DELETE CASCADE,
  constraint confirmation_requests_pkey PRIMARY KEY (dentist_id),
  constraint confirmation_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX confirmation_requests_user ON public.confirmation_requests USING btree (user_id, sent_at);

create table contact_messages (
  id integer not null generated by default as identity,
  name text not null,
  email text not null,
  subject text not null,
  category text not null,
  message text not null,
  created_at timestamp with time zone not null default now(),
  status text not null default 'open'::text,
  closed_at timestamp with time zone,
  closed_by integer,
  priority integer not null default 0,
  due_at timestamp with time zone,
  constraint contact_messages_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint contact_messages_pkey PRIMARY KEY (id),
  constraint contact_messages_priority_check CHECK ((priority = ANY (ARRAY[0, 1]))),
  constraint contact_messages_status_check CHECK ((status = ANY (ARRAY['open'::text, 'closed'::text])))
);
CREATE INDEX contact_messages_by_closing ON public.contact_messages USING btree (closed_at, id);
CREATE INDEX contact_messages_by_due ON public.contact_messages USING btree (due_at, id);
CREATE INDEX contact_messages_by_time ON public.contact_messages USING btree (created_at, id);
CREATE INDEX contact_messages_by_turn ON public.contact_messages USING btree (priority DESC, due_at, id);
CREATE INDEX contact_messages_open ON public.contact_messages USING btree (created_at) WHERE (status = 'open'::text);
CREATE INDEX contact_messages_words ON public.contact_messages USING gin (lower(subject) gin_trgm_ops, lower(name) gin_trgm_ops, lower(email) gin_trgm_ops);

create table contact_replies (
  id integer not null generated by default as identity,
  message_id integer not null,
  at timestamp with time zone not null,
  author_id integer,
  body text not null,
  constraint contact_replies_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint contact_replies_message_id_fkey FOREIGN KEY (message_id) REFERENCES contact_messages(id) ON DELETE CASCADE,
  constraint contact_replies_pkey PRIMARY KEY (id)
);
CREATE INDEX contact_replies_message ON public.contact_replies USING btree (message_id, id);

create table content_schedules (
  id integer not null generated by default as identity,
  topic_id text not null,
  articles_per_day integer not null default 2,
  is_active boolean not null default true,
  last_published timestamp with time zone,
  next_scheduled timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint content_schedules_pkey PRIMARY KEY (id),
  constraint content_schedules_topic_id_key UNIQUE (topic_id)
);

create table content_versions (
  subject text not null,
  n bigint not null,
  constraint content_versions_subject_check CHECK ((subject = ANY (ARRAY['listings'::text, 'articles'::text, 'ads'::text, 'settings'::text])))
);

create table conversion_events (
  id bigint not null generated by default as identity,
  session_id uuid not null,
  user_id integer,
  event_type text not null,
  value numeric(10,2) not null,
  dentist_id integer,
  "timestamp" timestamp with time zone not null default now(),
  constraint conversion_events_dentist_id_fkey FOREIGN KEY (dentist_id) REFERENCES dentists(id) ON DELETE SET NULL,
  constraint conversion_events_pkey PRIMARY KEY (id),
  constraint conversion_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX conversion_events_dentist ON public.conversion_events USING btree (dentist_id) WHERE (dentist_id IS NOT NULL);
CREATE INDEX conversion_events_session ON public.conversion_events USING btree (session_id);
CREATE INDEX conversion_events_time ON public.conversion_events USING btree ("timestamp");
CREATE INDEX conversion_events_user ON public.conversion_events USING btree (user_id) WHERE (user_id IS NOT NULL);

create table data_health_days (
  day date not null,
  total integer not null,
  counts jsonb not null,
  constraint data_health_days_pkey PRIMARY KEY (day)
);

create table deleted_articles (
  id integer not null,
  article jsonb not null,
  deleted_at timestamp with time zone not null,
  deleted_by integer,
  constraint deleted_articles_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint deleted_articles_pkey PRIMARY KEY (id)
);
CREATE INDEX deleted_articles_deleted_at ON public.deleted_articles USING btree (deleted_at);
CREATE INDEX deleted_articles_deleted_by ON public.deleted_articles USING btree (deleted_by) WHERE (deleted_by IS NOT NULL);

create table dentist_photos (
  id integer not null generated by default as identity,
  dentist_id integer not null,
  hash text not null,
  "position" smallint not null,
  alt text not null default ''::text,
  width integer not null,
  height integer not null,
  created_at timestamp with time zone not null,
  constraint dentist_photos_dentist_id_fkey FOREIGN KEY (dentist_id) REFERENCES dentists(id) ON DELETE CASCADE,
  constraint dentist_photos_dentist_id_hash_key UNIQUE (dentist_id, hash),
  constraint dentist_photos_pkey PRIMARY KEY (id)
);
CREATE INDEX dentist_photos_hash ON public.dentist_photos USING btree (hash);
CREATE INDEX dentist_photos_order ON public.dentist_photos USING btree (dentist_id, "position");
CREATE TRIGGER dentist_photos_changed AFTER INSERT OR DELETE OR UPDATE ON public.dentist_photos FOR EACH STATEMENT EXECUTE FUNCTION directory_changed();

create table dentist_services (
  id integer not null generated by default as identity,
  dentist_id integer not null,
  service_id integer not null,
  constraint dentist_services_dentist_id_fkey FOREIGN KEY (dentist_id) REFERENCES dentists(id) ON DELETE CASCADE,
  constraint dentist_services_pkey PRIMARY KEY (dentist_id, service_id),
  constraint dentist_services_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id) ON DELETE CASCADE
);
CREATE INDEX dentist_services_service ON public.dentist_services USING btree (service_id);
CREATE TRIGGER dentist_services_added AFTER INSERT ON public.dentist_services REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((NOT bulk_load())) EXECUTE FUNCTION dentist_services_added();
CREATE TRIGGER dentist_services_changed AFTER UPDATE ON public.dentist_services REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((NOT bulk_load())) EXECUTE FUNCTION dentist_services_changed();
CREATE TRIGGER dentist_services_removed AFTER DELETE ON public.dentist_services REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN ((NOT bulk_load())) EXECUTE FUNCTION dentist_services_removed();

create table dentists (
  id integer not null generated by default as identity,
  name text not null,
  title text,
  specialty text,
  practice_type_id integer,
  practice_id integer,
  rating numeric(2,1),
  review_count integer not null default 0,
  phone text,
  email text,
  website text,
  bio text,
  experience integer,
  is_verified boolean not null default false,
  profile_image text,
  practice_image text,
  user_id integer,
  address text,
  city text,
  state text,
  zip_code text,
  monday_hours text,
  tuesday_hours text,
  wednesday_hours text,
  thursday_hours text,
  friday_hours text,
  saturday_hours text,
  sunday_hours text,
  accepts_insurance boolean,
  emergency_services boolean,
  accepts_new_patients boolean,
  languages text,
  parking_available boolean,
  wheelchair_accessible boolean,
  facebook_url text,
  instagram_url text,
  tiktok_url text,
  twitter_url text,
  youtube_url text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  name_norm text collate "C" not null,
  zip5 text collate "C",
  zip3 text collate "C",
  city_id integer,
  slug text collate "C",
  service_mask bigint not null default 0,
  schedule_id integer,
  time_zone text,
  is_paid boolean not null default false,
  is_pro_max boolean not null default false,
  rank smallint not null,
  npi text,
  place_id text,
  lat double precision,
  lng double precision,
  rating_source text,
  confirmed_at timestamp with time zone,
  field_sources jsonb not null default '{}'::jsonb,
  ownership_reviewed_at timestamp with time zone,
  identity_changed_at timestamp with time zone,
  insurance_plans text,
  gender text,
  whitening_price_from integer,
  whitening_price_to integer,
  whitening_price_on date,
  plan_mask bigint not null generated always as (plan_mask(insurance_plans)) stored,
  practice_norm text collate "C",
  holiday_hours text,
  logo text,
  license text,
  license_state text,
  npi_since date,
  membership_plan boolean,
  own_rating numeric(2,1),
  own_review_count integer not null default 0,
  fresh_rating numeric(2,1),
  fresh_review_count integer not null default 0,
  review_line jsonb,
  license_status text,
  license_expires date,
  point_exactness text,
  operating_status text,
  operating_confidence integer,
  held_at timestamp with time zone,
  license_discipline text,
  booking_url text,
  constraint dentists_city_id_fkey FOREIGN KEY (city_id) REFERENCES cities(id),
  constraint dentists_gender_check CHECK ((gender = ANY (ARRAY['female'::text, 'male'::text]))),
  constraint dentists_held_check CHECK (((held_at IS NULL) OR (deleted_at IS NOT NULL))),
  constraint dentists_lat_check CHECK (((lat >= ('-90'::integer)::double precision) AND (lat <= (90)::double precision))),
  constraint dentists_license_status_check CHECK ((license_status = ANY (ARRAY['active'::text, 'probation'::text, 'inactive'::text, 'expired'::text, 'suspended'::text, 'revoked'::text]))),
  constraint dentists_lng_check CHECK (((lng >= ('-180'::integer)::double precision) AND (lng <= (180)::double precision))),
  constraint dentists_npi_check CHECK ((npi ~ '^[0-9]{10}$'::text)),
  constraint dentists_operating_confidence_check CHECK (((operating_confidence >= 0) AND (operating_confidence <= 100))),
  constraint dentists_operating_status_check CHECK ((operating_status = ANY (ARRAY['open'::text, 'temporarily closed'::text, 'closed'::text]))),
  constraint dentists_pkey PRIMARY KEY (id),
  constraint dentists_place_id_check CHECK ((place_id <> ''::text)),
  constraint dentists_point_exactness_check CHECK ((point_exactness = ANY (ARRAY['address'::text, 'street'::text, 'zip'::text]))),
  constraint dentists_practice_id_fkey FOREIGN KEY (practice_id) REFERENCES practices(id),
  constraint dentists_practice_type_id_fkey FOREIGN KEY (practice_type_id) REFERENCES practice_types(id),
  constraint dentists_rating_check CHECK (((rating >= (0)::numeric) AND (rating <= (5)::numeric))),
  constraint dentists_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES schedules(id),
  constraint dentists_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint dentists_whitening_price_from_check CHECK (((whitening_price_from >= 1) AND (whitening_price_from <= 100000))),
  constraint dentists_whitening_price_to_check CHECK (((whitening_price_to >= 1) AND (whitening_price_to <= 100000)))
);
CREATE INDEX dentists_by_id ON public.dentists USING btree (id) INCLUDE (state, city_id, zip5, updated_at, is_verified, is_paid, is_pro_max, user_id, practice_type_id) WHERE (deleted_at IS NULL);
CREATE INDEX dentists_by_name ON public.dentists USING btree (name_norm, id) INCLUDE (state, city_id, zip5, updated_at, is_verified, is_paid, is_pro_max, user_id, practice_type_id) WHERE (deleted_at IS NULL);
CREATE INDEX dentists_by_state ON public.dentists USING btree (state, name_norm, id) INCLUDE (city_id, is_verified, is_paid, is_pro_max, user_id, practice_type_id) WHERE (deleted_at IS NULL);
CREATE INDEX dentists_by_state_update ON public.dentists USING btree (state, updated_at, id) INCLUDE (city_id, is_verified, is_paid, is_pro_max, user_id, practice_type_id) WHERE (deleted_at IS NULL);
CREATE INDEX dentists_by_update ON public.dentists USING btree (updated_at, id) INCLUDE (state, city_id, is_verified, is_paid, is_pro_max, user_id, practice_type_id) WHERE (deleted_at IS NULL);
CREATE INDEX dentists_by_zip ON public.dentists USING btree (zip5, name_norm, id) INCLUDE (state, city_id, updated_at, is_verified, is_paid, is_pro_max, user_id, practice_type_id) WHERE (deleted_at IS NULL);
CREATE INDEX dentists_confirmed ON public.dentists USING btree (confirmed_at) INCLUDE (state) WHERE ((deleted_at IS NULL) AND (confirmed_at IS NOT NULL));
CREATE INDEX dentists_deleted ON public.dentists USING btree (id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX dentists_email ON public.dentists USING btree (lower(email)) WHERE ((deleted_at IS NULL) AND (email IS NOT NULL));
CREATE INDEX dentists_held ON public.dentists USING btree (id) WHERE (held_at IS NOT NULL);
CREATE INDEX dentists_name_parts ON public.dentists USING gin (name_norm gin_trgm_ops, state) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX dentists_npi ON public.dentists USING btree (npi) WHERE ((npi IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX dentists_owner ON public.dentists USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX dentists_phone_digits ON public.dentists USING btree (phone_digits(phone)) WHERE ((deleted_at IS NULL) AND (phone IS NOT NULL));
CREATE UNIQUE INDEX dentists_place_id ON public.dentists USING btree (place_id) WHERE ((place_id IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX dentists_practice ON public.dentists USING btree (practice_id) WHERE (practice_id IS NOT NULL);
CREATE INDEX dentists_priced ON public.dentists USING btree (zip5) INCLUDE (id, state, city_id, zip3, service_mask, whitening_price_from, whitening_price_to, whitening_price_on) WHERE ((deleted_at IS NULL) AND (whitening_price_from IS NOT NULL));
CREATE INDEX dentists_removed ON public.dentists USING btree (deleted_at, id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX dentists_reviewed ON public.dentists USING btree (id) WHERE ((deleted_at IS NULL) AND (identity_changed_at IS NOT NULL));
CREATE UNIQUE INDEX dentists_slug ON public.dentists USING btree (city_id, slug) INCLUDE (id, name_norm, state, zip5, updated_at, is_verified, is_paid, is_pro_max, user_id, practice_type_id) WHERE (deleted_at IS NULL);
CREATE STATISTICS public.dentists_email_share ON lower(email) FROM dentists;
CREATE STATISTICS public.dentists_phone_share ON phone_digits(phone) FROM dentists;
CREATE TRIGGER dentists_derive_changed BEFORE UPDATE ON public.dentists FOR EACH ROW WHEN (((NOT bulk_load()) OR ((new.holiday_hours IS NOT NULL) AND (new.schedule_id IS NOT NULL)) OR (new.whitening_price_from IS DISTINCT FROM old.whitening_price_from) OR (new.whitening_price_to IS DISTINCT FROM old.whitening_price_to) OR (new.name IS DISTINCT FROM old.name) OR (new.zip_code IS DISTINCT FROM old.zip_code) OR (new.rating IS DISTINCT FROM old.rating) OR (new.review_count IS DISTINCT FROM old.review_count) OR (new.name_norm IS DISTINCT FROM old.name_norm) OR (new.zip5 IS DISTINCT FROM old.zip5) OR (new.zip3 IS DISTINCT FROM old.zip3) OR (new.rank IS DISTINCT FROM old.rank))) EXECUTE FUNCTION dentists_derive();
CREATE TRIGGER dentists_derive_new BEFORE INSERT ON public.dentists FOR EACH ROW WHEN (((NOT bulk_load()) OR (new.name_norm IS NULL) OR (new.whitening_price_from IS NOT NULL) OR ((new.holiday_hours IS NOT NULL) AND (new.schedule_id IS NOT NULL)))) EXECUTE FUNCTION dentists_derive();
CREATE TRIGGER dentists_practice_name BEFORE INSERT OR UPDATE OF practice_id ON public.dentists FOR EACH ROW WHEN ((NOT bulk_load())) EXECUTE FUNCTION dentists_practice_name();
CREATE TRIGGER dentists_slug_history AFTER INSERT OR UPDATE OF name, city, state, slug, city_id, deleted_at ON public.dentists FOR EACH ROW WHEN ((NOT bulk_load())) EXECUTE FUNCTION dentists_slug_history();
CREATE TRIGGER dentists_tombstone AFTER UPDATE OF deleted_at ON public.dentists FOR EACH ROW WHEN ((old.deleted_at IS DISTINCT FROM new.deleted_at)) EXECUTE FUNCTION dentists_tombstone();
CREATE TRIGGER listing_index_added AFTER INSERT ON public.dentists REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((NOT bulk_load())) EXECUTE FUNCTION keep_listing_index();
CREATE TRIGGER listing_index_changed AFTER UPDATE ON public.dentists REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((NOT bulk_load())) EXECUTE FUNCTION keep_listing_index();
CREATE TRIGGER listing_index_removed AFTER DELETE ON public.dentists REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT WHEN ((NOT bulk_load())) EXECUTE FUNCTION keep_listing_index();
comment on column dentists.booking_url is 'where patients book online';
comment on column dentists.held_at is 'when a listing that matches another one was held; null once staff decided';
comment on column dentists.holiday_hours is 'dates and their hours, in the notation of server/contract/holiday-hours.ts';
comment on column dentists.identity_changed_at is 'when the owner of a verified listing changed its name, address, or phone; null once staff decided';
comment on column dentists.insurance_plans is 'names of server/contract/insurance-plans.ts in its order, separated by "; "';
comment on column dentists.license_discipline is 'the discipline that the board states, for staff only: its words, or none; null if the board states nothing';
comment on column dentists.npi_since is 'the day on which the registry gave out the NPI';
comment on column dentists.point_exactness is 'the building, the street near it, or the center of the ZIP code; null if not known';
comment on column dentists.rank is 'the weighted rating, unrated last; smaller is better';
comment on column dentists.whitening_price_on is 'the day when the price was stated';

create table directory_changes (
  id bigint not null generated always as identity,
  constraint directory_changes_pkey PRIMARY KEY (id)
);
CREATE TRIGGER directory_changes_version AFTER INSERT ON public.directory_changes FOR EACH STATEMENT EXECUTE FUNCTION add_content_version('listings');
alter table directory_changes enable always trigger directory_changes_version;

create table disputes (
  id text not null,
  user_id integer,
  customer_id text not null,
  charge_id text not null,
  invoice_id text,
  cents integer not null,
  currency text not null,
  reason text not null,
  status text not null,
  evidence_due_at timestamp with time zone,
  has_evidence boolean not null,
  withdrawn_cents integer not null default 0,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint disputes_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES billing_customers(id) ON DELETE CASCADE,
  constraint disputes_pkey PRIMARY KEY (id),
  constraint disputes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX disputes_age ON public.disputes USING btree (created_at);
CREATE INDEX disputes_customer ON public.disputes USING btree (customer_id);
CREATE INDEX disputes_open ON public.disputes USING btree (evidence_due_at) WHERE (status = ANY (ARRAY['needs_response'::text, 'warning_needs_response'::text]));
CREATE INDEX disputes_user ON public.disputes USING btree (user_id);

create table download_links (
  id uuid not null,
  token_hash bytea not null,
  user_id integer not null,
  session_id uuid not null,
  path text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  started_at timestamp with time zone,
  seen_at timestamp with time zone,
  ended_at timestamp with time zone,
  failure text,
  constraint download_links_pkey PRIMARY KEY (id),
  constraint download_links_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth_sessions(id) ON DELETE CASCADE,
  constraint download_links_token_hash_key UNIQUE (token_hash),
  constraint download_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX download_links_created ON public.download_links USING btree (created_at);
CREATE INDEX download_links_session ON public.download_links USING btree (session_id);
CREATE INDEX download_links_user ON public.download_links USING btree (user_id);

create table email_changes (
  id integer not null generated by default as identity,
  user_id integer not null,
  old_email text not null,
  new_email text not null,
  requested_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  undo_hash bytea,
  constraint email_changes_pkey PRIMARY KEY (id),
  constraint email_changes_undo_hash_key UNIQUE (undo_hash),
  constraint email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX email_changes_expiry ON public.email_changes USING btree (expires_at);
CREATE UNIQUE INDEX email_changes_pending ON public.email_changes USING btree (user_id) WHERE (confirmed_at IS NULL);
CREATE INDEX email_changes_undo ON public.email_changes USING btree (old_email) WHERE (confirmed_at IS NOT NULL);
CREATE INDEX email_changes_user ON public.email_changes USING btree (user_id);

create table email_verifications (
  token_hash bytea not null,
  user_id integer not null,
  email text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint email_verifications_pkey PRIMARY KEY (token_hash),
  constraint email_verifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX email_verifications_expiry ON public.email_verifications USING btree (expires_at);
CREATE INDEX email_verifications_user ON public.email_verifications USING btree (user_id);

create table facets (
  scope text not null,
  key text collate "C" not null,
  feature integer not null,
  n integer not null,
  constraint facets_scope_check CHECK ((scope = ANY (ARRAY['all'::text, 'state'::text, 'city'::text, 'zip3'::text, 'zip'::text])))
);
CREATE INDEX facets_key ON public.facets USING btree (scope, key, feature) INCLUDE (n);

create table generation_items (
  id integer not null generated always as identity,
  run_id uuid not null,
  topic_id text not null,
  status text not null default 'waiting'::text,
  message text,
  article_id integer,
  tokens_in integer,
  tokens_out integer,
  cost numeric(12,6),
  started_at timestamp with time zone,
  alive_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint generation_items_article_id_fkey FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE SET NULL,
  constraint generation_items_pkey PRIMARY KEY (id),
  constraint generation_items_run_id_fkey FOREIGN KEY (run_id) REFERENCES generation_runs(id) ON DELETE CASCADE,
  constraint generation_items_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'writing'::text, 'editing'::text, 'done'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX generation_items_run ON public.generation_items USING btree (run_id, id);

create table generation_runs (
  id uuid not null default gen_random_uuid(),
  started_by integer,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  constraint generation_runs_pkey PRIMARY KEY (id),
  constraint generation_runs_started_by_fkey FOREIGN KEY (started_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX generation_runs_one ON public.generation_runs USING btree ((true)) WHERE (finished_at IS NULL);

create table geocoded_addresses (
  dentist_id integer not null,
  address text not null,
  sent_at timestamp with time zone not null,
  constraint geocoded_addresses_dentist_id_fkey FOREIGN KEY (dentist_id) REFERENCES dentists(id) ON DELETE CASCADE,
  constraint geocoded_addresses_pkey PRIMARY KEY (dentist_id)
);

create table group_locations (
  dentist_id integer not null,
  group_id integer not null,
  cost_center text,
  constraint group_locations_dentist_id_fkey FOREIGN KEY (dentist_id) REFERENCES dentists(id) ON DELETE CASCADE,
  constraint group_locations_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE,
  constraint group_locations_pkey PRIMARY KEY (dentist_id)
);
CREATE INDEX group_locations_group ON public.group_locations USING btree (group_id, dentist_id);
CREATE TRIGGER group_locations_version AFTER INSERT OR DELETE OR UPDATE ON public.group_locations FOR EACH STATEMENT EXECUTE FUNCTION add_content_version('listings');

create table groups (
  id integer not null generated by default as identity,
  owner_id integer not null,
  name text not null,
  slug text not null,
  created_at timestamp with time zone not null,
  is_public boolean not null default false,
  accent text not null default ''::text,
  logo text not null default ''::text,
  about text not null default ''::text,
  constraint groups_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint groups_pkey PRIMARY KEY (id),
  constraint groups_slug_key UNIQUE (slug)
);
CREATE INDEX groups_owner ON public.groups USING btree (owner_id);
CREATE TRIGGER groups_version AFTER INSERT OR DELETE OR UPDATE ON public.groups FOR EACH STATEMENT EXECUTE FUNCTION add_content_version('listings');

create table human_checks (
  id uuid not null,
  used_at timestamp with time zone not null,
  constraint human_checks_pkey PRIMARY KEY (id)
);
CREATE INDEX human_checks_used ON public.human_checks USING btree (used_at);

create table idempotency_keys (
  user_id integer not null,
  key text not null,
  asked bytea not null,
  status smallint,
  answer jsonb,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, key),
  constraint idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX idempotency_keys_created ON public.idempotency_keys USING btree (created_at);

create table import_changes (
  run_id integer not null,
  dentist_id integer not null,
  line integer not null,
  before jsonb not null,
  after jsonb not null,
  sources jsonb not null default '{}'::jsonb,
  constraint import_changes_pkey PRIMARY KEY (run_id, dentist_id),
  constraint import_changes_run_id_fkey FOREIGN KEY (run_id) REFERENCES import_runs(id) ON DELETE CASCADE
);

create table import_decisions (
  run_id integer not null,
  "row" integer not null,
  decision text not null,
  dentist_id integer,
  constraint import_decisions_decision_check CHECK ((decision = ANY (ARRAY['skip'::text, 'keep'::text, 'merge'::text]))),
  constraint import_decisions_pkey PRIMARY KEY (run_id, "row"),
  constraint import_decisions_run_id_fkey FOREIGN KEY (run_id) REFERENCES import_runs(id) ON DELETE CASCADE
);

create unlogged table import_file_blocks (
  file_id integer not null,
  first_row integer not null,
  rows text not null,
  constraint import_file_blocks_file_id_fkey FOREIGN KEY (file_id) REFERENCES import_files(id) ON DELETE CASCADE,
  constraint import_file_blocks_pkey PRIMARY KEY (file_id, first_row)
);

create unlogged table import_file_bytes (
  file_id integer not null,
  starts bigint not null,
  bytes bytea not null storage external,
  constraint import_file_bytes_file_id_fkey FOREIGN KEY (file_id) REFERENCES import_files(id) ON DELETE CASCADE,
  constraint import_file_bytes_pkey PRIMARY KEY (file_id, starts)
);

create table import_files (
  id integer not null generated by default as identity,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone not null,
  user_id integer,
  user_name text not null,
  name text not null,
  bytes bigint not null default 0,
  sha256 text,
  status text not null default 'reading'::text,
  reading integer not null default 1,
  format jsonb not null default '{}'::jsonb,
  found jsonb not null default '{}'::jsonb,
  headers text[] not null default '{}'::text[],
  rows integer not null default 0,
  mapping jsonb,
  recipe jsonb not null default '[]'::jsonb,
  undone jsonb not null default '[]'::jsonb,
  version integer not null default 0,
  run_id integer,
  message text,
  stops integer not null default 0,
  constraint import_files_pkey PRIMARY KEY (id),
  constraint import_files_run_id_fkey FOREIGN KEY (run_id) REFERENCES import_runs(id) ON DELETE SET NULL,
  constraint import_files_status_check CHECK ((status = ANY (ARRAY['reading'::text, 'ready'::text, 'failed'::text]))),
  constraint import_files_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX import_files_used_at_idx ON public.import_files USING btree (used_at);

create table import_mappings (
  shape text not null,
  mapping jsonb not null,
  used_at timestamp with time zone not null,
  constraint import_mappings_pkey PRIMARY KEY (shape)
);

create unlogged table import_pieces (
  user_id integer not null,
  sha256 text not null,
  starts bigint not null,
  ends bigint not null,
  bytes bytea not null storage external,
  arrived_at timestamp with time zone not null,
  constraint import_pieces_check CHECK ((ends > starts)),
  constraint import_pieces_pkey PRIMARY KEY (user_id, sha256, starts),
  constraint import_pieces_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create unlogged table import_progress (
  run_id integer not null,
  phase text not null,
  done bigint not null default 0,
  total bigint not null default 0,
  cancel boolean not null default false,
  beat_at timestamp with time zone not null default now(),
  rows bigint not null default 0,
  started_at timestamp with time zone not null default clock_timestamp(),
  constraint import_progress_pkey PRIMARY KEY (run_id)
);

create table import_queue (
  id integer not null generated by default as identity,
  created_at timestamp with time zone not null,
  user_id integer,
  user_name text not null,
  source text not null,
  unattended text,
  recipe_name text,
  file_name text not null,
  file_bytes bigint not null default 0,
  sha256 text,
  options jsonb not null default '{}'::jsonb,
  format jsonb not null default '{}'::jsonb,
  recipe jsonb not null default '[]'::jsonb,
  mapping jsonb,
  state text not null default 'waiting'::text,
  run_id integer,
  outcome text,
  message text,
  attempts integer not null default 0,
  opened_at timestamp with time zone,
  ended_at timestamp with time zone,
  key text,
  modified_at timestamp with time zone,
  moved_at timestamp with time zone,
  constraint import_queue_key_key UNIQUE (key),
  constraint import_queue_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'failed'::text, 'canceled'::text]))),
  constraint import_queue_pkey PRIMARY KEY (id),
  constraint import_queue_run_id_fkey FOREIGN KEY (run_id) REFERENCES import_runs(id) ON DELETE SET NULL,
  constraint import_queue_source_check CHECK ((source = ANY (ARRAY['upload'::text, 'review'::text, 'folder'::text]))),
  constraint import_queue_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'started'::text, 'ended'::text]))),
  constraint import_queue_unattended_check CHECK ((unattended = ANY (ARRAY['preview'::text, 'apply'::text]))),
  constraint import_queue_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX import_queue_run_id_idx ON public.import_queue USING btree (run_id);
CREATE INDEX import_queue_state_id_idx ON public.import_queue USING btree (state, id);

create table import_queue_bytes (
  item_id integer not null,
  starts bigint not null,
  bytes bytea not null storage external,
  constraint import_queue_bytes_item_id_fkey FOREIGN KEY (item_id) REFERENCES import_queue(id) ON DELETE CASCADE,
  constraint import_queue_bytes_pkey PRIMARY KEY (item_id, starts)
);

create table import_recipes (
  id integer not null generated by default as identity,
  name text not null,
  steps jsonb not null,
  mapping jsonb,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone not null,
  format jsonb,
  constraint import_recipes_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX import_recipes_lower_idx ON public.import_recipes USING btree (lower(name));

create table import_refusals (
  run_id integer not null,
  "row" integer not null,
  line integer not null,
  cells text[] not null,
  reasons jsonb not null,
  constraint import_refusals_pkey PRIMARY KEY (run_id, "row"),
  constraint import_refusals_run_id_fkey FOREIGN KEY (run_id) REFERENCES import_runs(id) ON DELETE CASCADE
);

create table import_runs (
  id integer not null generated by default as identity,
  status text not null default 'running'::text,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  user_id integer,
  user_name text not null,
  file_name text not null,
  file_bytes bigint not null default 0,
  sha256 text,
  encoding text,
  delimiter text,
  headers text[] not null default '{}'::text[],
  mapping jsonb not null default '{}'::jsonb,
  options jsonb not null default '{}'::jsonb,
  rows_read integer,
  rows_new integer,
  rows_changed integer,
  rows_same integer,
  rows_refused integer,
  rows_deleted integer,
  fields_kept integer,
  problems jsonb not null default '[]'::jsonb,
  notes jsonb not null default '[]'::jsonb,
  duplicates jsonb not null default '[]'::jsonb,
  message text,
  created_ids int4multirange not null default '{}'::int4multirange,
  undone_at timestamp with time zone,
  undone_by text,
  undo_report jsonb,
  idempotency_key text,
  warnings jsonb not null default '[]'::jsonb,
  interrupted boolean not null default false,
  source text,
  constraint import_runs_idempotency_key_key UNIQUE (idempotency_key),
  constraint import_runs_pkey PRIMARY KEY (id),
  constraint import_runs_status_check CHECK ((status = ANY (ARRAY['running'::text, 'ready'::text, 'done'::text, 'failed'::text, 'cancelled'::text, 'undone'::text]))),
  constraint import_runs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX import_runs_by_file ON public.import_runs USING btree (lower(file_name) COLLATE "C", id);
CREATE INDEX import_runs_by_size ON public.import_runs USING btree (file_bytes, id);
CREATE INDEX import_runs_by_time ON public.import_runs USING btree (created_at, id);
CREATE INDEX import_runs_sha ON public.import_runs USING btree (sha256) WHERE (status = 'done'::text);
CREATE INDEX import_runs_source ON public.import_runs USING btree (source, id) WHERE (source IS NOT NULL);

create table import_watch (
  id boolean not null default true,
  mode text not null default 'preview'::text,
  recipe text,
  schedule jsonb,
  updated_at timestamp with time zone not null,
  read_at timestamp with time zone,
  read_requested_at timestamp with time zone,
  problem text,
  constraint import_watch_id_check CHECK (id),
  constraint import_watch_mode_check CHECK ((mode = ANY (ARRAY['preview'::text, 'apply'::text]))),
  constraint import_watch_pkey PRIMARY KEY (id)
);

create table inbox_items (
  id integer not null generated by default as identity,
  message_id integer,
  problem_id integer,
  request_id integer,
  claim_id integer,
  assignee_id integer,
  snoozed_until timestamp with time zone,
  read_at timestamp with time zone,
  review_id integer,
  constraint inbox_items_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint inbox_items_check CHECK ((num_nonnulls(message_id, problem_id, request_id, claim_id, review_id) = 1)),
  constraint inbox_items_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claim_requests(id) ON DELETE CASCADE,
  constraint inbox_items_claim_id_key UNIQUE (claim_id),
  constraint inbox_items_message_id_fkey FOREIGN KEY (message_id) REFERENCES contact_messages(id) ON DELETE CASCADE,
  constraint inbox_items_message_id_key UNIQUE (message_id),
  constraint inbox_items_pkey PRIMARY KEY (id),
  constraint inbox_items_problem_id_fkey FOREIGN KEY (problem_id) REFERENCES listing_problems(id) ON DELETE CASCADE,
  constraint inbox_items_problem_id_key UNIQUE (problem_id),
  constraint inbox_items_request_id_fkey FOREIGN KEY (request_id) REFERENCES privacy_requests(id) ON DELETE CASCADE,
  constraint inbox_items_request_id_key UNIQUE (request_id),
  constraint inbox_items_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE,
  constraint inbox_items_review_id_key UNIQUE (review_id)
);
CREATE INDEX inbox_items_assignee ON public.inbox_items USING btree (assignee_id) WHERE (assignee_id IS NOT NULL);
CREATE TRIGGER inbox_items_mark AFTER INSERT OR UPDATE OF assignee_id, snoozed_until ON public.inbox_items FOR EACH ROW WHEN ((new.claim_id IS NOT NULL)) EXECUTE FUNCTION mark_claim_of();

create table inbox_notes (
  id integer not null generated by default as identity,
  item_id integer not null,
  at timestamp with time zone not null,
  author_id integer,
  note text not null,
  constraint inbox_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint inbox_notes_item_id_fkey FOREIGN KEY (item_id) REFERENCES inbox_items(id) ON DELETE CASCADE,
  constraint inbox_notes_pkey PRIMARY KEY (id)
);
CREATE INDEX inbox_notes_item ON public.inbox_notes USING btree (item_id, id);

create table insight_daily (
  day date not null,
  measure text collate "C" not null,
  key text collate "C" not null default ''::text,
  n numeric not null,
  constraint insight_daily_pkey PRIMARY KEY (measure, day, key) INCLUDE (n)
);

create table insight_listings (
  dentist_id integer not null,
  day date not null,
  action text collate "C" not null,
  n integer not null,
  constraint insight_listings_dentist_id_fkey FOREIGN KEY (dentist_id) REFERENCES dentists(id) ON DELETE CASCADE,
  constraint insight_listings_pkey PRIMARY KEY (dentist_id, day, action) INCLUDE (n)
);
CREATE INDEX insight_listings_day ON public.insight_listings USING btree (day);

create table insight_seals (
  day date not null,
  sealed_at timestamp with time zone not null,
  constraint insight_seals_pkey PRIMARY KEY (day)
);

create table insight_tops (
  measure text collate "C" not null,
  size smallint not null,
  day date not null,
  key text collate "C" not null,
  n integer not null,
  constraint insight_tops_pkey PRIMARY KEY (measure, size, day, key) INCLUDE (n)
);

create table insurance_plans (
  id smallint not null,
  name text not null,
  aliases text[] not null default '{}'::text[],
  slug text not null,
  stored_name text not null,
  merged_into smallint,
  bits bigint not null,
  retired_at timestamp with time zone,
  is_changed boolean not null generated always as (((name <> stored_name) OR (merged_into IS NOT NULL) OR (retired_at IS NOT NULL))) stored,
  constraint insurance_plans_check CHECK ((merged_into <> id)),
  constraint insurance_plans_id_check CHECK (((id >= 1) AND (id <= 63))),
  constraint insurance_plans_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES insurance_plans(id),
  constraint insurance_plans_pkey PRIMARY KEY (id),
  constraint insurance_plans_slug_key UNIQUE (slug),
  constraint insurance_plans_stored_name_key UNIQUE (stored_name)
);
CREATE TRIGGER insurance_plans_changed AFTER INSERT OR DELETE OR UPDATE ON public.insurance_plans FOR EACH STATEMENT EXECUTE FUNCTION directory_changed();

create table job_schedules (
  name text not null,
  last_due timestamp with time zone not null,
  constraint job_schedules_pkey PRIMARY KEY (name)
);

create table jobs (
  id bigint not null generated by default as identity,
  name text not null,
  payload jsonb not null,
  key text,
  run_at timestamp with time zone not null,
  attempts integer not null default 0,
  max_attempts integer not null,
  held_by uuid,
  held_until timestamp with time zone,
  last_error text,
  created_at timestamp with time zone not null default now(),
  constraint jobs_key_key UNIQUE (key),
  constraint jobs_pkey PRIMARY KEY (id)
);
CREATE INDEX jobs_due ON public.jobs USING btree (run_at, id) WHERE (attempts < max_attempts);

create table known_addresses (
  user_id integer not null,
  address_hash bytea not null,
  last_login_at timestamp with time zone not null,
  constraint known_addresses_pkey PRIMARY KEY (user_id, address_hash),
  constraint known_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX known_addresses_age ON public.known_addresses USING btree (last_login_at);

create table listing_history (
  id bigint not null generated always as identity,
  dentist_id integer not null,
  at timestamp with time zone not null,
  user_id integer,
  field text not null,
  before jsonb,
  after jsonb,
  source text not null,
  source_name text,
  made_with text,
  constraint listing_history_dentist_id_fkey FOREIGN KEY (dentist_id) REFERENCES dentists(id) ON DELETE CASCADE,
  constraint listing_history_pkey PRIMARY KEY (id),
  constraint listing_history_source_check CHECK ((source = ANY (ARRAY['owner'::text, 'manager'::text, 'staff'::text, 'import'::text, 'claim'::text, 'system'::text]))),
  constraint listing_history_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX listing_history_listing ON public.listing_history USING btree (dentist_id, id DESC);

create table listing_index (
  id integer not null,
  rank smallint not null,
  name_norm text collate "C" not null,
  state text,
  city_id integer,
  zip3 text collate "C",
  zip5 text collate "C",
  schedule_id integer,
  rating real,
  review_count integer not null,
  price integer,
  features integer[] not null,
  lat real,
  lng real,
  constraint listing_index_pkey PRIMARY KEY (id)
);
CREATE INDEX listing_index_city ON public.listing_index USING btree (city_id, rank, name_norm, id);
CREATE INDEX listing_index_features ON public.listing_index USING gin (features) WITH (gin_pending_list_limit='256');
CREATE INDEX listing_index_name ON public.listing_index USING btree (name_norm, id);
CREATE INDEX listing_index_order ON public.listing_index USING btree (rank, name_norm, id) INCLUDE (lat, lng, zip3);
CREATE INDEX listing_index_position ON public.listing_index USING btree (lat, lng) INCLUDE (id);
CREATE INDEX listing_index_price ON public.listing_index USING btree (price, rank, name_norm, id);
CREATE INDEX listing_index_schedule ON public.listing_index USING btree (schedule_id);
CREATE INDEX listing_index_state ON public.listing_index USING btree (state, rank, name_norm, id) INCLUDE (lat, lng);
CREATE INDEX listing_index_state_name ON public.listing_index USING btree (state, name_norm, id);
CREATE INDEX listing_index_state_price ON public.listing_index USING btree (state, price, rank, name_norm, id);
CREATE INDEX listing_index_zip ON public.listing_index USING btree (zip5, rank, name_norm, id) INCLUDE (lat, lng);
CREATE INDEX listing_index_zip3 ON public.listing_index USING btree (zip3, rank, name_norm, id);

create table listing_managers (
  id integer not null generated by default as identity,
  dentist_id integer,
  email text not null,
  user_id integer,
  token_hash bytea,
  invited_by integer,
  invited_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  accepted_at timestamp with time zone,
  group_id integer,
  role text,
  locations integer[] not null default '{}'::integer[],
  constraint listing_managers_check CHECK (((user_id IS NULL) = (accepted_at IS NULL))),
  constraint listing_managers_dentist_id_email_key UNIQUE (dentist_id, email),
  constraint listing_managers_dentist_id_fkey FOREIGN KEY (dentist_id) REFERENCES dentists(id) ON DELETE CASCADE,
  constraint listing_managers_email_check CHECK ((email = lower(email))),
  constraint listing_managers_group_email UNIQUE (group_id, email),
  constraint listing_managers_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id) ON DELETE CASCADE,
  constraint listing_managers_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint listing_managers_pkey PRIMARY KEY (id),
  constraint listing_managers_place CHECK (((num_nonnulls(dentist_id, group_id) = 1) AND ((group_id IS NULL) = (role IS NULL)))),
  constraint listing_managers_role_check CHECK ((role = ANY (ARRAY['regional'::text, 'editor'::text, 'billing'::text, 'reader'::text]))),
  constraint listing_managers_token_hash_key UNIQUE (token_hash),
  constraint listing_managers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX listing_managers_group_user ON public.listing_managers USING btree (user_id, group_id) WHERE (user_id IS NOT NULL);
CREATE UNIQUE INDEX listing_managers_user ON public.listing_managers USING btree (user_id, dentist_id) WHERE (user_id IS NOT NULL);

create table listing_merges (
  id integer not null generated always as identity,
  kept_id integer not null,
  gone_id integer not null,
  at timestamp with time zone not null,
  by_user integer,
  changes jsonb not null,
  moved_claims integer[] not null default '{}'::integer[],
  moved_slugs jsonb not null default '[]'::jsonb,
  undone_at timestamp with time zone,
  moved_requests integer[] not null default '{}'::integer[],
  moved_settings boolean not null default false,
  moved_calls jsonb not null default '[]'::jsonb,
  moved_reviews integer[] not null default '{}'::integer[],
  gone_held_at timestamp with time zone,
  constraint listing_merges_by_user_fkey FOREIGN KEY (by_user) REFERENCES users(id) ON DELETE SET NULL,
  constraint listing_merges_kept_id_fkey FOREIGN KEY (kept_id) REFERENCES dentists(id) ON DELETE CASCADE,
  constraint listing_merges_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX listing_merges_gone ON public.listing_merges USING btree (gone_id) WHERE (undone_at IS NULL);
CREATE INDEX listing_merges_kept ON public.listing_merges USING btree (kept_id);
comment on column listing_merges.gone_held_at is 'when the merged listing had been held, to hold it again if the merge is undone';

create table listing_problems (
  id integer not null generated always as identity,
  dentist_id integer not null,
  about text not null,
  message text not null,
  email text,
  user_id integer,
  status text not null default 'open'::text,
  note text,
  created_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  closed_by integer,
  run_id integer,
  constraint listing_problems_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint listing_problems_dentist_id_fkey FOREIGN KEY (dentist_id) REFERENCES dentists(id) ON DELETE CASCADE,
  constraint listing_problems_pkey PRIMARY KEY (id),
  constraint listing_problems_run_id_fkey FOREIGN KEY (run_id) REFERENCES import_runs(id) ON DELETE SET NULL,
  constraint listing_problems_status_check CHECK ((status = ANY (ARRAY['open'::text, 'resolved'::text, 'dismissed'::text]))),
  constraint listing_problems_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX listing_problems_by_closing ON public.listing_problems USING btree (closed_at, id);
CREATE INDEX listing_problems_by_time ON public.listing_problems USING btree (created_at, id);
CREATE INDEX listing_problems_inbox ON public.listing_problems USING btree (status, created_at DESC, id DESC);
CREATE INDEX listing_problems_listing ON public.listing_problems USING btree (dentist_id);
CREATE INDEX listing_problems_open ON public.listing_problems USING btree (created_at) WHERE (status = 'open'::text);
CREATE INDEX listing_problems_run ON public.listing_problems USING btree (run_id) WHERE (run_id IS NOT NULL);
CREATE INDEX listing_problems_user ON public.listing_problems USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX listing_problems_words ON public.listing_problems USING gin (lower(email) gin_trgm_ops);

create table listing_slugs (
  city_id integer not null,
  slug text collate "C" not null,
  dentist_id integer not null,
  retired_at timestamp with time zone not null default now(),
  constraint listing_slugs_city_id_fkey FOREIGN KEY (city_id) REFERENCES cities(id),
  constraint listing_slugs_dentist_id_fkey FOREIGN KEY (dentist_id) REFERENCES dentists(id) ON DELETE CASCADE,
  constraint listing_slugs_pkey PRIMARY KEY (city_id, slug)
);
CREATE INDEX listing_slugs_dentist ON public.listing_slugs USING btree (dentist_id);

create table listing_tombstones (
  dentist_id integer not null,
  npi text,
  place_id text,
  name_norm text collate "C" not null,
  city_id integer,
  state text,
  zip5 text,
  created_at timestamp with time zone not null default now(),
  constraint listing_tombstones_pkey PRIMARY KEY (dentist_id)
);
CREATE INDEX listing_tombstones_name ON public.listing_tombstones USING btree (name_norm, zip5);
CREATE INDEX listing_tombstones_npi ON public.listing_tombstones USING btree (npi) WHERE (npi IS NOT NULL);
CREATE INDEX listing_tombstones_place ON public.listing_tombstones USING btree (place_id) WHERE (place_id IS NOT NULL);

create table listing_transfers (
  id integer not null generated always as identity,
  dentist_id integer not null,
  from_user_id integer,
  to_user_id integer,
  email text,
  token_hash bytea,
  status text not null default 'offered'::text,
  offered_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  closed_at timestamp with time zone,
  invoice_id text,
  invoice_ended_at timestamp with time zone,
  constraint listing_transfers_check CHECK (((status = ANY (ARRAY['offered'::text, 'paying'::text])) = (closed_at IS NULL))),
  constraint listing_transfers_dentist_id_fkey FOREIGN KEY (dentist_id) REFERENCES dentists(id) ON DELETE CASCADE,
  constraint listing_transfers_from_user_id_fkey FOREIGN KEY (from_user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint listing_transfers_pkey PRIMARY KEY (id),
  constraint listing_transfers_status_check CHECK ((status = ANY (ARRAY['offered'::text, 'paying'::text, 'done'::text, 'declined'::text, 'canceled'::text, 'expired'::text]))),
  constraint listing_transfers_to_user_id_fkey FOREIGN KEY (to_user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX listing_transfers_closed ON public.listing_transfers USING btree (closed_at);
CREATE INDEX listing_transfers_email ON public.listing_transfers USING btree (email) WHERE (closed_at IS NULL);
CREATE INDEX listing_transfers_from ON public.listing_transfers USING btree (from_user_id);
CREATE INDEX listing_transfers_listing ON public.listing_transfers USING btree (dentist_id, id);
CREATE UNIQUE INDEX listing_transfers_open ON public.listing_transfers USING btree (dentist_id) WHERE (closed_at IS NULL);
CREATE INDEX listing_transfers_to ON public.listing_transfers USING btree (to_user_id);
CREATE UNIQUE INDEX listing_transfers_token ON public.listing_transfers USING btree (token_hash);
CREATE INDEX listing_transfers_unsettled ON public.listing_transfers USING btree (id) WHERE ((invoice_id IS NOT NULL) AND (invoice_ended_at IS NULL) AND (status = ANY (ARRAY['declined'::text, 'canceled'::text, 'expired'::text])));

create table listing_words (
  word text collate "C" not null,
  rank smallint not null,
  name_norm text collate "C" not null,
  id integer not null,
  state text,
  city_id integer,
  zip3 text collate "C",
  zip5 text collate "C"
);
CREATE INDEX listing_words_key ON public.listing_words USING btree (word, rank, name_norm, id) INCLUDE (state, city_id, zip3, zip5);

create table media (
  hash text not null,
  width integer not null,
  bytes bytea storage external,
  real_width integer not null,
  real_height integer not null,
  created_at timestamp with time zone not null,
  is_review boolean not null default false,
  constraint media_hash_check CHECK ((hash ~ '^[0-9a-f]{40}$'::text)),
  constraint media_pkey PRIMARY KEY (hash, width),
  constraint media_width_check CHECK ((width = ANY (ARRAY[400, 800, 1600])))
);
CREATE INDEX media_of_reviews ON public.media USING btree (hash) WHERE is_review;

create table name_words (
  word text collate "C" not null,
  constraint name_words_pkey PRIMARY KEY (word)
);
CREATE INDEX name_words_parts ON public.name_words USING gin (word gin_trgm_ops);

create table notification_settings (
  user_id integer not null,
  monthly_insights boolean not null default true,
  appointment_requests boolean not null default true,
  confirmations boolean not null default true,
  insights_sent_for date,
  reviews boolean not null default true,
  weekly_reviews boolean not null default true,
  weekly_reviews_sent_for date,
  constraint notification_settings_pkey PRIMARY KEY (user_id),
  constraint notification_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table page_views (
  id bigint not null generated by default as identity,
  session_id uuid not null,
  page_path text not null,
  page_title text,
  "timestamp" timestamp with time zone not null default now(),
  time_on_page integer,
  exit_page boolean not null default false,
  view_id bigint,
  constraint page_views_pkey PRIMARY KEY (id)
);
CREATE INDEX page_views_articles ON public.page_views USING btree ("timestamp") WHERE (page_path ~~ '/articles/%'::text);
CREATE INDEX page_views_exits ON public.page_views USING btree (session_id) WHERE exit_page;
CREATE INDEX page_views_time ON public.page_views USING btree ("timestamp");
CREATE UNIQUE INDEX page_views_view ON public.page_views USING btree (session_id, view_id);

create table passkeys (
  id integer not null generated always as identity,
  user_id integer not null,
  name text not null,
  credential_id text not null,
  public_key bytea not null,
  uses bigint not null,
  transports text[] not null,
  can_sync boolean not null,
  is_synced boolean not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id);

create table policy_versions (
  id integer not null generated always as identity,
  policy text not null,
  fingerprint text not null,
  since timestamp with time zone not null,
  constraint policy_versions_pkey PRIMARY KEY (id)
);
CREATE INDEX policy_versions_latest ON public.policy_versions USING btree (policy, id DESC);

create table practice_review_links (
  dentist_id integer not null,
  version integer not null,
  replaced_at timestamp with time zone not null,
  constraint practice_review_links_dentist_id_fkey FOREIGN KEY (dentist_id) REFERENCES dentists(id) ON DELETE CASCADE,
  constraint practice_review_links_pkey PRIMARY KEY (dentist_id)
);

create table practice_types (
  id integer not null generated by default as identity,
  name text not null,
  description text,
  former_names text[] not null default '{}'::text[],
  constraint practice_types_name_key UNIQUE (name),
  constraint practice_types_pkey PRIMARY KEY (id)
);
CREATE TRIGGER practice_types_changed AFTER INSERT OR DELETE OR UPDATE ON public.practice_types FOR EACH STATEMENT EXECUTE FUNCTION directory_changed();

create table practices (
  id integer not null generated by default as identity,
  name text not null,
  description text,
  address text,
  city text,
  state text,
  zip_code text,
  phone text,
  image text,
  is_active boolean not null default true,
  created_by integer,
  created_at timestamp with time zone not null default now(),
  npi text,
  constraint practices_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint practices_pkey PRIMARY KEY (id)
);
CREATE INDEX practices_by_name ON public.practices USING btree (search_norm(name) COLLATE "C", id);
CREATE UNIQUE INDEX practices_npi ON public.practices USING btree (npi) WHERE (npi IS NOT NULL);
CREATE INDEX practices_place ON public.practices USING btree (name, city, state);
CREATE TRIGGER practices_changed AFTER DELETE OR UPDATE ON public.practices FOR EACH STATEMENT EXECUTE FUNCTION directory_changed();
CREATE TRIGGER practices_renamed AFTER UPDATE OF name ON public.practices FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION practices_renamed();

create table privacy_requests (
  id integer not null generated by default as identity,
  kind text not null,
  name text not null,
  email text not null,
  message text not null default ''::text,
  user_id integer,
  status text not null default 'open'::text,
  received_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  closed_by integer,
  notes text not null default ''::text,
  constraint privacy_requests_check CHECK (((status = 'open'::text) = (closed_at IS NULL))),
  constraint privacy_requests_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint privacy_requests_kind_check CHECK ((kind = ANY (ARRAY['access'::text, 'correction'::text, 'deletion'::text, 'export'::text, 'objection'::text, 'other'::text]))),
  constraint privacy_requests_pkey PRIMARY KEY (id),
  constraint privacy_requests_status_check CHECK ((status = ANY (ARRAY['open'::text, 'done'::text, 'refused'::text]))),
  constraint privacy_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX privacy_requests_by_closing ON public.privacy_requests USING btree (closed_at, id);
CREATE INDEX privacy_requests_by_due ON public.privacy_requests USING btree (due_at, id);
CREATE INDEX privacy_requests_by_time ON public.privacy_requests USING btree (received_at, id);
CREATE INDEX privacy_requests_open ON public.privacy_requests USING btree (due_at) WHERE (status = 'open'::text);
CREATE INDEX privacy_requests_words ON public.privacy_requests USING gin (lower(name) gin_trgm_ops, lower(email) gin_trgm_ops);

create unlogged table rate_limits (
  key text not null,
  hits integer not null,
  resets_at timestamp with time zone not null,
  constraint rate_limits_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limits_resets ON public.rate_limits USING btree (resets_at);

create table recovery_codes (
  user_id integer not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table registry_records (
  npi text collate "C" not null,
  status text not null,
  is_organization boolean not null,
  name text,
  other_name text,
  credentials text,
  taxonomy text,
  licenses text,
  address text,
  city text,
  state text,
  zip_code text,
  phone text,
  enumerated_on date,
  updated_on date,
  deactivated_on date,
  reactivated_on date,
  constraint registry_records_npi_check CHECK ((npi ~ '^[0-9]{10}$'::text)),
  constraint registry_records_pkey PRIMARY KEY (npi),
  constraint registry_records_status_check CHECK ((status = ANY (ARRAY['active'::text, 'deactivated'::text, 'left'::text])))
);

create table registry_retirements (
  dentist_id integer not null,
  npi text collate "C" not null,
  run_id integer not null,
  retired_at timestamp with time zone not null,
  constraint registry_retirements_pkey PRIMARY KEY (dentist_id)
);
CREATE INDEX registry_retirements_npi ON public.registry_retirements USING btree (npi);
CREATE INDEX registry_retirements_run ON public.registry_retirements USING btree (run_id);

create table review_invitations (
  id integer not null generated always as identity,
  request_id integer,
  dentist_id integer,
  link_key bytea,
  token_hash bytea,
  contact text,
  email_key bytea,
  visited_on date,
  invited_at timestamp with time zone not null,
  reminded_at timestamp with time zone,
  ended_at timestamp with time zone,
  is_practice_invited boolean not null default false,
  constraint review_invitations_check CHECK ((num_nonnulls(request_id, dentist_id) = 1)),
  constraint review_invitations_dentist_id_fkey FOREIGN KEY (dentist_id) REFERENCES dentists(id) ON DELETE CASCADE,
  constraint review_invitations_pkey PRIMARY KEY (id),
  constraint review_invitations_request_id_fkey FOREIGN KEY (request_id) REFERENCES appointment_requests(id) ON DELETE CASCADE,
  constraint review_invitations_request_id_key UNIQUE (request_id)
);
CREATE INDEX review_invitations_email_key ON public.review_invitations USING btree (email_key) WHERE (email_key IS NOT NULL);
CREATE INDEX review_invitations_listing ON public.review_invitations USING btree (dentist_id) WHERE (dentist_id IS NOT NULL);
CREATE INDEX review_invitations_open ON public.review_invitations USING btree (invited_at) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX review_invitations_token ON public.review_invitations USING btree (token_hash) WHERE (token_hash IS NOT NULL);

create table review_photos (
  id integer not null generated always as identity,
  review_id integer not null,
  hash text not null,
  digest text not null,
  width integer not null,
  height integer not null,
  created_at timestamp with time zone not null,
  constraint review_photos_hash_key UNIQUE (hash),
  constraint review_photos_pkey PRIMARY KEY (id),
  constraint review_photos_review_id_digest_key UNIQUE (review_id, digest),
  constraint review_photos_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE
);

create table reviews (
  id integer not null generated always as identity,
  dentist_id integer not null,
  invitation_id integer,
  source text not null default 'here'::text,
  verified_by text default 'email'::text,
  status text not null,
  stars smallint not null,
  explained boolean,
  on_time boolean,
  price_as_told boolean,
  would_return boolean,
  service_id integer,
  visit_month date not null,
  body text not null,
  author_name text not null,
  language text not null,
  flags text[] not null default '{}'::text[],
  prints integer[] not null default '{}'::integer[],
  network_key bytea,
  device_key bytea,
  written_at timestamp with time zone not null,
  sent_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  publish_at timestamp with time zone,
  due_at timestamp with time zone,
  published_at timestamp with time zone,
  decided_at timestamp with time zone,
  decided_by integer,
  reason text,
  appeal text,
  appealed_at timestamp with time zone,
  reply text,
  replied_at timestamp with time zone,
  replied_by integer,
  report_reason text,
  reported_at timestamp with time zone,
  reported_by integer,
  report_decided_at timestamp with time zone,
  report_outcome text,
  constraint reviews_appeal_check CHECK ((char_length(appeal) <= 1000)),
  constraint reviews_body_check CHECK (((char_length(body) >= 20) AND (char_length(body) <= 2000))),
  constraint reviews_check CHECK ((num_nonnulls(reply, replied_at) = ANY (ARRAY[0, 2]))),
  constraint reviews_check1 CHECK (((status <> 'waiting'::text) OR (publish_at IS NOT NULL))),
  constraint reviews_check2 CHECK (((status <> 'refused'::text) OR (reason IS NOT NULL))),
  constraint reviews_check3 CHECK (((source = 'imported'::text) = (verified_by IS NULL))),
  constraint reviews_check4 CHECK ((num_nonnulls(report_reason, reported_at) = ANY (ARRAY[0, 2]))),
  constraint reviews_check5 CHECK (((num_nonnulls(report_decided_at, report_outcome) = ANY (ARRAY[0, 2])) AND ((report_decided_at IS NULL) OR (reported_at IS NOT NULL)))),
  constraint reviews_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint reviews_dentist_id_fkey FOREIGN KEY (dentist_id) REFERENCES dentists(id) ON DELETE CASCADE,
  constraint reviews_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES review_invitations(id) ON DELETE SET NULL,
  constraint reviews_invitation_id_key UNIQUE (invitation_id),
  constraint reviews_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text]))),
  constraint reviews_pkey PRIMARY KEY (id),
  constraint reviews_replied_by_fkey FOREIGN KEY (replied_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint reviews_reply_check CHECK (((char_length(reply) >= 1) AND (char_length(reply) <= 1000))),
  constraint reviews_reported_by_fkey FOREIGN KEY (reported_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint reviews_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id) ON DELETE SET NULL,
  constraint reviews_source_check CHECK ((source = ANY (ARRAY['here'::text, 'imported'::text, 'sample'::text]))),
  constraint reviews_stars_check CHECK (((stars >= 1) AND (stars <= 5))),
  constraint reviews_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'flagged'::text, 'published'::text, 'refused'::text]))),
  constraint reviews_verified_by_check CHECK ((verified_by = ANY (ARRAY['visit'::text, 'practice'::text, 'email'::text]))),
  constraint reviews_visit_month_check CHECK ((EXTRACT(day FROM visit_month) = (1)::numeric))
);
CREATE INDEX reviews_appealed ON public.reviews USING btree (appealed_at) WHERE (appealed_at IS NOT NULL);
CREATE INDEX reviews_decided ON public.reviews USING btree (decided_at, id) WHERE (decided_at IS NOT NULL);
CREATE INDEX reviews_decider ON public.reviews USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX reviews_device ON public.reviews USING btree (device_key, sent_at) WHERE (device_key IS NOT NULL);
CREATE INDEX reviews_listing ON public.reviews USING btree (dentist_id);
CREATE INDEX reviews_network ON public.reviews USING btree (network_key, sent_at) WHERE (network_key IS NOT NULL);
CREATE INDEX reviews_prints ON public.reviews USING gin (prints) WHERE (source <> 'sample'::text);
CREATE INDEX reviews_published ON public.reviews USING btree (published_at) WHERE (status = 'published'::text);
CREATE INDEX reviews_replier ON public.reviews USING btree (replied_by) WHERE (replied_by IS NOT NULL);
CREATE INDEX reviews_reported ON public.reviews USING btree (reported_at) WHERE (reported_at IS NOT NULL);
CREATE INDEX reviews_reporter ON public.reviews USING btree (reported_by) WHERE (reported_by IS NOT NULL);
CREATE INDEX reviews_service ON public.reviews USING btree (service_id) WHERE (service_id IS NOT NULL);
CREATE INDEX reviews_shown ON public.reviews USING btree (dentist_id, source, written_at DESC, id DESC) WHERE (status = 'published'::text);
CREATE INDEX reviews_to_decide ON public.reviews USING btree (due_at, id) WHERE (status = 'flagged'::text);
CREATE INDEX reviews_to_publish ON public.reviews USING btree (publish_at) WHERE (status = 'waiting'::text);
CREATE INDEX reviews_written ON public.reviews USING btree (written_at) WHERE (source = 'here'::text);
CREATE TRIGGER reviews_added AFTER INSERT ON public.reviews FOR EACH ROW WHEN (((new.status = 'published'::text) AND (new.source = 'here'::text))) EXECUTE FUNCTION reviews_changed();
CREATE TRIGGER reviews_changed AFTER UPDATE ON public.reviews FOR EACH ROW WHEN (((old.status = 'published'::text) OR (new.status = 'published'::text))) EXECUTE FUNCTION reviews_changed();
CREATE TRIGGER reviews_removed AFTER DELETE ON public.reviews FOR EACH ROW WHEN ((old.status = 'published'::text)) EXECUTE FUNCTION reviews_changed();

create table schedules (
  id integer not null generated by default as identity,
  time_zone text not null,
  open_hours int4multirange,
  open_days smallint not null generated always as (days_open(open_hours, 300, 1440)) stored,
  open_evenings smallint not null generated always as (days_open(open_hours, 1080, 1440)) stored,
  week_id integer,
  holiday_hours text,
  holiday_dates datemultirange generated always as (holiday_dates(holiday_hours)) stored,
  holiday_times tsmultirange generated always as (holiday_times(holiday_hours)) stored,
  open_slots smallint[] not null generated always as (open_slots(open_hours, holiday_hours)) stored,
  constraint schedules_check CHECK (((open_hours IS NULL) = (week_id IS NOT NULL))),
  constraint schedules_check1 CHECK (((holiday_hours IS NULL) = (week_id IS NULL))),
  constraint schedules_pkey PRIMARY KEY (id),
  constraint schedules_time_zone_open_hours_key UNIQUE (time_zone, open_hours),
  constraint schedules_week_id_fkey FOREIGN KEY (week_id) REFERENCES schedules(id),
  constraint schedules_week_id_holiday_hours_key UNIQUE (week_id, holiday_hours)
);

create table search_analytics (
  id bigint not null generated by default as identity,
  session_id uuid not null,
  search_query text,
  search_type text not null default 'general'::text,
  results_count integer,
  clicked_result_id integer,
  click_position integer,
  "timestamp" timestamp with time zone not null default now(),
  constraint search_analytics_clicked_result_id_fkey FOREIGN KEY (clicked_result_id) REFERENCES dentists(id) ON DELETE SET NULL,
  constraint search_analytics_pkey PRIMARY KEY (id)
);
CREATE INDEX search_analytics_clicked ON public.search_analytics USING btree (clicked_result_id) WHERE (clicked_result_id IS NOT NULL);
CREATE INDEX search_analytics_session ON public.search_analytics USING btree (session_id, id);
CREATE INDEX search_analytics_time ON public.search_analytics USING btree ("timestamp");
CREATE TRIGGER search_analytics_start BEFORE INSERT ON public.search_analytics FOR EACH ROW EXECUTE FUNCTION join_search_with_its_start();

create table services (
  id integer not null generated by default as identity,
  name text not null,
  description text,
  former_names text[] not null default '{}'::text[],
  former_ids integer[] not null default '{}'::integer[],
  constraint services_name_key UNIQUE (name),
  constraint services_pkey PRIMARY KEY (id)
);
CREATE TRIGGER services_changed AFTER INSERT OR DELETE OR UPDATE ON public.services FOR EACH STATEMENT EXECUTE FUNCTION directory_changed();

create table shared_shortlists (
  slug text not null,
  listing_ids integer[] not null,
  created_at timestamp with time zone not null,
  viewed_at timestamp with time zone not null,
  constraint shared_shortlists_listing_ids_check CHECK (((cardinality(listing_ids) >= 1) AND (cardinality(listing_ids) <= 50))),
  constraint shared_shortlists_pkey PRIMARY KEY (slug)
);
CREATE INDEX shared_shortlists_viewed ON public.shared_shortlists USING btree (viewed_at);

create table sign_in_challenges (
  token_hash bytea not null,
  user_id integer not null,
  kind text not null,
  attempts integer not null default 0,
  expires_at timestamp with time zone not null,
  constraint sign_in_challenges_pkey PRIMARY KEY (token_hash),
  constraint sign_in_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sign_in_challenges_expiry ON public.sign_in_challenges USING btree (expires_at);
CREATE INDEX sign_in_challenges_user ON public.sign_in_challenges USING btree (user_id);

create table source_settings (
  key text not null,
  priority smallint not null default 3,
  url text,
  every text,
  tried_at timestamp with time zone,
  failure text,
  constraint source_settings_every_check CHECK ((every = ANY (ARRAY['week'::text, 'month'::text]))),
  constraint source_settings_pkey PRIMARY KEY (key),
  constraint source_settings_priority_check CHECK (((priority >= 1) AND (priority <= 5)))
);

create table staff_identities (
  issuer text not null,
  subject text not null,
  user_id integer not null,
  linked_at timestamp with time zone not null,
  last_login_at timestamp with time zone not null,
  constraint staff_identities_issuer_user_id_key UNIQUE (issuer, user_id),
  constraint staff_identities_pkey PRIMARY KEY (issuer, subject),
  constraint staff_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX staff_identities_user ON public.staff_identities USING btree (user_id);

create table staff_invitations (
  id integer not null generated by default as identity,
  email text not null,
  role text not null,
  token_hash bytea,
  invited_by integer,
  invited_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint staff_invitations_email_check CHECK ((email = lower(email))),
  constraint staff_invitations_email_key UNIQUE (email),
  constraint staff_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint staff_invitations_pkey PRIMARY KEY (id),
  constraint staff_invitations_role_check CHECK ((role = ANY (ARRAY['analyst'::text, 'reviewer'::text, 'editor'::text, 'admin'::text]))),
  constraint staff_invitations_token_hash_key UNIQUE (token_hash)
);

create table started_claims (
  user_id integer not null,
  dentist_id integer not null,
  started_at timestamp with time zone not null,
  constraint started_claims_dentist_id_fkey FOREIGN KEY (dentist_id) REFERENCES dentists(id) ON DELETE CASCADE,
  constraint started_claims_pkey PRIMARY KEY (user_id, dentist_id),
  constraint started_claims_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX started_claims_age ON public.started_claims USING btree (started_at);
CREATE INDEX started_claims_listing ON public.started_claims USING btree (dentist_id);

create table states (
  code text not null,
  name text not null,
  slug text not null,
  kind text not null,
  time_zone text not null,
  constraint states_code_check CHECK ((code ~ '^[A-Z]{2}$'::text)),
  constraint states_name_key UNIQUE (name),
  constraint states_pkey PRIMARY KEY (code),
  constraint states_slug_key UNIQUE (slug)
);

create table stripe_events (
  id text not null,
  type text not null,
  customer_id text,
  happened_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  constraint stripe_events_pkey PRIMARY KEY (id)
);
CREATE INDEX stripe_events_received ON public.stripe_events USING btree (received_at);

create table subscription_prices (
  subscription_id text not null,
  since timestamp with time zone not null,
  plan text not null,
  "interval" text not null,
  cents integer not null,
  constraint subscription_prices_pkey PRIMARY KEY (subscription_id, since),
  constraint subscription_prices_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id) ON DELETE CASCADE
);

create table subscriptions (
  id text not null,
  customer_id text not null,
  user_id integer,
  price_id text not null,
  plan text not null,
  "interval" text not null,
  launch boolean not null default false,
  cents integer not null,
  status text not null,
  current_period_start timestamp with time zone not null,
  current_period_end timestamp with time zone not null,
  trial_end timestamp with time zone,
  cancel_at timestamp with time zone,
  canceled_at timestamp with time zone,
  ended_at timestamp with time zone,
  started_at timestamp with time zone not null,
  card_brand text,
  card_last4 text,
  renewal_mailed_for timestamp with time zone,
  cancel_mailed_for timestamp with time zone,
  end_mailed boolean not null default false,
  quantity integer not null default 1,
  item_id text,
  constraint subscriptions_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES billing_customers(id) ON DELETE CASCADE,
  constraint subscriptions_interval_check CHECK (("interval" = ANY (ARRAY['monthly'::text, 'yearly'::text]))),
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX subscriptions_by_end ON public.subscriptions USING btree (cancel_at, id);
CREATE INDEX subscriptions_by_price ON public.subscriptions USING btree (cents, id);
CREATE INDEX subscriptions_by_renewal ON public.subscriptions USING btree (current_period_end, id);
CREATE INDEX subscriptions_by_start ON public.subscriptions USING btree (started_at, id);
CREATE INDEX subscriptions_customer ON public.subscriptions USING btree (customer_id);
CREATE INDEX subscriptions_renewals ON public.subscriptions USING btree (current_period_end) WHERE (status = ANY (ARRAY['active'::text, 'trialing'::text]));
CREATE INDEX subscriptions_user ON public.subscriptions USING btree (user_id);

create table system_settings (
  name text not null,
  value jsonb not null,
  updated_at timestamp with time zone not null default now(),
  updated_by integer,
  constraint system_settings_pkey PRIMARY KEY (name),
  constraint system_settings_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE TRIGGER system_settings_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.system_settings FOR EACH STATEMENT EXECUTE FUNCTION add_content_version('settings');

create table table_views (
  id integer not null generated by default as identity,
  table_name text not null,
  name text not null,
  user_id integer not null,
  is_shared boolean not null default false,
  search text not null,
  updated_at timestamp with time zone not null,
  constraint table_views_name_check CHECK ((name <> ''::text)),
  constraint table_views_pkey PRIMARY KEY (id),
  constraint table_views_table_name_user_id_name_key UNIQUE (table_name, user_id, name),
  constraint table_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX table_views_owner ON public.table_views USING btree (user_id);

create table topics (
  id integer not null generated by default as identity,
  slug text not null,
  name text not null,
  category text not null,
  about text not null default ''::text,
  former_names text[] not null default '{}'::text[],
  former_slugs text[] not null default '{}'::text[],
  constraint topics_name_check CHECK ((name <> ''::text)),
  constraint topics_name_key UNIQUE (name),
  constraint topics_pkey PRIMARY KEY (id),
  constraint topics_slug_check CHECK ((slug <> ''::text)),
  constraint topics_slug_key UNIQUE (slug)
);
CREATE TRIGGER topics_version AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.topics FOR EACH STATEMENT EXECUTE FUNCTION add_content_version('articles');

create table transactions (
  id integer not null generated by default as identity,
  user_id integer,
  customer_id text not null,
  invoice_id text not null,
  number text,
  subscription_id text,
  plan text,
  description text not null,
  status text not null,
  currency text not null,
  cents integer not null,
  paid_cents integer not null default 0,
  refunded_cents integer not null default 0,
  attempts integer not null default 0,
  receipt_url text,
  created_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  receipt_mailed boolean not null default false,
  failures_mailed integer not null default 0,
  constraint transactions_invoice_id_key UNIQUE (invoice_id),
  constraint transactions_pkey PRIMARY KEY (id),
  constraint transactions_status_check CHECK ((status = ANY (ARRAY['open'::text, 'failed'::text, 'paid'::text, 'void'::text, 'uncollectible'::text]))),
  constraint transactions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX transactions_age ON public.transactions USING btree (created_at);
CREATE INDEX transactions_number ON public.transactions USING btree (lower(number)) WHERE (number IS NOT NULL);
CREATE INDEX transactions_user ON public.transactions USING btree (user_id, created_at DESC);
CREATE STATISTICS public.transactions_number_share ON lower(number) FROM transactions;

create table two_factor (
  user_id integer not null,
  secret text not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_step bigint,
  constraint two_factor_pkey PRIMARY KEY (user_id),
  constraint two_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table undeliverable_emails (
  email text not null,
  reason text not null,
  since timestamp with time zone not null,
  last_failed_at timestamp with time zone not null,
  constraint undeliverable_emails_email_check CHECK ((email = lower(email))),
  constraint undeliverable_emails_pkey PRIMARY KEY (email)
);
CREATE INDEX undeliverable_emails_age ON public.undeliverable_emails USING btree (last_failed_at);

create table user_events (
  id bigint not null generated by default as identity,
  session_id uuid not null,
  user_id integer,
  event_type text not null,
  event_name text,
  page_path text,
  element_id text,
  element_text text,
  search_query text,
  search_results integer,
  dentist_id integer,
  "timestamp" timestamp with time zone not null default now(),
  metadata jsonb,
  constraint user_events_dentist_id_fkey FOREIGN KEY (dentist_id) REFERENCES dentists(id) ON DELETE SET NULL,
  constraint user_events_pkey PRIMARY KEY (id),
  constraint user_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX user_events_dentist ON public.user_events USING btree (dentist_id, "timestamp") WHERE (dentist_id IS NOT NULL);
CREATE INDEX user_events_session ON public.user_events USING btree (session_id);
CREATE INDEX user_events_time ON public.user_events USING btree ("timestamp");
CREATE INDEX user_events_user ON public.user_events USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE TRIGGER user_events_profile_view BEFORE INSERT ON public.user_events FOR EACH ROW WHEN ((new.event_type = 'profile_view'::text)) EXECUTE FUNCTION skip_repeated_profile_view();

create table user_sessions (
  id bigint not null generated by default as identity,
  session_id uuid not null,
  user_id integer,
  ip_address text,
  user_agent text,
  start_time timestamp with time zone not null default now(),
  end_time timestamp with time zone,
  page_views integer not null default 0,
  duration integer not null default 0,
  referrer text,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  device_type text,
  browser_name text,
  operating_system text,
  country_code text,
  city_name text,
  is_active boolean not null default true,
  constraint user_sessions_pkey PRIMARY KEY (id),
  constraint user_sessions_session_id_key UNIQUE (session_id),
  constraint user_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
) with (fillfactor=75);
CREATE INDEX user_sessions_open ON public.user_sessions USING btree (id) WHERE is_active;
CREATE INDEX user_sessions_start ON public.user_sessions USING btree (start_time);
CREATE INDEX user_sessions_user ON public.user_sessions USING btree (user_id) WHERE (user_id IS NOT NULL);

create table users (
  id integer not null generated by default as identity,
  email text not null,
  password text,
  name text not null,
  role text not null default 'user'::text,
  subscription_plan text not null default 'free'::text,
  subscription_status text not null default 'inactive'::text,
  subscription_expires_at timestamp with time zone,
  stripe_customer_id text,
  stripe_subscription_id text,
  reset_token text,
  reset_token_expires_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  email_verified_at timestamp with time zone,
  constraint users_email_check CHECK ((email = lower(email))),
  constraint users_email_key UNIQUE (email),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_reset_token_key UNIQUE (reset_token),
  constraint users_role_check CHECK ((role = ANY (ARRAY['user'::text, 'analyst'::text, 'reviewer'::text, 'editor'::text, 'admin'::text]))),
  constraint users_stripe_customer_id_key UNIQUE (stripe_customer_id),
  constraint users_stripe_subscription_id_key UNIQUE (stripe_subscription_id)
);
CREATE INDEX users_by_creation ON public.users USING btree (created_at, id);
CREATE INDEX users_by_name ON public.users USING btree (lower(name), id);
CREATE INDEX users_created ON public.users USING btree (created_at);
CREATE INDEX users_staff ON public.users USING btree (id) WHERE (role <> 'user'::text);
CREATE INDEX users_words ON public.users USING gin (lower(name) gin_trgm_ops, email gin_trgm_ops);
CREATE TRIGGER users_email_changed BEFORE UPDATE OF email ON public.users FOR EACH ROW WHEN ((new.email IS DISTINCT FROM old.email)) EXECUTE FUNCTION users_email_changed();
CREATE TRIGGER users_paid AFTER UPDATE OF subscription_status, subscription_plan ON public.users FOR EACH ROW WHEN (((old.subscription_status IS DISTINCT FROM new.subscription_status) OR (old.subscription_plan IS DISTINCT FROM new.subscription_plan))) EXECUTE FUNCTION users_paid();
CREATE TRIGGER users_plan_changed AFTER UPDATE OF subscription_status, subscription_plan ON public.users FOR EACH ROW WHEN (((old.subscription_status IS DISTINCT FROM new.subscription_status) OR (old.subscription_plan IS DISTINCT FROM new.subscription_plan))) EXECUTE FUNCTION directory_changed();

create table webhook_deliveries (
  id bigint not null generated always as identity,
  endpoint_id integer not null,
  event_id uuid not null default gen_random_uuid(),
  type text not null,
  subject text not null,
  data jsonb not null,
  created_at timestamp with time zone not null,
  state text not null default 'waiting'::text,
  due_at timestamp with time zone not null,
  held_until timestamp with time zone,
  attempts integer not null default 0,
  attempted_at timestamp with time zone,
  status integer,
  duration_ms integer,
  reply text,
  error text,
  constraint webhook_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text])))
);
CREATE INDEX webhook_deliveries_age ON public.webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (endpoint_id, due_at, id) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_deliveries_log ON public.webhook_deliveries USING btree (endpoint_id, id);
CREATE INDEX webhook_deliveries_order ON public.webhook_deliveries USING btree (endpoint_id, subject, id) WHERE (state = 'waiting'::text);

create table webhook_endpoints (
  id integer not null generated always as identity,
  user_id integer not null,
  url text not null,
  events text[] not null,
  secret text not null,
  old_secret text,
  old_secret_until timestamp with time zone,
  created_at timestamp with time zone not null,
  failing_since timestamp with time zone,
  disabled_at timestamp with time zone,
  constraint webhook_endpoints_events_check CHECK ((cardinality(events) > 0)),
  constraint webhook_endpoints_pkey PRIMARY KEY (id),
  constraint webhook_endpoints_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX webhook_endpoints_user ON public.webhook_endpoints USING btree (user_id);

create table website_suggestions (
  id integer not null generated by default as identity,
  dentist_id integer not null,
  topic text not null,
  stated jsonb not null,
  page text not null,
  quote text not null,
  certainty smallint not null,
  seen_at timestamp with time zone not null,
  declined_at timestamp with time zone,
  constraint website_suggestions_certainty_check CHECK (((certainty >= 0) AND (certainty <= 100))),
  constraint website_suggestions_dentist_id_fkey FOREIGN KEY (dentist_id) REFERENCES dentists(id) ON DELETE CASCADE,
  constraint website_suggestions_dentist_id_topic_key UNIQUE (dentist_id, topic),
  constraint website_suggestions_pkey PRIMARY KEY (id),
  constraint website_suggestions_topic_check CHECK ((topic = ANY (ARRAY['hours'::text, 'languages'::text, 'insurancePlans'::text, 'services'::text, 'bookingUrl'::text])))
);
comment on column website_suggestions.stated is 'values by listing field, in the notation of imports';

create table website_visits (
  website text not null,
  host text not null,
  visited_at timestamp with time zone,
  pages smallint not null default 0,
  problem text,
  held_until timestamp with time zone,
  constraint website_visits_pkey PRIMARY KEY (website)
);
CREATE INDEX website_visits_host ON public.website_visits USING btree (host) WHERE (held_until IS NOT NULL);

create table wrong_number_days (
  dentist_id integer not null,
  day date not null,
  constraint wrong_number_days_dentist_id_fkey FOREIGN KEY (dentist_id) REFERENCES dentists(id) ON DELETE CASCADE,
  constraint wrong_number_days_pkey PRIMARY KEY (dentist_id)
);

create table zips (
  zip text collate "C" not null,
  city_id integer not null,
  state text not null,
  lat real not null,
  lng real not null,
  time_zone text not null,
  constraint zips_city_id_fkey FOREIGN KEY (city_id) REFERENCES cities(id),
  constraint zips_pkey PRIMARY KEY (zip),
  constraint zips_state_fkey FOREIGN KEY (state) REFERENCES states(code),
  constraint zips_zip_check CHECK ((zip ~ '^[0-9]{5}$'::text))
);
CREATE INDEX zips_city ON public.zips USING btree (city_id);
