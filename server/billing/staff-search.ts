import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import {
  containsWords,
  FOUND_LIMIT,
  newestOf,
  type FoundRow,
  type StaffQuery,
} from '#server/base/tables/staff-query.ts';
import { SqlText } from '#server/base/tables/sql-text.ts';

interface FoundPayment extends FoundRow {
  userId: number;
}

/** A name that matches more accounts says too little about a payment. */
const MAX_ACCOUNTS = 50;

/** The rows of the accounts whose name or email has every word. */
const ofAccounts = (query: StaffQuery): SqlText =>
  new SqlText()
    .add(`t.user_id = any(array(select id from users where `)
    .append(containsWords(['lower(name)', 'email'], query))
    .add(' order by id desc limit ?))', MAX_ACCOUNTS);

const accountOf = (detail: string): string => `concat_ws(', ', u.name, ${detail})`;

/** Finds an account's latest subscription by its Stripe id, the Stripe customer's id, or the account's name, email, or number. */
export function searchSubscriptionsForStaff(db: Knex, query: StaffQuery): Promise<FoundPayment[]> {
  const { id, typed } = query;
  const sql = new SqlText().add(
    `select distinct on (u.id) u.id, u.id as user_id, initcap(replace(s.plan, '_', ' ')) || ', ' || s.interval as label,
         ${accountOf(`replace(s.status, '_', ' ')`)} as detail
       from subscriptions s join users u on u.id = s.user_id where `,
  );
  if (id === null) {
    const ways = [
      new SqlText().add('t.id = ?', typed),
      new SqlText().add('t.customer_id = ?', typed),
      ofAccounts(query),
    ];
    sql.add('s.id in ').append(newestOf('subscriptions', ways, 't.started_at'));
  } else sql.add('s.user_id = ?', id);
  return rows(db, `${sql.text} order by u.id desc, s.started_at desc limit ?`, [...sql.bindings, FOUND_LIMIT]);
}

/** Finds payments by number, by the invoice's number or Stripe's, or by the name or email of the account. */
export function searchPaymentsForStaff(db: Knex, query: StaffQuery): Promise<FoundPayment[]> {
  const { id, typed, text } = query;
  const sql = new SqlText().add(
    `select p.id, u.id as user_id, coalesce(p.number, p.invoice_id) as label,
         ${accountOf(`to_char(p.cents / 100.0, 'FM$999,999,990.00'), p.status`)} as detail
       from transactions p join users u on u.id = p.user_id where `,
  );
  if (id === null) {
    const ways = [
      new SqlText().add('t.invoice_id = ?', typed),
      new SqlText().add('lower(t.number) = ?', text),
      ofAccounts(query),
    ];
    sql.add('p.id in ').append(newestOf('transactions', ways));
  } else sql.add('p.id = ?', id);
  return rows(db, `${sql.text} order by p.id desc limit ?`, [...sql.bindings, FOUND_LIMIT]);
}
