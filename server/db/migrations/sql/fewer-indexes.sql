-- Each index is a part of the cost of every import, so two that another can replace are gone, and one is smaller.

-- Large directories take longer than other statements may.
set local statement_timeout = 0;

-- One index finds listings by name and ZIP code, and lists a ZIP code or the beginning of one. It replaces dentists_zip_name.
drop index dentists_by_zip, dentists_zip_name;
create index dentists_by_zip on dentists (zip5, name_norm, id)
  include (state, city_id, updated_at, is_verified, is_paid, is_pro_max, user_id, practice_type_id) where deleted_at is null;

-- Most imported listings have no source of their name.
drop index dentists_source;
create index dentists_source on dentists ((field_sources -> 'name' ->> 'source'), id)
  where deleted_at is null and field_sources -> 'name' ->> 'source' is not null;

-- practices_by_name is the same in byte order.
drop index practices_name;

create or replace function create_search_indexes() returns void language plpgsql as $$
begin
  perform create_key_indexes();
  -- For staff, owners, and imports, which find listings by name and ZIP code.
  create index if not exists dentists_name_parts on dentists using gin (name_norm gin_trgm_ops, state) where deleted_at is null;
  create index if not exists dentists_by_zip on dentists (zip5, name_norm, id)
    include (state, city_id, updated_at, is_verified, is_paid, is_pro_max, user_id, practice_type_id) where deleted_at is null;
end
$$;
create or replace function drop_search_indexes() returns void language sql as $$
  drop index if exists listing_keys_word, listing_keys_state, listing_keys_city, listing_keys_zip3, listing_keys_zip, listing_keys_top,
    dentists_name_parts, dentists_by_zip;
$$;
create or replace function first_loading() returns boolean language sql stable as $$ select to_regclass('dentists_by_zip') is null $$;
