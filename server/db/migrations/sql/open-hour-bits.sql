-- The bitmaps tell in which hours of the week a listing may be open.

-- The hours of a week in which a schedule is open at some minute, from Monday midnight on. An hour that is open on a holiday is open
-- on its weekday.
create function open_slots(week int4multirange, holiday_hours text) returns smallint[] language sql immutable parallel safe as $$
  select array(
    select slot from generate_series(0, 167) slot where week && int4range(slot * 60, slot * 60 + 60)
    union
    select (extract(isodow from t) - 1)::int * 24 + extract(hour from t)::int
    from unnest(holiday_times(holiday_hours)) span
    cross join generate_series(date_trunc('hour', lower(span)), upper(span) - interval '1 microsecond', interval '1 hour') t
    order by 1)::smallint[]
$$;
alter table schedules add column open_slots smallint[] not null generated always as (open_slots(open_hours, holiday_hours)) stored;

-- The server builds them again.
truncate filter_bits, filter_changes;
update filter_state set complete = false, epoch = epoch + 1;
