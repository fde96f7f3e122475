import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { evidence, MATCH_SCORE, NEAR_NAME, POSSIBLE_SCORE, type Evidence, type Subject } from './evidence.ts';

const hasNumber = (name: string) => `${name} ~ '\\m[0-9]+\\M'`;

/** The keys by which candidates and listings are compared. Each is null if its field is blank. */
export const CANDIDATE_KEYS = `c.row, c.id, nullif(c.npi, '') as npi, license_key(c.license) as license_key, nullif(c.license_state, '') as license_state, phone_key(c.phone) as phone_key,
  address_key(c.address) as address_key, substring(c.zip from '^\\s*([0-9]{5})') as zip5, name_key(c.name) as name_key,
  generation_key(c.name) as generation, ${hasNumber('c.name')} as has_number`;

export const LISTING_KEYS = `d.id, d.npi, license_key(d.license) as license_key, d.license_state, phone_key(d.phone) as phone_key,
  address_key(d.address) as address_key, d.zip5, name_key(d.name) as name_key, name_key(p.name) as practice_key,
  generation_key(d.name) as generation, generation_key(p.name) as practice_generation,
  ${hasNumber('d.name')} as has_number`;

const hasSameLicense = 'c.license_key = l.license_key and c.license_state = l.license_state';
const likeness = (key: string) => `coalesce(similarity(c.name_key, l.${key}), 0)`;
const hasSameKey = `coalesce(c.name_key = l.name_key, false)`;
const hasSamePractice = `coalesce(c.name_key = l.practice_key, false)`;
/** Nearly the same name with another generation or number, such as a son's, is no agreement. */
const isOtherGeneration = `c.generation <> l.generation and ${likeness('name_key')} >= ${NEAR_NAME}`;

/** The condition of each piece of evidence about a candidate c and a listing l. */
const conditions: Record<Evidence, string> = {
  npi: 'c.npi = l.npi',
  // Numbered offices may state one owner's license.
  license: `${hasSameLicense} and (c.generation <> l.generation and (c.has_number or l.has_number)) is not true`,
  phone: 'c.phone_key = l.phone_key',
  address: 'c.address_key = l.address_key and c.zip5 = l.zip5',
  name: `${hasSameKey} and c.generation = l.generation and c.zip5 = l.zip5`,
  street: `${hasSameKey} and c.generation = l.generation and c.phone_key = l.phone_key and c.address_key = l.address_key
    and not coalesce(c.zip5 = l.zip5, false)`,
  nearName: `not ${hasSameKey} and c.generation = l.generation and ${likeness('name_key')} >= ${NEAR_NAME} and c.zip5 = l.zip5`,
  // A name may leave its generation out. Two people have two generations.
  generation: `${isOtherGeneration} and '' in (c.generation, l.generation) and c.zip5 = l.zip5`,
  practice: `not ${hasSameKey} and not (${isOtherGeneration}) and c.generation = l.practice_generation
    and (${hasSamePractice} or ${likeness('practice_key')} >= ${NEAR_NAME})`,
  otherNpi: 'c.npi <> l.npi',
  otherName: `${hasSameLicense} and ${likeness('name_key')} < 0.3 and not string_to_array(c.name_key, ' ') && string_to_array(l.name_key, ' ')`,
};

/** The listings that share a key with a candidate. Each branch is a join of its own, so that each can use an index or a hash. */
const pairsSql = (listings: string) => `
  select c.row, l.id from keyed c join ${listings} l on l.npi = c.npi
  union select c.row, l.id from keyed c join ${listings} l on l.license_key = c.license_key and l.license_state = c.license_state
  union select c.row, l.id from keyed c join ${listings} l on l.phone_key = c.phone_key
  union select c.row, l.id from keyed c join ${listings} l on l.zip5 = c.zip5
    and (l.address_key = c.address_key or l.practice_key = c.name_key or similarity(l.name_key, c.name_key) >= ${NEAR_NAME})`;

/** Scores each pair by the evidence about it. Selects row, id, score, and the evidence. */
export function scoredSql(subject: Subject, listings: string, pairs = pairsSql(listings)): string {
  const entries = Object.entries(evidence[subject]) as [Evidence, number][];
  const found = entries.map(([key]) => `case when ${conditions[key]} then '${key}' end`).join(', ');
  const score = entries.map(([key, points]) => `case when ${conditions[key]} then ${points} else 0 end`).join(' + ');
  return `
    select c.row, l.id, ${score} as score, array_remove(array[${found}], null) as evidence
    from (${pairs}) pair join keyed c on c.row = pair.row join ${listings} l on l.id = pair.id`;
}

/** Compares candidates (row, id, npi, license, license_state, name, phone, address, zip) with listings, and fills the temporary table scored. */
export const scoreTable = (trx: Knex, candidates: string, subject: Subject) =>
  trx.raw(`
    create temporary table keyed on commit drop as select ${CANDIDATE_KEYS} from ${candidates} c;
    create temporary table listing_keys on commit drop as
      select ${LISTING_KEYS} from dentists d left join practices p on p.id = d.practice_id
      where d.deleted_at is null and (d.zip5 in (select zip5 from keyed) or d.npi in (select npi from keyed)
        or phone_key(d.phone) in (select phone_key from keyed)
        or (license_key(d.license), d.license_state) in (select license_key, license_state from keyed));
    create index on listing_keys (id);
    analyze keyed; analyze listing_keys;
    create temporary table scored on commit drop as ${scoredSql(subject, 'listing_keys')};
    create index on scored (row, score);
    analyze scored;`);

