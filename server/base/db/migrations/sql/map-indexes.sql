-- The map counts the listings of states and ZIP codes, and near matches find the first listings of many ZIP code areas, without reading
-- the rows.
drop index listing_index_order;
create index listing_index_order on listing_index (rank, name_norm, id) include (lat, lng, zip3);
drop index listing_index_state;
create index listing_index_state on listing_index (state, rank, name_norm, id) include (lat, lng);
drop index listing_index_zip;
create index listing_index_zip on listing_index (zip5, rank, name_norm, id) include (lat, lng);
