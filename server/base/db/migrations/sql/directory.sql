-- The index in which listings are found, and the counts of listings.

-- The text that a name search looks through and sorts by: the dentist's name, then the practice's. The mark between them sorts
-- before any letter, so listings stay in the order of the dentists' names.
create function listing_names(name text, practice text) returns text language sql immutable parallel safe as $$
  select (name || coalesce(nullif(E' \x01 ' || practice, E' \x01 '), '')) collate "C"
$$;

-- The distinct words of a name. A word that occurs twice is returned at its first position; no search term is longer than 200
-- letters. The planner inlines it, because a call per listing costs five times as much.
create function words_of(name text) returns setof text language sql immutable parallel safe rows 3 as $$
  select w from unnest(string_to_array(name, ' ')) with ordinality u (w, place)
  where w <> '' and w <> E'\x01' and length(w) <= 200 and (place = 1 or array_position(string_to_array(name, ' '), w) = place)
$$;

-- The languages that a text names, as features. The numbers follow the order of server/contract/listings/languages.ts.
create function language_features(languages text) returns integer[] language plpgsql immutable parallel safe as $$
declare
  words constant text[] := array[
    'english', 'spanish|espanol', 'chinese|mandarin|cantonese', 'tagalog|filipino', 'vietnamese', 'arabic', 'french', 'korean', 'russian',
    'portuguese', 'creole', 'hindi', 'german', 'polish', 'italian', 'urdu', 'persian|farsi', 'telugu', 'japanese', 'gujarati', 'punjabi',
    'bengali', 'hebrew', 'greek', 'ukrainian', 'sign language'];
  language_text text;
begin
  if languages is null or languages = '' then return '{}'; end if;
  language_text := public.search_norm(languages);
  if language_text = 'english' then return '{30000}'; end if;
  return array(select (29999 + place)::integer from unnest(words) with ordinality w (word, place) where language_text ~ word order by place);
end
$$;

-- The rows are narrow and the indexes narrower, so that searches stay in memory.
create table listing_index (
  id integer primary key,
  rank smallint not null,
  name_norm text collate "C" not null,
  state text,
  city_id integer,
  zip3 text collate "C",
  zip5 text collate "C",
  schedule_id integer,
  rating real,
  review_count integer not null,
  price integer,
  features integer[] not null
);
-- New entries wait in a short list, which every search reads.
create index listing_index_features on listing_index using gin (features) with (gin_pending_list_limit = 256);
create index listing_index_order on listing_index (rank, name_norm, id);
create index listing_index_state on listing_index (state, rank, name_norm, id);
create index listing_index_city on listing_index (city_id, rank, name_norm, id);
create index listing_index_zip3 on listing_index (zip3, rank, name_norm, id);
create index listing_index_zip on listing_index (zip5, rank, name_norm, id);
create index listing_index_name on listing_index (name_norm, id);
create index listing_index_state_name on listing_index (state, name_norm, id);
create index listing_index_schedule on listing_index (schedule_id);

