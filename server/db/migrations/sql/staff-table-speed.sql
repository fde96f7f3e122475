-- A page of listings is read from an index alone, also with a filter by ZIP code or by day.
drop index dentists_by_id, dentists_by_name;
create index dentists_by_id on dentists (id)
  include (state, city_id, zip5, updated_at, is_verified, is_paid, is_pro_max, user_id, practice_type_id) where deleted_at is null;
create index dentists_by_name on dentists (name_norm, id)
  include (state, city_id, zip5, updated_at, is_verified, is_paid, is_pro_max, user_id, practice_type_id) where deleted_at is null;
-- The listings of a city or of the beginning of a ZIP code are few enough to sort, if their rows need not be read.
create index dentists_by_city on dentists (city_id, id)
  include (name_norm, state, zip5, updated_at, is_verified, is_paid, is_pro_max, user_id, practice_type_id) where deleted_at is null;
create index dentists_by_zip on dentists (zip5 collate "C", id)
  include (name_norm, state, city_id, updated_at, is_verified, is_paid, is_pro_max, user_id, practice_type_id) where deleted_at is null;
-- A list sorted by state and then by update reads the first rows of each state.
create index dentists_by_state_update on dentists (state, updated_at, id)
  include (city_id, is_verified, is_paid, is_pro_max, user_id, practice_type_id) where deleted_at is null;
-- Without statistics of their own, the planner takes a rare source, phone number, or email for a frequent one and reads the
-- whole list. It ignores those of partial indexes.
create statistics dentists_source_share on (field_sources -> 'name' ->> 'source') from dentists;
create statistics dentists_phone_share on (phone_digits(phone)) from dentists;
create statistics dentists_email_share on (lower(email)) from dentists;
analyze dentists;
