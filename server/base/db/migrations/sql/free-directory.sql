-- Without payments, owners have what the Professional plan gives, and nothing is sponsored.
create function public.takes_payments() returns boolean language sql stable parallel safe as $$
  select not exists (select from public.system_settings where name = 'takes_payments' and value = 'false')
$$;

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
