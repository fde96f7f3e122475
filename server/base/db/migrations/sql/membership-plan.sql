alter table dentists add column membership_plan boolean;

CREATE OR REPLACE FUNCTION public.listing_entries(ids integer[])
 RETURNS SETOF listing_index
 LANGUAGE sql
 STABLE
AS $function$
  select d.id, d.rank, public.listing_names(d.name_norm, d.practice_norm) as name_norm, d.state, d.city_id, d.zip3, d.zip5, d.schedule_id,
    d.rating::real as rating, d.review_count, d.whitening_price_from as price,
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
    || array(select 2000000 + tenths from unnest(array[35, 40, 45]) tenths where d.rating * 10 >= tenths)
    || array(select 3000000 + dollars from unnest(array[150, 200, 300, 400, 500, 750, 1000]) dollars where d.whitening_price_from <= dollars)
    || array(select 4000000 + reviews from unnest(array[10, 50, 100, 250]) reviews where d.review_count >= reviews) as features,
    coalesce(d.lat, zip.lat)::real as lat, coalesce(d.lng, zip.lng)::real as lng
  from public.dentists d
  left join public.schedules s on s.id = d.schedule_id
  left join public.schedules week on week.id = coalesce(s.week_id, s.id)
  left join public.zips zip on zip.zip = d.zip5
  where d.deleted_at is null and d.id = any(ids)
$function$;

select rebuild_directory();