-- The rows of listing_index for these listings, without deleted ones. This function is the only definition of what searches know of a
-- listing. server/directory/features.ts has the same numbers of features; services have their ids. A new filter adds its feature
-- here, in a new migration that replaces the function and calls rebuild_directory().
create function listing_entries(ids integer[]) returns setof public.listing_index language sql stable as $$
  select d.id, d.rank, public.listing_names(d.name_norm, d.practice_norm) as name_norm, d.state, d.city_id, d.zip3, d.zip5, d.schedule_id,
    d.rating::real as rating, d.review_count, d.whitening_price_from as price,
    array_remove(array[
      case when d.accepts_new_patients then 10001 end,
      case when d.accepts_insurance then 10002 end,
      case when d.emergency_services then 10003 end,
      case when d.wheelchair_accessible then 10004 end,
      case when d.parking_available then 10005 end,
      case when week.open_hours @> int4range(0, 10080) then 10006 end,
      case d.gender when 'female' then 10101 when 'male' then 10102 end,
      case when d.is_pro_max then 10200 end,
      -- For staff.
      case when d.is_paid then 10201 end,
      case when d.is_verified then 10202 end,
      case when d.user_id is not null then 10203 end,
      case when d.identity_changed_at is not null then 10204 end,
      case when d.practice_image is not null then 10205 end,
      case when d.phone is not null then 10206 end,
      case when d.website is not null then 10207 end,
      case when coalesce(d.phone, '') = '' then 10210 end,
      case when coalesce(d.address, '') = '' then 10211 end,
      case when d.city_id is null or d.zip5 is null then 10212 end,
      case when concat(d.monday_hours, d.tuesday_hours, d.wednesday_hours, d.thursday_hours, d.friday_hours, d.saturday_hours,
        d.sunday_hours) = '' then 10213 end,
      case when d.npi is null then 10214 end,
      case when not exists (select from public.dentist_services s where s.dentist_id = d.id) then 10215 end,
      case d.field_sources -> 'name' ->> 'source' when 'owner' then 10220 when 'manager' then 10221 when 'staff' then 10222
        when 'import' then 10223 end,
      case when d.state ~ '^[A-Z]{2}$' then 50000 + ascii(d.state) * 100 + ascii(right(d.state, 1)) end,
      60000 + d.practice_type_id,
      10000000 + d.schedule_id], null)
    || array(select s.service_id from public.dentist_services s where s.dentist_id = d.id order by 1)
    || array(select 20000 + bit from generate_series(1, 63) bit where d.plan_mask <> 0 and (d.plan_mask >> (bit - 1)) & 1 = 1)
    || public.language_features(d.languages)
    || array(select 10300 + day from generate_series(0, 6) day where week.open_days & (1 << day) <> 0)
    || array(select 10310 + day from generate_series(0, 6) day where week.open_evenings & (1 << day) <> 0)
    || case when week.open_evenings <> 0 then '{10320}' else '{}'::integer[] end
    -- The limits of server/contract/listings/filter-options.ts.
    || array(select 2000000 + tenths from unnest(array[35, 40, 45]) tenths where d.rating * 10 >= tenths)
    || array(select 3000000 + dollars from unnest(array[150, 200, 300, 400, 500, 750, 1000]) dollars where d.whitening_price_from <= dollars)
    || array(select 4000000 + reviews from unnest(array[10, 50, 100, 250]) reviews where d.review_count >= reviews) as features
  from public.dentists d
  left join public.schedules s on s.id = d.schedule_id
  left join public.schedules week on week.id = coalesce(s.week_id, s.id)
  where d.deleted_at is null and d.id = any(ids)
$$;

-- A row per word of a listing's names, in the order of results.
create table listing_words (
  word text collate "C" not null,
  rank smallint not null,
  name_norm text collate "C" not null,
  id integer not null,
  state text,
  city_id integer,
  zip3 text collate "C",
  zip5 text collate "C"
);
create index listing_words_key on listing_words (word, rank, name_norm, id) include (state, city_id, zip3, zip5);

-- Every word that has ever been part of a name. The table is small compared with the listings, so a part of a word is found quickly.
create table name_words (word text collate "C" primary key);
create index name_words_parts on name_words using gin (word gin_trgm_ops);

-- Counts of listings by place and feature: services in every place, other features in states and the whole country. Feature 0 is any
-- listing. Each write appends its difference, so writers never wait for each other. The sum of a key's rows is its count;
-- compact_facets() adds them up.
create table facets (
  scope text not null check (scope in ('all', 'state', 'city', 'zip3', 'zip')),
  key text collate "C" not null,
  feature integer not null,
  n integer not null
);
create index facets_key on facets (scope, key, feature) include (n);

-- One row per write. The count and maximum of the ids form a version that changes exactly when a change becomes visible.
create table directory_changes (
  id bigint generated always as identity primary key
);
insert into directory_changes default values;

