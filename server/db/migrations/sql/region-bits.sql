-- The bitmaps tell in which region a listing is, so that searches around a ZIP code find rare combinations in them. Chunks are
-- about twice as long, and four of them fill a page, because half of a search's time went into the number of chunks.

create or replace function note_filter_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into filter_changes select id from new_rows;
  else
    insert into filter_changes select distinct id from (
      select id, service_mask, plan_mask, traits, whitening_price_from, flags, schedule_id, state, zip3, is_pro_max, deleted_at is null
      from new_rows
      except
      select id, service_mask, plan_mask, traits, whitening_price_from, flags, schedule_id, state, zip3, is_pro_max, deleted_at is null
      from old_rows) changed;
  end if;
  return null;
end
$$;

-- The server builds them again.
truncate filter_bits, filter_changes;
update filter_state set complete = false, epoch = epoch + 1;
alter table filter_bits alter bits type bit(15872);
