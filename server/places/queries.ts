import type { Knex } from 'knex';
import { escapeLike } from '#server/base/db/escape-like.ts';
import { prepared, rows, unnestLists } from '#server/base/db/knex.ts';

export interface City {
  id: number;
  name: string;
  state: string;
  slug: string;
  lat: number | null;
  lng: number | null;
}

const CITY_COLUMNS = 'c.id, c.name, c.state, c.slug, c.lat, c.lng';

/** Cities with exactly these names. "St." equals "Saint"; a null state means any. */
export const findCitiesNamed = (
  db: Knex,
  names: readonly string[],
  states: readonly (string | null)[],
): Promise<City[]> =>
  prepared<City>(
    db,
    `select distinct ${CITY_COLUMNS}, c.zip_count from ${unnestLists(['text[]', 'text[]'], 'as wanted (name, state)')}
     join cities c on c.name_norm = city_norm(wanted.name) and (wanted.state is null or c.state = wanted.state)
     order by c.zip_count desc, c.name, c.state, c.id limit 200`,
    [names, states],
  );

/** The names that are towns with a ZIP code, as typed and as city_norm() spells them. Cities that only listings name don't count. */
export const findTowns = (db: Knex, names: readonly string[]): Promise<{ name: string; town: string }[]> =>
  rows(
    db,
    `select t.name, t.town from (select name, city_norm(name) as town from unnest(cast(:names as text[])) as n (name)) t
     where exists (select from cities c where c.name_norm = t.town and c.zip_count > 0)`,
    { names },
  );

/** Cities whose names begin with the text. If there are none, three or more letters may match anywhere in a name. */
export async function findCitiesLike(db: Knex, text: string, state: string | null, limit: number): Promise<City[]> {
  const [row] = await rows<{ value: string }>(db, `select city_norm(?) as value`, [text]);
  const name = row?.value ?? '';
  if (name.length < 2) return [];
  const findLike = (pattern: string): Promise<City[]> =>
    rows<City>(
      db,
      `select ${CITY_COLUMNS} from cities c where c.name_norm like ? and (?::text is null or c.state = ?)
       order by c.zip_count desc, c.name, c.state, c.id limit ?`,
      [pattern, state, state, limit],
    );
  const matches = await findLike(`${escapeLike(name)}%`);
  return matches.length > 0 || name.length < 3 ? matches : findLike(`%${escapeLike(name)}%`);
}

export interface ZipPlace {
  zip: string;
  lat: number;
  lng: number;
  city: string;
  state: string;
}

const ZIP_PLACES = 'select z.zip, z.lat, z.lng, c.name as city, z.state from zips z join cities c on c.id = z.city_id';

export const findZip = async (db: Knex, zip: string): Promise<ZipPlace | undefined> =>
  (await prepared<ZipPlace>(db, `${ZIP_PLACES} where z.zip = ?`, [zip]))[0];

export const findZips = (db: Knex): Promise<ZipPlace[]> => rows(db, `${ZIP_PLACES} order by z.zip`);

export const findCentersOfZips = (
  db: Knex,
  zips: readonly string[],
): Promise<{ zip: string; lat: number; lng: number }[]> =>
  rows(db, 'select zip, lat, lng from zips where zip = any(cast(:zips as text[])) order by zip', { zips });

export interface CityCenter {
  name: string;
  state: string;
  lat: number;
  lng: number;
  dentistCount: number;
}

/** The cities that have listings and a known position. */
export const findCityCenters = (db: Knex): Promise<CityCenter[]> =>
  rows(
    db,
    `select c.name, c.state, c.lat, c.lng, f.n as dentist_count
     from (select key, sum(n)::int as n from facets where scope = 'city' and feature = 0 group by key having sum(n) > 0) f
     join cities c on c.id = f.key::int where c.lat is not null and c.lng is not null
     order by f.n desc, c.name, c.state`,
  );

export interface CityCount extends City {
  dentistCount: number;
}

