import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { containsWords, FOUND_LIMIT, newestOf, type FoundRow } from '#server/base/tables/staff-query.ts';
import { SqlText } from '#server/base/tables/sql-text.ts';
import { CLAIM_TITLE } from '../queries-rivals.ts';
import { isAboutListings, type ListingQuery } from '#server/listings/staff-search.ts';

export interface FoundClaim extends FoundRow {
  status: string;
}

/** The name, email, phone, or NPI of the claimant, the email of their account, or what identifies the listing. */
function waysToClaims(query: ListingQuery): SqlText[] {
  const { digits, email } = query;
  const ways = [isAboutListings('claim_requests', query)];
  if (digits === null) ways.push(containsWords(['lower(t.requestor_name)', 'lower(t.requestor_email)'], query));
  else
    ways.push(new SqlText().add('phone_digits(t.requestor_phone) = ?', digits), new SqlText().add('t.npi = ?', digits));
  if (email !== null) ways.push(new SqlText().add('t.user_id = (select id from users where email = ?)', email));
  return ways;
}

/** Finds claims by number, claimant, or listing, newest first. */
export function searchClaimsForStaff(db: Knex, query: ListingQuery): Promise<FoundClaim[]> {
  const sql = new SqlText().add(
    `select c.id, ${CLAIM_TITLE} as label, concat_ws(', ', c.requestor_name, c.status) as detail, c.status
     from claim_requests c join dentists d on d.id = c.dentist_id where `,
  );
  if (query.id === null) sql.add('c.id in ').append(newestOf('claim_requests', waysToClaims(query)));
  else sql.add('c.id = ?', query.id);
  return rows(db, `${sql.text} order by c.id desc limit ?`, [...sql.bindings, FOUND_LIMIT]);
}
