-- Functions that turn text into keys, so that different spellings of the same thing are equal.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Text for search: lower case, no accents, single spaces.
-- PL/pgSQL, because a SQL function that the planner can't inline starts an executor on every call. Most text is plain ASCII
-- with single spaces, so that case comes first.
create function search_norm(value text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if value ~ '^[\x20-\x7e]*$' then
    if strpos(value, '  ') = 0 then return btrim(lower(value)) collate "C"; end if;
    return btrim(regexp_replace(lower(value), ' +', ' ', 'g')) collate "C";
  end if;
  return btrim(regexp_replace(regexp_replace(lower(normalize(value, NFKD)), U&'[\0300-\036f]', '', 'g'), '\s+', ' ', 'g')) collate "C";
end
$$;

-- "St. Louis", "St Louis", and "SAINT LOUIS" are the same city.
create function city_norm(value text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(regexp_replace(regexp_replace(
    btrim(regexp_replace(replace(search_norm(value), '''', ''), '[^a-z0-9]+', ' ', 'g')),
    '\mst\M', 'saint', 'g'), '\mft\M', 'fort', 'g'), '\mmt\M', 'mount', 'g') collate "C"
$$;

create function slugify(value text) returns text language sql immutable strict parallel safe as $$
  select btrim(left(btrim(regexp_replace(replace(search_norm(value), '''', ''), '[^a-z0-9]+', '-', 'g'), '-'), 80), '-') collate "C"
$$;

-- The ten digits of a US phone number in any format, or null if there aren't ten. Imports write most numbers as
-- (212) 555-0100, and that format needs no regular expression replacement.
create function phone_key(value text) returns text language sql immutable parallel safe as $$
  select case when value ~ '^\([2-9][0-9]{2}\) [0-9]{3}-[0-9]{4}$' then translate(value, '() -', '')
    else substring(regexp_replace(regexp_replace(lower(value), '\s*(x|ext|extension|#).*$', ''), '[^0-9]', '', 'g') from '^1{0,1}([2-9][0-9]{9})$')
    end collate "C"
$$;

-- The last ten digits of a phone number. Equal to regexp_replace(phone, '[^0-9]', '', 'g') at a third of the cost.
create function phone_digits(phone text) returns text language sql immutable parallel safe as $$
  select right(translate(phone, translate(phone, '0123456789', ''), ''), 10)
$$;

-- A street address without differences in case, punctuation, or abbreviation: "Street" and "St.", "Suite 4" and "#4".
create function address_key(value text) returns text language sql immutable strict parallel safe as $$
  select btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    regexp_replace(replace(search_norm(value), '#', ' ste '), '[^a-z0-9]+', ' ', 'g'),
    '\m(street|str)\M', 'st', 'g'), '\m(avenue|av)\M', 'ave', 'g'), '\m(road)\M', 'rd', 'g'), '\m(boulevard)\M', 'blvd', 'g'),
    '\m(drive)\M', 'dr', 'g'), '\m(suite|unit|ste ste)\M', 'ste', 'g'), '\m(north|south|east|west)\M', '', 'g')) collate "C"
$$;

-- True if two addresses have the same key. Compares the digits first, because a key costs thirty times as much.
create function same_address(a text, b text) returns boolean language sql immutable parallel safe as $$
  select case when a ~ '^[ -~]*$' and b ~ '^[ -~]*$'
      and translate(a, translate(a, '0123456789', ''), '') <> translate(b, translate(b, '0123456789', ''), '') then false
    else address_key(a) = address_key(b) end
$$;
