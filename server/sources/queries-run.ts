import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { NO_DISCIPLINE } from '#shared/listings/source-facts.ts';

/** The rows of a file: keys to match by, and the values that each states. */
export const ROW_TABLE = 'source_rows';

export const createRowTable = (trx: Knex) =>
  trx.raw(`
    create temporary table ${ROW_TABLE} (row integer not null, id integer, npi text, license text, license_state text, name text,
      phone text, address text, zip text, stated jsonb not null, stated_place jsonb) on commit drop`);

export const copyIntoRows = `copy ${ROW_TABLE} (row, id, npi, license, license_state, name, phone, address, zip, stated, stated_place) from stdin`;

export const analyzeRows = (trx: Knex) => trx.raw(`create index on ${ROW_TABLE} (row); analyze ${ROW_TABLE}`);

export async function countMatched(trx: Knex): Promise<{ rows: number; listings: number }> {
  const [counts] = await rows<{ rows: number; listings: number }>(
    trx,
    'select count(distinct row)::int as rows, count(*)::int as listings from matches',
  );
  return counts!;
}

/**
 * A matched listing with what its row states. Values about the building hold only at the same address. A board has a row for each action
 * about a license, so the listing gets all of them.
 */
export const copyOutOfMatches = `copy (
  with actions as (
    select license, license_state, name, string_agg(distinct stated ->> 'licenseDiscipline', '; ') as words
    from ${ROW_TABLE} where stated ->> 'licenseDiscipline' <> '${NO_DISCIPLINE}' group by 1, 2, 3)
  select m.id, s.stated || case when a.words is not null then jsonb_build_object('licenseDiscipline', a.words) else '{}' end || case when 'address' = any (m.evidence) then coalesce(s.stated_place, '{}') else '{}' end
  from matches m join ${ROW_TABLE} s on s.row = m.row
    left join actions a on a.license = s.license and a.license_state = s.license_state and a.name = s.name
  order by m.id) to stdout`;
