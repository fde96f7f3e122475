-- The indexes of the places. They are built after the rows are inserted, because building an index once is faster than growing it.

select setval(pg_get_serial_sequence('cities', 'id'), (select max(id) from cities));
create unique index cities_name on cities (name_norm, state);
create index cities_state on cities (state, name_norm);
create index cities_words on cities using gin (name_norm gin_trgm_ops);
create index zips_city on zips (city_id);
analyze cities;
analyze zips;
