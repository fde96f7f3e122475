import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { IDENTIFYING, LISTED_SCORE } from './evidence.ts';
import { CANDIDATE_KEYS, LISTING_KEYS, scoredSql, type FoundMatch } from './queries-match.ts';

/**
 * Pairs of a ZIP code that can reach the score, by the end of the phone number and the number of the house. Cheaper than the keys of all
 * colleagues: names of one person with and without titles are at least this similar.
 */
const pairsOf = (tables: string, condition: string) => `
  select d.id as row, o.id from ${tables} where o.zip5 = d.zip5 and o.id <> d.id and o.deleted_at is null and ${condition}
    and (o.name_norm = d.name_norm or (right(o.phone, 4) = right(d.phone, 4) or split_part(o.address, ' ', 1) = split_part(d.address, ' ', 1))
      and similarity(o.name_norm, d.name_norm) > 0.25)`;

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
export const isDuplicate = `exists (${duplicatesSql(pairsOf('dentists o', '(d.npi is null or o.npi is null)'))})`;

/**
 * Every listing that may repeat another one, with the listing that it most likely repeats. Two people have two NPIs, so one listing of
 * each pair has none.
 */
export const findDuplicates = (db: Knex): Promise<(FoundMatch & { row: number; name: string })[]> =>
  rows(
    db,
    `with found as materialized (
       ${duplicatesSql(pairsOf('dentists d, dentists o', 'd.deleted_at is null and d.npi is null'))}
     ), both_ways as (
       select row, id, score, evidence from found union select id, row, score, evidence from found
     )
     select distinct on (b.row) b.row, b.id, d.name, b.score, b.evidence from both_ways b join dentists d on d.id = b.id
     order by b.row, b.score desc, b.id`,
  );
