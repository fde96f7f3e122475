import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { IDENTIFYING, LISTED_SCORE } from './evidence.ts';
import { CANDIDATE_KEYS, LISTING_KEYS, scoredSql, type FoundMatch } from './queries-match.ts';

/** A listing with the end of its phone number and the number of its house. They are cheaper than the keys of the matcher. */
const keysOf = (
  d: string,
  from = '',
) => `(select ${d}.id, ${d}.npi, ${d}.zip5, ${d}.name_norm, right(${d}.phone, 4) as line,
  split_part(${d}.address, ' ', 1) as house ${from})`;

/**
 * Pairs of a ZIP code that can reach the score. Two people have two NPIs, so one of the listings has none. Names of one person with and
 * without titles are at least this similar.
 */
const pairsOf = (listing: string, other: string) => `
  select d.id as row, o.id from ${listing} d, ${other} o where o.zip5 = d.zip5 and o.id <> d.id and (d.npi is null or o.npi is null)
    and (o.name_norm = d.name_norm or (o.line = d.line or o.house = d.house) and similarity(o.name_norm, d.name_norm) > 0.25)`;

/** Scores pairs of listings, and selects row, id, score, and evidence of those that may be one person. */
const duplicatesSql = (pairs: string) => `
  with pairs as materialized (${pairs}), keyed as materialized (
    select ${CANDIDATE_KEYS} from (select id as row, id, npi, license, license_state, name, phone, address, zip5 as zip
      from dentists where id in (select row from pairs)) c
  ), listing_keys as materialized (
    select ${LISTING_KEYS} from dentists d left join practices p on p.id = d.practice_id where d.id in (select id from pairs)
  )
  select row, id, score, evidence from (${scoredSql('person', 'listing_keys', 'select row, id from pairs')}) s
  where score >= ${LISTED_SCORE} and evidence && '${IDENTIFYING}'`;

/** The condition that a listing d may repeat another one. It reads the candidates of each listing, so it's for a few of them. */
export const isDuplicate = `exists (${duplicatesSql(pairsOf(keysOf('d'), keysOf('l', 'from dentists l where l.deleted_at is null')))})`;

/** Every listing that may repeat another one, with the listing that it most likely repeats. */
export const findDuplicates = (db: Knex): Promise<(FoundMatch & { row: number; name: string })[]> => {
  // With an offset, the keys of a listing are computed once, and not for each pair.
  const withoutNpi = keysOf('l', 'from dentists l where l.deleted_at is null and l.npi is null offset 0');
  const others = keysOf('l', 'from dentists l where l.deleted_at is null offset 0');
  return rows(
    db,
    `with found as materialized (${duplicatesSql(pairsOf(withoutNpi, others))}), both_ways as (
       select row, id, score, evidence from found union select id, row, score, evidence from found
     )
     select distinct on (b.row) b.row, b.id, d.name, b.score, b.evidence from both_ways b join dentists d on d.id = b.id
     order by b.row, b.score desc, b.id`,
  );
};
