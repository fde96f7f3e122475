-- Bitmaps of what patients filter by. A search for a combination that few listings match reads these instead of a whole index.

-- Which listings of a chunk have a feature. server/listings/search/rare/features.ts numbers the features. Listing n is bit
-- n % 8192 of chunk n / 8192.
create table filter_bits (
  feature smallint not null,
  chunk integer not null,
  bits bit(8192) not null,
  primary key (feature, chunk)
);

-- Listings that were written since their chunk was built. Searches examine these too, so the bitmaps may be old.
create table filter_changes (dentist_id integer not null);

create table filter_state (
  only_row boolean primary key default true check (only_row),
  -- Every listing is in the bitmaps or in filter_changes.
  complete boolean not null default false,
  -- Counts the resets, so that a build that began before one doesn't declare itself complete.
  epoch integer not null default 0
);
insert into filter_state default values;

create function note_filter_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into filter_changes select id from new_rows;
  else
    insert into filter_changes select distinct id from (
      select id, service_mask, plan_mask, traits, whitening_price_from, flags, schedule_id, state, deleted_at is null from new_rows
      except
      select id, service_mask, plan_mask, traits, whitening_price_from, flags, schedule_id, state, deleted_at is null from old_rows) changed;
  end if;
  return null;
end
$$;
create trigger filter_bits_added after insert on dentists referencing new table as new_rows
  for each statement execute function note_filter_changes();
create trigger filter_bits_changed after update on dentists referencing old table as old_rows new table as new_rows
  for each statement execute function note_filter_changes();

-- The keys are rebuilt after loads that run without the triggers above.
create function reset_filter_bits() returns trigger language plpgsql as $$
begin
  truncate filter_bits, filter_changes;
  update filter_state set complete = false, epoch = epoch + 1;
  return null;
end
$$;
create trigger filter_bits_reset after truncate on listing_keys for each statement execute function reset_filter_bits();
