import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { containsWords, FOUND_LIMIT, type FoundRow, type StaffQuery } from '#server/base/tables/staff-query.ts';
import { SqlText } from '#server/base/tables/sql-text.ts';

/** The accounts that own a listing with this phone number or NPI, or that claimed one with it. */
const accountsBehind = (digits: string): SqlText =>
  new SqlText().add(
    `u.id in (
       select user_id from dentists where deleted_at is null and phone is not null and phone_digits(phone) = ?
       union all select user_id from dentists where deleted_at is null and npi = ?
       union all select user_id from claim_requests where phone_digits(requestor_phone) = ?
       union all select user_id from claim_requests where npi = ?)`,
    digits,
    digits,
    digits,
    digits,
  );

/** The accounts with a word in their name or email like the typed text, which may have a typo. */
export const searchSimilarPeople = (db: Knex, { text }: Pick<StaffQuery, 'text'>): Promise<FoundRow[]> =>
  rows(
    db,
    `select u.id, u.name as label, u.email as detail from users u where :text <% lower(u.name) or :text <% u.email
     order by greatest(word_similarity(:text, lower(u.name)), word_similarity(:text, u.email)) desc, u.id desc limit :limit`,
    { text, limit: FOUND_LIMIT },
  );

/** Finds accounts by number, name, email, Stripe customer, or the phone number or NPI of their listings and claims. */
export function searchPeopleForStaff(db: Knex, query: StaffQuery): Promise<FoundRow[]> {
  const { id, digits, typed } = query;
  const sql = new SqlText().add('select u.id, u.name as label, u.email as detail from users u where ');
  if (id !== null) sql.add('u.id = ?', id);
  else if (digits !== null) sql.append(accountsBehind(digits));
  else if (typed.startsWith('cus_')) sql.add('u.stripe_customer_id = ?', typed);
  else sql.append(containsWords(['lower(u.name)', 'u.email'], query));
  return rows(db, `${sql.text} order by u.id desc limit ?`, [...sql.bindings, FOUND_LIMIT]);
}
