-- The bitmaps tell which listings can have a Top 10 spot.

create or replace function note_filter_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into filter_changes select id from new_rows;
  else
    insert into filter_changes select distinct id from (
      select id, service_mask, plan_mask, traits, whitening_price_from, flags, schedule_id, state, is_pro_max, deleted_at is null from new_rows
      except
      select id, service_mask, plan_mask, traits, whitening_price_from, flags, schedule_id, state, is_pro_max, deleted_at is null from old_rows) changed;
  end if;
  return null;
end
$$;

-- The server builds them again.
truncate filter_bits, filter_changes;
update filter_state set complete = false, epoch = epoch + 1;
