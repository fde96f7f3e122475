-- Reads the directory, or a state, in the order of whitening prices. Listings without a price are last.
create index listing_index_price on listing_index (price, rank, name_norm, id);
create index listing_index_state_price on listing_index (state, price, rank, name_norm, id);
