-- Derives what search needs for whole sets of rows.

-- Copies the names of all practices, after a load that did not.
create function fill_practice_names() returns void language sql as $$
  update public.dentists d set practice_norm = p.norm
  from public.dentists x left join (select id, public.search_norm(name) as norm from public.practices) p on p.id = x.practice_id
  where x.id = d.id and x.practice_norm is distinct from p.norm
$$;

-- Derives columns and the index from the stored listings, with the same result as the triggers. A bulk load calls it in its
-- transaction: set local enamel.bulk = 'on'; write; select rebuild_search(). Rows that are already correct are not rewritten. Run
-- "vacuum analyze" on the tables after the commit.
create function rebuild_search() returns void language plpgsql as $$
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
           coalesce(u.subscription_status = 'active' and u.subscription_plan in ('professional', 'pro_max', 'enterprise'), false) as is_paid,
           coalesce(u.subscription_status = 'active' and u.subscription_plan in ('pro_max', 'enterprise'), false) as is_pro_max
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
           coalesce(u.subscription_status = 'active' and u.subscription_plan in ('professional', 'pro_max', 'enterprise'), false),
           coalesce(u.subscription_status = 'active' and u.subscription_plan in ('pro_max', 'enterprise'), false));

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
$$;
