-- The map counts listings, and finds the first of an area in order, without reading the rows.
drop index listing_index_position;
create index listing_index_position on listing_index (lat, lng) include (id);
drop index listing_index_order;
create index listing_index_order on listing_index (rank, name_norm, id) include (lat, lng);

-- What whitening costs around a place is computed from this index alone.
create index dentists_priced on dentists (zip5)
  include (id, state, city_id, zip3, service_mask, whitening_price_from, whitening_price_to, whitening_price_on)
  where deleted_at is null and whitening_price_from is not null;
