-- A link to write and change one review. It is for an accepted appointment request whose day has passed, or for a person who asked for it
-- on a profile. It holds the author's link and sealed address, also for the review's later emails. All of it is erased when the
-- invitation ends without a review, or when the author deletes the review.
create table review_invitations (
  id integer generated always as identity primary key,
  request_id integer unique references appointment_requests on delete cascade,
  -- For a person who asked for the link. Opening it verifies the address.
  dentist_id integer references dentists on delete cascade,
  link_key bytea,
  token_hash bytea,
  contact text,
  email_key bytea,
  -- The day on the practice's calendar.
  visited_on date,
  invited_at timestamptz not null,
  reminded_at timestamptz,
  ended_at timestamptz,
  -- The author opened the practice's link.
  is_practice_invited boolean not null default false,
  check (num_nonnulls(request_id, dentist_id) = 1)
);
create index review_invitations_listing on review_invitations (dentist_id) where dentist_id is not null;
create unique index review_invitations_token on review_invitations (token_hash) where token_hash is not null;
create index review_invitations_email_key on review_invitations (email_key) where email_key is not null;
create index review_invitations_open on review_invitations (invited_at) where ended_at is null;

create table reviews (
  id integer generated always as identity primary key,
  dentist_id integer not null references dentists on delete cascade,
  invitation_id integer unique references review_invitations on delete set null,
  -- Written here, taken over from another directory, or invented. In this order, a listing shows only the first kind that it has.
  source text not null default 'here' check (source in ('here', 'imported', 'sample')),
  -- How the author is known: by an accepted request, by the practice's link, or only by the email address. Null if imported.
  verified_by text default 'email' check (verified_by in ('visit', 'practice', 'email')),
  status text not null check (status in ('waiting', 'flagged', 'published', 'refused')),
  stars smallint not null check (stars between 1 and 5),
  -- Null if the author skipped the question.
  explained boolean,
  on_time boolean,
  price_as_told boolean,
  would_return boolean,
  service_id integer references services on delete set null,
  visit_month date not null check (extract(day from visit_month) = 1),
  body text not null check (char_length(body) between 20 and 2000),
  author_name text not null,
  language text not null check (language in ('en', 'es')),
  flags text[] not null default '{}',
  -- Hashes of its word sequences, to find copied text.
  prints integer[] not null default '{}',
  -- An HMAC of the author's network with a key that changes, erased after 30 days.
  network_key bytea,
  -- The same of a random value that the author's browser keeps.
  device_key bytea,
  written_at timestamptz not null,
  -- When this text was sent: the first time, or with the last edit.
  sent_at timestamptz not null,
  changed_at timestamptz not null,
  -- When a job publishes a waiting review.
  publish_at timestamptz,
  -- By when staff decide on a flagged one.
  due_at timestamptz,
  published_at timestamptz,
  decided_at timestamptz,
  decided_by integer references users on delete set null,
  -- Why it was refused.
  reason text,
  appeal text check (char_length(appeal) <= 1000),
  appealed_at timestamptz,
  -- The practice's answer.
  reply text check (char_length(reply) between 1 and 1000),
  replied_at timestamptz,
  replied_by integer references users on delete set null,
  -- The practice's report of a published review, once for each. The review shows until staff decide.
  report_reason text,
  reported_at timestamptz,
  reported_by integer references users on delete set null,
  report_decided_at timestamptz,
  -- "refused", or the reason to keep it.
  report_outcome text,
  check (num_nonnulls(reply, replied_at) in (0, 2)),
  check (status <> 'waiting' or publish_at is not null),
  check (status <> 'refused' or reason is not null),
  check ((source = 'imported') = (verified_by is null)),
  check (num_nonnulls(report_reason, reported_at) in (0, 2)),
  check (num_nonnulls(report_decided_at, report_outcome) in (0, 2) and (report_decided_at is null or reported_at is not null))
);
create index reviews_shown on reviews (dentist_id, source, written_at desc, id desc) where status = 'published';
create index reviews_listing on reviews (dentist_id);
create index reviews_to_publish on reviews (publish_at) where status = 'waiting';
create index reviews_to_decide on reviews (due_at, id) where status = 'flagged';
create index reviews_decided on reviews (decided_at, id) where decided_at is not null;
create index reviews_decider on reviews (decided_by) where decided_by is not null;
create index reviews_replier on reviews (replied_by) where replied_by is not null;
create index reviews_service on reviews (service_id) where service_id is not null;
create index reviews_network on reviews (network_key, sent_at) where network_key is not null;
create index reviews_device on reviews (device_key, sent_at) where device_key is not null;
create index reviews_prints on reviews using gin (prints) where source <> 'sample';
create index reviews_reporter on reviews (reported_by) where reported_by is not null;
-- Staff's figures per month, and the emails about a week.
create index reviews_written on reviews (written_at) where source = 'here';
create index reviews_published on reviews (published_at) where status = 'published';
create index reviews_reported on reviews (reported_at) where reported_at is not null;
create index reviews_appealed on reviews (appealed_at) where appealed_at is not null;

