-- Office hours, read from text. The grammar is that of server/contract/hours.ts; change both together.

-- Minutes since midnight.
create function hours_clock(hour int, minute int, half text) returns int language sql immutable parallel safe as $$
  select case
    when minute > 59 then null
    when half is null then case when hour <= 24 and hour * 60 + minute <= 1440 then hour * 60 + minute end
    when hour between 1 and 12 then (hour % 12 + case half when 'pm' then 12 else 0 end) * 60 + minute
  end
$$;

-- The open minutes of one day, or null if the text can't be read.
create function parse_hours(value text) returns int4multirange language plpgsql immutable parallel safe as $$
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
$$;

-- The open minutes of a week that starts Monday at 00:00, or null if no day can be read.
create function week_hours(mon text, tue text, wed text, thu text, fri text, sat text, sun text)
returns int4multirange language plpgsql immutable parallel safe as $$
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
$$;

-- The days on which a schedule is open at some minute between two minutes of the day; bit 0 is Monday.
create function days_open(week int4multirange, starts integer, ends integer) returns smallint language sql immutable parallel safe as $$
  select coalesce(bit_or(1 << day) filter (where week && int4range(day * 1440 + starts, day * 1440 + ends)), 0)::smallint
  from generate_series(0, 6) day
$$;

-- The dates of a text such as "2026-11-26: Closed; 2026-12-24 to 2026-12-31: 8:00 AM - 12:00 PM", and their open minutes.
create function holiday_spans(value text) returns table (days daterange, hours int4multirange) language sql immutable parallel safe as $$
  select daterange(make_date(m[1]::int, m[2]::int, m[3]::int),
           make_date(coalesce(m[5], m[1])::int, coalesce(m[6], m[2])::int, coalesce(m[7], m[3])::int), '[]'), public.parse_hours(m[8])
  from regexp_split_to_table(value, '; ') part
  cross join lateral regexp_match(part, '^(\d{4})-(\d\d)-(\d\d)( to (\d{4})-(\d\d)-(\d\d)){0,1}: (.+)$') m
  where m is not null
$$;

create function holiday_dates(value text) returns datemultirange language sql immutable parallel safe as $$
  select coalesce(range_agg(days), '{}') from public.holiday_spans(value)
$$;

-- The open times on these dates, on the clock of the practice. Each date ends at midnight.
create function holiday_times(value text) returns tsmultirange language sql immutable parallel safe as $$
  select coalesce(range_agg(tsrange(day + lower(span) * interval '1 minute', day + least(upper(span), 1440) * interval '1 minute')), '{}')
  from public.holiday_spans(value), generate_series(lower(days)::timestamp, (upper(days) - 1)::timestamp, interval '1 day') day, unnest(hours) span
$$;

-- The hours of a week in which a schedule is open at some minute, from Monday midnight on. An hour that is open on a holiday is open
-- on its weekday.
create function open_slots(week int4multirange, holiday_hours text) returns smallint[] language sql immutable parallel safe as $$
  select array(
    select slot from generate_series(0, 167) slot where week && int4range(slot * 60, slot * 60 + 60)
    union
    select (extract(isodow from t) - 1)::int * 24 + extract(hour from t)::int
    from unnest(public.holiday_times(holiday_hours)) span
    cross join generate_series(date_trunc('hour', lower(span)), upper(span) - interval '1 microsecond', interval '1 hour') t
    order by 1)::smallint[]
$$;

-- The distinct weeks. Few weeks differ, so listings refer to them by id, and an index can answer "open now" with one integer.
create table schedules (
  id integer generated by default as identity primary key,
  time_zone text not null,
  open_hours int4multirange,
  -- A day is open from 5 AM on, so a shift that begins the evening before doesn't open it. An evening begins at 6 PM.
  open_days smallint not null generated always as (days_open(open_hours, 300, 1440)) stored,
  open_evenings smallint not null generated always as (days_open(open_hours, 1080, 1440)) stored,
  -- A schedule with holiday hours refers to its regular week, which is a schedule, too. Listings with the same week and the
  -- same dates share it.
  week_id integer references schedules,
  holiday_hours text,
  holiday_dates datemultirange generated always as (holiday_dates(holiday_hours)) stored,
  holiday_times tsmultirange generated always as (holiday_times(holiday_hours)) stored,
  open_slots smallint[] not null generated always as (open_slots(open_hours, holiday_hours)) stored,
  unique (time_zone, open_hours),
  unique (week_id, holiday_hours),
  check ((open_hours is null) = (week_id is not null)),
  check ((holiday_hours is null) = (week_id is null))
);
