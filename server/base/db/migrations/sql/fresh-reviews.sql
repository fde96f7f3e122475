-- Reviews count less in the order of results once they are two years old, and cards quote a sentence of the newest one.
alter table dentists
  -- The mean and the number of the reviews that were written here, in which those older than two years count half. The rank uses them.
  add column fresh_rating numeric(2, 1),
  add column fresh_review_count integer not null default 0,
  -- The first whole sentence of the newest published review that fits on a card: text, language, and isSample.
  add column review_line jsonb;

-- The first whole sentence of 10 to 120 characters. A period after an abbreviation, an initial, or in a number ends no sentence.
create function review_line(body text) returns text language sql immutable parallel safe as $$
  select replace(btrim((regexp_match(
    regexp_replace(regexp_replace(body, '\m(Dra?s?|Mrs?|Ms|Sra?s?|St|Jr|No|Inc|[ap]\.m|[A-Z])\.', E'\\1\u2024', 'g'), '(\d)\.(\d)', E'\\1\u2024\\2', 'g'),
    '(?:^|[.!?]\s+|\n)\s*([^.!?\n]{9,118}[.!?]+["”’)]?)(?=\s|$)'))[1]), E'\u2024', '.')
$$;

-- The sums of a listing's published reviews at a time.
create function review_sums(listing integer, at timestamptz)
returns table (rating numeric, n integer, fresh_rating numeric, fresh_n integer, line jsonb) language sql stable as $$
  select round(avg(v.stars), 1), count(*)::integer, round(sum(v.stars * w.weight) / sum(w.weight), 1), coalesce(round(sum(w.weight)), 0)::integer,
    (select jsonb_build_object('text', public.review_line(o.body), 'language', o.language, 'isSample', o.is_sample)
     from (select body, language, is_sample from public.reviews where dentist_id = listing and status = 'published'
       order by is_sample, written_at desc, id desc limit 1) o
     where public.review_line(o.body) is not null)
  from public.reviews v
  cross join lateral (select case when v.written_at > at - interval '2 years' then 1 else 0.5 end as weight) w
  where v.dentist_id = listing and v.status = 'published' and not v.is_sample
$$;

create or replace function reviews_changed() returns trigger language plpgsql as $$
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

update dentists d set fresh_rating = s.fresh_rating, fresh_review_count = s.fresh_n, review_line = s.line
from (select distinct dentist_id from reviews where status = 'published') r cross join lateral review_sums(r.dentist_id, now()) s
where d.id = r.dentist_id;