/**
 * Matches candidates to listings, and fills the temporary table matches (row, id, score, evidence). A person is at most one listing;
 * an office may be several.
 */
export async function matchTable(trx: Knex, candidates: string, subject: Subject): Promise<{ possible: number }> {
  await scoreTable(trx, candidates, subject);
  const best = `s.score = (select max(o.score) from scored o where o.row = s.row)`;
  const isAlone = `not exists (select from scored o where o.row = s.row and o.id <> s.id and o.score = s.score)`;
  await trx.raw(`
    create temporary table matches on commit drop as
      select s.row, s.id, s.score, s.evidence from scored s
      where s.score >= ${MATCH_SCORE} ${subject === 'person' ? `and ${best} and ${isAlone}` : ''};
    -- A listing gets the values of the row that fits best, the first of equal ones.
    delete from matches m using matches o where o.id = m.id and (o.score, m.row) > (m.score, o.row);
    create index on matches (row);
    analyze matches`);
  const [counts] = await rows<{ possible: number }>(
    trx,
    `select count(distinct row)::int as possible from scored s where score >= ${POSSIBLE_SCORE}
       and not exists (select from matches m where m.row = s.row)`,
  );
  return counts!;
}

/** Fills the table matches by the ids that the file got from us, if the listing still has the address of the row. */
export async function matchIds(trx: Knex, candidates: string): Promise<void> {
  await trx.raw(`
    create temporary table matches on commit drop as
      select c.row, d.id, 100 as score, array['address'] as evidence from ${candidates} c join dentists d on d.id = c.id
      where d.deleted_at is null
        and address_key(c.address) = address_key(concat_ws(', ', d.address, d.city, d.state, d.zip5));
    delete from matches m using matches o where o.id = m.id and o.row < m.row;
    create index on matches (row);
    analyze matches`);
}

export interface NamedRow {
  row: number;
  id: number | null;
  npi: string | null;
  name: string | null;
  zip: string | null;
  phone: string | null;
  address: string | null;
}

/**
 * The listings that each row names: by our id, by NPI, by exactly the name of the person or the practice in a ZIP code, or else by
 * the score of all evidence. Several ids are equally good, and a row without ids names no listing.
 */
export function findNamedListings(db: Knex, named: readonly NamedRow[]): Promise<{ row: number; ids: number[] }[]> {
  return db.transaction(async (trx) => {
    await rows(
      trx,
      `create temporary table named_rows on commit drop as
         select r.row, r.id, r.npi, cast(null as text) as license, cast(null as text) as license_state, r.name, r.phone, r.address, r.zip
         from jsonb_to_recordset(cast(:named as jsonb)) as r (row integer, id integer, npi text, name text, phone text, address text, zip text)`,
      { named: JSON.stringify(named) },
    );
    await matchTable(trx, 'named_rows', 'person');
    return rows(
      trx,
      `with found as (
         select n.row, d.id, 400 as how from named_rows n join dentists d on d.id = n.id and d.deleted_at is null
           where n.zip is null or d.zip5 is null or left(n.zip, 5) = d.zip5
         union all
         select s.row, s.id, case when 'npi' = any(s.evidence) then 300 when 'name' = any(s.evidence) then 200
             when k.name_key = l.practice_key and k.generation = l.practice_generation and k.zip5 = l.zip5 then 100
             when s.score >= ${MATCH_SCORE} then 1 end + least(s.score, 99)
         from scored s join keyed k on k.row = s.row and k.id is null join listing_keys l on l.id = s.id
         where not 'otherNpi' = any(s.evidence)
       )
       select row, array_agg(id order by id) as ids from found f
       where how = (select max(how) from found o where o.row = f.row) group by row`,
    );
  });
}

export interface FoundMatch {
  id: number;
  score: number;
  evidence: Evidence[];
}

/** The listings that one candidate may be, the most likely first. */
export const findMatches = (
  db: Knex,
  candidate: Record<'npi' | 'license' | 'licenseState' | 'name' | 'phone' | 'address' | 'zip', string | null>,
  limit: number,
): Promise<FoundMatch[]> =>
  rows(
    db,
    `with keyed as materialized (
       select ${CANDIDATE_KEYS} from (select 1 as row, cast(null as integer) as id, cast(:npi as text) as npi, cast(:license as text) as license,
         cast(:licenseState as text) as license_state, cast(:name as text) as name, cast(:phone as text) as phone,
         cast(:address as text) as address, cast(:zip as text) as zip) c
     ), ids as materialized (
       select d.id from dentists d join keyed c on d.npi = c.npi where d.deleted_at is null
       union select d.id from dentists d where d.deleted_at is null and d.phone is not null
         and phone_digits(d.phone) = (select phone_key from keyed)
       union select d.id from dentists d where d.deleted_at is null and d.zip5 = (select zip5 from keyed)
     ), listing_keys as materialized (
       select ${LISTING_KEYS} from ids join dentists d using (id) left join practices p on p.id = d.practice_id
     )
     select id, score, evidence from (${scoredSql('person', 'listing_keys')}) s where score >= ${POSSIBLE_SCORE}
     order by score desc, id limit :limit`,
    { ...candidate, limit },
  );