-- A single statement, so rows that others append at the same time are neither lost nor counted twice.
create function compact_facets() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('compact_facets')) then return; end if;
  with repeated_keys as (select scope, key, feature from public.facets group by 1, 2, 3 having count(*) > 1),
       deleted as (delete from public.facets f using repeated_keys m
                   where (f.scope, f.key, f.feature) = (m.scope, m.key, m.feature) returning f.*)
  insert into public.facets select scope, key, feature, sum(n) from deleted group by 1, 2, 3 having sum(n) <> 0;
  delete from public.directory_changes where id < (select max(id) - 1000 from public.directory_changes);
end
$$;

-- Writes the index rows, words, and counts of listings that were added, changed, or removed. Rows that stay the same are not written.
-- The plans are generic, because planning for each call takes longer than the change of one listing.
create function index_listings(ids integer[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  slice_size constant integer := 20000;
  gone public.listing_index[];
  added public.listing_index[];
begin
  if cardinality(ids) > slice_size then
    for start in 1 .. cardinality(ids) by slice_size loop
      perform public.index_listings(ids[start : start + slice_size - 1]);
    end loop;
    return;
  end if;
  gone := array(select i from public.listing_index i where i.id = any(ids));
  added := array(select e from public.listing_entries(ids) e);
  select array_agg(b) filter (where b.id is not null), array_agg(a) filter (where a.id is not null) into gone, added
  from unnest(gone) b full join unnest(added) a on a.id = b.id where a is distinct from b;
  if gone is null and added is null then return; end if;

  delete from public.listing_index i using unnest(gone) b where i.id = b.id;
  insert into public.listing_index select * from unnest(added) a order by a.zip5, a.rank, a.name_norm;

  delete from public.listing_words w using unnest(gone) b cross join lateral public.words_of(b.name_norm) b_word
  where w.word = b_word and w.rank = b.rank and w.name_norm = b.name_norm and w.id = b.id;
  insert into public.listing_words
  select a_word, a.rank, a.name_norm, a.id, a.state, a.city_id, a.zip3, a.zip5 from unnest(added) a cross join lateral public.words_of(a.name_norm) a_word
  order by 1, 2, 3;
  insert into public.name_words select distinct a_word from unnest(added) a cross join lateral public.words_of(a.name_norm) a_word
  order by 1 on conflict do nothing;

  with changes as materialized (select -1 as n, b.* from unnest(gone) b union all select 1, a.* from unnest(added) a),
       by_state as (
         select state, feature, sum(n) as n from changes, unnest(0 || features) feature group by 1, 2),
       by_place as (
         select city_id::text as city, zip3, zip5, feature, sum(n) as n from changes, unnest(0 || features) feature
         where feature < 10000 group by 1, 2, 3, 4),
       counts as (
         select scope, key, feature, n from by_state, lateral (values ('all', ''), ('state', state)) place (scope, key)
         union all
         select scope, key, feature, n from by_place, lateral (values ('city', city), ('zip3', zip3), ('zip', zip5)) place (scope, key))
  insert into public.facets
  select scope, key, feature, sum(n) from counts where key is not null group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3;
  if random() < 0.01 then perform public.compact_facets(); end if;
end
$$;

-- Keeps the index for every writer. A bulk load calls index_listings() or rebuild_directory() itself.
create function keep_listing_index() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform public.index_listings(array(select id from old_rows));
  else
    perform public.index_listings(array(select id from new_rows));
  end if;
  insert into public.directory_changes default values;
  return null;
end
$$;
create trigger listing_index_added after insert on dentists referencing new table as new_rows
  for each statement when (not bulk_load()) execute function keep_listing_index();
create trigger listing_index_changed after update on dentists referencing new table as new_rows
  for each statement when (not bulk_load()) execute function keep_listing_index();
create trigger listing_index_removed after delete on dentists referencing old table as old_rows
  for each statement when (not bulk_load()) execute function keep_listing_index();

-- Fills the index with all listings, after a bulk load or a change of listing_entries().
create function rebuild_directory() returns void language plpgsql as $$
begin
  delete from public.listing_index;
  delete from public.listing_words;
  delete from public.facets;
  perform public.index_listings(array(select id from public.dentists where deleted_at is null order by zip5, rank, name_norm));
  insert into public.directory_changes default values;
end
$$;
