-- The bitmaps also have what staff filter listings by (server/listings/admin/queries-flags.ts), and the regions of listings.

create or replace function note_filter_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into filter_changes select id from new_rows;
  elsif tg_op = 'DELETE' then
    insert into filter_changes select id from old_rows where deleted_at is null;
  else
    -- The plan is cached, and "except" never becomes a nested loop over the rows of a large update.
    insert into filter_changes select distinct id from (
      select id, service_mask, plan_mask, traits, whitening_price_from, flags, schedule_id, state, zip3, is_pro_max, deleted_at is null,
        is_paid, is_verified, user_id is null, identity_changed_at is null, practice_type_id, practice_image is null, phone = '',
        website is null, npi is null, city_id is null, zip5 is null, coalesce(address, '') = '',
        concat(monday_hours, tuesday_hours, wednesday_hours, thursday_hours, friday_hours, saturday_hours, sunday_hours) = '',
        field_sources -> 'name' ->> 'source' from new_rows
      except
      select id, service_mask, plan_mask, traits, whitening_price_from, flags, schedule_id, state, zip3, is_pro_max, deleted_at is null,
        is_paid, is_verified, user_id is null, identity_changed_at is null, practice_type_id, practice_image is null, phone = '',
        website is null, npi is null, city_id is null, zip5 is null, coalesce(address, '') = '',
        concat(monday_hours, tuesday_hours, wednesday_hours, thursday_hours, friday_hours, saturday_hours, sunday_hours) = '',
        field_sources -> 'name' ->> 'source' from old_rows) changed;
  end if;
  return null;
end
$$;
create trigger filter_bits_removed after delete on dentists referencing old table as old_rows
  for each statement execute function note_filter_changes();

-- The server builds them again.
truncate filter_bits, filter_changes;
update filter_state set complete = false, epoch = epoch + 1;