-- The photos of a review, oldest first. Their bytes are in media under random names, so that no two reviews share a picture.
create table review_photos (
  id integer generated always as identity primary key,
  review_id integer not null references reviews on delete cascade,
  hash text not null unique,
  -- Of the encoded picture, so that a photo that is sent twice is stored once.
  digest text not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null,
  unique (review_id, digest)
);

-- A picture of a review is served only while that review is published.
alter table media add column is_review boolean not null default false;
create index media_of_reviews on media (hash) where is_review;

-- The link by which a practice asks its patients for reviews has a code, which is derived from the listing and this version. A listing
-- without a row has version 0.
create table practice_review_links (
  dentist_id integer primary key references dentists on delete cascade,
  version integer not null,
  replaced_at timestamptz not null
);

alter table dentists
  -- The mean and the number of the published reviews that were written here. Profiles, cards, and filters use them instead of a rating of an
  -- import, so that the two never mix.
  add column own_rating numeric(2, 1),
  add column own_review_count integer not null default 0,
  -- The same, in which reviews older than two years count half. The rank uses them.
  add column fresh_rating numeric(2, 1),
  add column fresh_review_count integer not null default 0,
  -- The sentence that cards quote: text, language, and isSample.
  add column review_line jsonb;

-- The first whole sentence of 10 to 120 characters. A period after an abbreviation, an initial, or in a number ends no sentence.
create function review_line(body text) returns text language sql immutable parallel safe as $$
  select replace(btrim((regexp_match(
    regexp_replace(regexp_replace(body, '\m(Dra?s?|Mrs?|Ms|Sra?s?|St|Jr|No|Inc|[ap]\.m|[A-Z])\.', E'\\1\u2024', 'g'), '(\d)\.(\d)', E'\\1\u2024\\2', 'g'),
    '(?:^|[.!?]\s+|\n)\s*([^.!?\n]{9,118}[.!?]+["”’)]?)(?=\s|$)'))[1]), E'\u2024', '.')
$$;

-- The sums of a listing's published reviews at a time, without samples and imported ones.
create function review_sums(listing integer, at timestamptz)
returns table (rating numeric, n integer, fresh_rating numeric, fresh_n integer, line jsonb) language sql stable as $$
  select round(avg(v.stars), 1), count(*)::integer, round(sum(v.stars * w.weight) / sum(w.weight), 1), coalesce(round(sum(w.weight)), 0)::integer,
    -- Cards quote the reviews that the profile shows, unless those are imported.
    (select jsonb_build_object('text', public.review_line(o.body), 'language', o.language, 'isSample', o.source = 'sample')
     from (select body, language, source from public.reviews where dentist_id = listing and status = 'published'
       order by source, written_at desc, id desc limit 1) o
     where o.source <> 'imported' and public.review_line(o.body) is not null)
  from public.reviews v
  cross join lateral (select case when v.written_at > at - interval '2 years' then 1 else 0.5 end as weight) w
  where v.dentist_id = listing and v.status = 'published' and v.source = 'here'
$$;

create function reviews_changed() returns trigger language plpgsql as $$
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

-- Samples are stored before any page is, and an import updates its listings once, at its end.
create trigger reviews_added after insert on reviews
  for each row when (new.status = 'published' and new.source = 'here') execute function reviews_changed();
create trigger reviews_changed after update on reviews
  for each row when (old.status = 'published' or new.status = 'published') execute function reviews_changed();
create trigger reviews_removed after delete on reviews
  for each row when (old.status = 'published') execute function reviews_changed();

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

-- Staff decide on flagged reviews in an inbox.
alter table inbox_items
  add column review_id integer unique references reviews on delete cascade,
  drop constraint inbox_items_check,
  add constraint inbox_items_check check (num_nonnulls(message_id, problem_id, request_id, claim_id, review_id) = 1);

-- Emails to a practice about its reviews.
alter table notification_settings
  add column reviews boolean not null default true,
  add column weekly_reviews boolean not null default true,
  -- The week of the last digest, so that a repeated job sends none twice.
  add column weekly_reviews_sent_for date;

alter table listing_merges add column moved_reviews integer[] not null default '{}';
