-- Top 10 spots are drawn from all eligible listings, so their index is in the order of a hash. Listings with neighboring ids,
-- which imports give to neighboring places, are far apart in it.

drop index if exists listing_keys_top;

create or replace function create_key_indexes() returns void language plpgsql as $$
begin
  create index if not exists listing_keys_word on listing_keys (word, rank, name_norm, id)
    include (state, city_id, zip3, zip5, service_mask, flags, schedule_id);
  create index if not exists listing_keys_state on listing_keys (state, rank, name_norm, id)
    include (service_mask, flags, schedule_id) where word = '';
  create index if not exists listing_keys_city on listing_keys (city_id, rank, name_norm, id)
    include (service_mask, flags, schedule_id) where word = '';
  create index if not exists listing_keys_zip3 on listing_keys (zip3, rank, name_norm, id)
    include (service_mask, flags, schedule_id) where word = '';
  create index if not exists listing_keys_zip on listing_keys (zip5, rank, name_norm, id)
    include (service_mask, flags, schedule_id) where word = '';
  create index if not exists listing_keys_top on listing_keys (hashint4(id), id)
    include (state, city_id, zip3, zip5, service_mask, flags, schedule_id, name_norm) where is_pro_max and word = '';
end
$$;

-- During a first load there are no indexes; its end creates them all.
do $$
begin
  if to_regclass('listing_keys_word') is not null then
    perform create_key_indexes();
  end if;
end
$$;
