-- Dates on which a listing has other hours than in its regular week.

alter table dentists add column holiday_hours text;
comment on column dentists.holiday_hours is 'dates and their hours, in the notation of server/contract/holiday-hours.ts';

-- The dates of a text such as "2026-11-26: Closed; 2026-12-24 to 2026-12-31: 8:00 AM - 12:00 PM", and their open minutes.
create function holiday_spans(value text) returns table (days daterange, hours int4multirange) language sql immutable parallel safe as $$
  select daterange(make_date(m[1]::int, m[2]::int, m[3]::int),
           make_date(coalesce(m[5], m[1])::int, coalesce(m[6], m[2])::int, coalesce(m[7], m[3])::int), '[]'), parse_hours(m[8])
  from regexp_split_to_table(value, '; ') part
  cross join lateral regexp_match(part, '^(\d{4})-(\d\d)-(\d\d)( to (\d{4})-(\d\d)-(\d\d)){0,1}: (.+)$') m
  where m is not null
$$;

create function holiday_dates(value text) returns datemultirange language sql immutable parallel safe as $$
  select coalesce(range_agg(days), '{}') from holiday_spans(value)
$$;

-- The open times on these dates, on the clock of the practice. Each date ends at midnight.
create function holiday_times(value text) returns tsmultirange language sql immutable parallel safe as $$
  select coalesce(range_agg(tsrange(day + lower(span) * interval '1 minute', day + least(upper(span), 1440) * interval '1 minute')), '{}')
  from holiday_spans(value), generate_series(lower(days)::timestamp, (upper(days) - 1)::timestamp, interval '1 day') day, unnest(hours) span
$$;

-- A schedule with holiday hours refers to its regular week, which is a schedule, too. Listings with the same week and the
-- same dates share it.
alter table schedules
  alter column open_hours drop not null,
  add column week_id integer references schedules,
  add column holiday_hours text,
  add column holiday_dates datemultirange generated always as (holiday_dates(holiday_hours)) stored,
  add column holiday_times tsmultirange generated always as (holiday_times(holiday_hours)) stored,
  add unique (week_id, holiday_hours),
  add check ((open_hours is null) = (week_id is not null)),
  add check ((holiday_hours is null) = (week_id is null));

-- Runs after dentists_derive or rebuild_search() has set the schedule of the regular week.
create function dentists_derive_holidays() returns trigger language plpgsql as $$
declare
  week integer := (select coalesce(week_id, id) from schedules where id = new.schedule_id);
begin
  select id into new.schedule_id from schedules where week_id = week and holiday_hours = new.holiday_hours;
  if new.schedule_id is null then
    insert into schedules (time_zone, week_id, holiday_hours) values (new.time_zone, week, new.holiday_hours)
      on conflict do nothing returning id into new.schedule_id;
    if new.schedule_id is null then
      select id into new.schedule_id from schedules where week_id = week and holiday_hours = new.holiday_hours;
    end if;
  end if;
  return new;
end
$$;
create trigger dentists_derive_holidays before insert or update on dentists
  for each row when (new.holiday_hours is not null and new.schedule_id is not null) execute function dentists_derive_holidays();
