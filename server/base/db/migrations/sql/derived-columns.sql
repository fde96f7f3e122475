-- Triggers that keep the derived columns of a listing up to date.

-- True during a bulk load. A bulk load runs "set local enamel.bulk = 'on'", writes its rows, and calls rebuild_search()
-- before it commits.
create function bulk_load() returns boolean language sql stable as $$
  select coalesce(current_setting('enamel.bulk', true), '') = 'on'
$$;

create function free_slug(listing integer, in_city integer, name text) returns text language plpgsql as $$
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
$$;

-- Derives columns of a listing. In a bulk load, rebuild_search() derives what depends on other tables: place, slug, time zone,
-- regular week, services, and plan. Imports compute the rest for whole sets of rows, so an insert derives it only if it's missing.
create function dentists_derive() returns trigger language plpgsql as $$
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
      select subscription_status = 'active' and subscription_plan in ('professional', 'pro_max', 'enterprise'),
             subscription_status = 'active' and subscription_plan in ('pro_max', 'enterprise')
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
      or new.name_norm is distinct from old.name_norm or new.zip5 is distinct from old.zip5
      or new.zip3 is distinct from old.zip3 or new.rank is distinct from old.rank))
  then
    new.name_norm := public.search_norm(new.name);
    new.zip5 := substring(new.zip_code from '^\s*([0-9]{5})');
    new.zip3 := substring(new.zip_code from '^\s*([0-9]{3})[0-9]{2}');
    new.rank := public.rank_of(new.rating, new.review_count);
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
$$;
create trigger dentists_derive_new before insert on dentists for each row when (not bulk_load() or new.name_norm is null
  or new.whitening_price_from is not null or (new.holiday_hours is not null and new.schedule_id is not null))
  execute function dentists_derive();
create trigger dentists_derive_changed before update on dentists for each row when (not bulk_load()
  or (new.holiday_hours is not null and new.schedule_id is not null)
  or new.whitening_price_from is distinct from old.whitening_price_from or new.whitening_price_to is distinct from old.whitening_price_to
  or new.name is distinct from old.name or new.zip_code is distinct from old.zip_code
  or new.rating is distinct from old.rating or new.review_count is distinct from old.review_count
  or new.name_norm is distinct from old.name_norm or new.zip5 is distinct from old.zip5 or new.zip3 is distinct from old.zip3
  or new.rank is distinct from old.rank)
  execute function dentists_derive();

create function dentists_slug_history() returns trigger language plpgsql as $$
begin
  if new.slug is not null then
    delete from public.listing_slugs where city_id = new.city_id and slug = new.slug;
  end if;
  if tg_op = 'UPDATE' and old.slug is not null and old.city_id is not null
     and (new.city_id, new.slug) is distinct from (old.city_id, old.slug)
     and not exists (select from public.dentists d where d.city_id = old.city_id and d.slug = old.slug and d.deleted_at is null) then
    insert into public.listing_slugs (city_id, slug, dentist_id) values (old.city_id, old.slug, new.id)
    on conflict (city_id, slug) do update set dentist_id = excluded.dentist_id, retired_at = now();
  end if;
  return null;
end
$$;
create trigger dentists_slug_history after insert or update of name, city, state, slug, city_id, deleted_at on dentists
  for each row when (not bulk_load()) execute function dentists_slug_history();

create function dentists_tombstone() returns trigger language plpgsql as $$
begin
  if new.deleted_at is null then
    delete from public.listing_tombstones where dentist_id = new.id;
  else
    insert into public.listing_tombstones (dentist_id, npi, place_id, name_norm, city_id, state, zip5)
    values (new.id, new.npi, new.place_id, new.name_norm, new.city_id, new.state, new.zip5) on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger dentists_tombstone after update of deleted_at on dentists
  for each row when (old.deleted_at is distinct from new.deleted_at) execute function dentists_tombstone();

-- Any update of a listing derives its columns again, so the functions below only need to touch the row.
create function users_paid() returns trigger language plpgsql as $$
begin
  update public.dentists set is_paid = is_paid where user_id = new.id;
  return null;
end
$$;
create trigger users_paid after update of subscription_status, subscription_plan on users
  for each row when ((old.subscription_status, old.subscription_plan) is distinct from (new.subscription_status, new.subscription_plan))
  execute function users_paid();

create function dentist_services_added() returns trigger language plpgsql as $$
begin
  update public.dentists set service_mask = service_mask where id in (select dentist_id from new_rows);
  return null;
end
$$;

create function dentist_services_removed() returns trigger language plpgsql as $$
begin
  update public.dentists set service_mask = service_mask where id in (select dentist_id from old_rows);
  return null;
end
$$;

create function dentist_services_changed() returns trigger language plpgsql as $$
begin
  update public.dentists set service_mask = service_mask
  where id in (select dentist_id from old_rows union select dentist_id from new_rows);
  return null;
end
$$;
create trigger dentist_services_added after insert on dentist_services
  referencing new table as new_rows for each statement when (not bulk_load()) execute function dentist_services_added();
create trigger dentist_services_removed after delete on dentist_services
  referencing old table as old_rows for each statement when (not bulk_load()) execute function dentist_services_removed();
create trigger dentist_services_changed after update on dentist_services
  referencing old table as old_rows new table as new_rows for each statement when (not bulk_load()) execute function dentist_services_changed();

create function dentists_practice_name() returns trigger language plpgsql as $$
begin
  new.practice_norm := (select public.search_norm(name) from public.practices where id = new.practice_id);
  return new;
end
$$;
create trigger dentists_practice_name before insert or update of practice_id on dentists
  for each row when (not bulk_load()) execute function dentists_practice_name();

create function practices_renamed() returns trigger language plpgsql as $$
begin
  update public.dentists set practice_norm = public.search_norm(new.name) where practice_id = new.id;
  return null;
end
$$;
create trigger practices_renamed after update of name on practices
  for each row when (old.name is distinct from new.name) execute function practices_renamed();