/** The cities of a state that have listings, those with the most listings first. */
export const findCitiesOfState = (db: Knex, state: string): Promise<CityCount[]> =>
  rows<CityCount>(
    db,
    `select ${CITY_COLUMNS}, sum(f.n)::int as dentist_count from cities c
     join facets f on f.scope = 'city' and f.key = c.id::text and f.feature = 0
     where c.state = ? group by c.id having sum(f.n) > 0 order by dentist_count desc, c.name`,
    [state],
  );

export const countByState = (
  db: Knex,
  serviceId = 0,
): Promise<{ code: string; name: string; slug: string; dentistCount: number }[]> =>
  rows(
    db,
    `select s.code, s.name, s.slug, coalesce(sum(f.n), 0)::int as dentist_count from states s
     left join facets f on f.scope = 'state' and f.key = s.code and f.feature = ?
     group by s.code having s.kind <> 'territory' or coalesce(sum(f.n), 0) > 0 order by s.name`,
    [serviceId],
  );

/** Cities that have listings, those with the most listings first. */
export const countByCity = (
  db: Knex,
  state: string | null,
  limit: number | null = null,
): Promise<{ state: string; city: string; slug: string; dentistCount: number }[]> =>
  rows(
    db,
    `select s.name as state, c.name as city, c.slug, f.n as dentist_count
     from (select key, sum(n)::int as n from facets where scope = 'city' and feature = 0 group by key having sum(n) > 0) f
     join cities c on c.id = f.key::int join states s on s.code = c.state
     where ?::text is null or c.state = ?
     order by f.n desc, c.name, s.name limit ?`,
    [state, state, limit],
  );

export async function countDirectory(
  db: Knex,
): Promise<{ dentistCount: number; cityCount: number; stateCount: number }> {
  const [counts] = await rows<{ dentistCount: number; cityCount: number; stateCount: number }>(
    db,
    `select coalesce((select sum(n) from facets where scope = 'all' and feature = 0), 0)::int as dentist_count,
       (select count(*) from (select from facets where scope = 'city' and feature = 0 group by key having sum(n) > 0) c)::int as city_count,
       (select count(*) from (select from facets join states on code = key where scope = 'state' and feature = 0
          group by key having sum(n) > 0) s)::int as state_count`,
  );
  return counts!;
}

/** Changes whenever visitors can see a different directory. */
export async function findDirectoryVersion(db: Knex): Promise<string> {
  const [row] = await rows<{ version: string }>(
    db,
    `select count(*) || '.' || coalesce(max(id), 0) as version from directory_changes`,
  );
  return row!.version;
}

interface CityFacts {
  priced: number;
  lowestPrice: number | null;
  middlePrice: number | null;
  highestPrice: number | null;
  /** The days of the oldest and the newest price. */
  since: string | null;
  until: string | null;
  withPlans: number;
  openWeekends: number;
}

/** Sums of a city's listings. A day counts as open if its text has a time. */
export async function findCityFacts(
  db: Knex,
  state: string,
  slug: string,
  service: string,
): Promise<CityFacts | undefined> {
  const [facts] = await rows<CityFacts>(
    db,
    `select count(d.whitening_price_from)::int as priced, min(d.whitening_price_from) as lowest_price,
       percentile_disc(0.5) within group (order by d.whitening_price_from) as middle_price,
       max(greatest(d.whitening_price_from, d.whitening_price_to)) as highest_price,
       min(d.whitening_price_on)::text as since, max(d.whitening_price_on)::text as until,
       (count(*) filter (where d.insurance_plans <> ''))::int as with_plans,
       (count(*) filter (where concat(d.saturday_hours, d.sunday_hours) ~ '[0-9]'))::int as open_weekends
     from cities c
     left join dentists d on d.city_id = c.id and d.deleted_at is null and (cast(:service as text) = '' or exists (
       select from dentist_services ds join services s on s.id = ds.service_id where ds.dentist_id = d.id and s.name = :service))
     where c.state = :state and c.slug = :slug group by c.id`,
    { state, slug, service },
  );
  return facts;
}
