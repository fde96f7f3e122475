import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import type { SubscriptionRow } from './queries.ts';

export interface NewTransaction {
  userId: number | null;
  customerId: string;
  invoiceId: string;
  number: string | null;
  subscriptionId: string | null;
  plan: string | null;
  description: string;
  status: 'open' | 'failed' | 'paid' | 'void' | 'uncollectible';
  currency: string;
  cents: number;
  paidCents: number;
  refundedCents: number;
  attempts: number;
  receiptUrl: string | null;
  createdAt: Date;
  paidAt: Date | null;
}
export interface TransactionRow extends NewTransaction {
  id: number;
  receiptMailed: boolean;
  failuresMailed: number;
}

export async function listTransactions(trx: Knex, customerId: string): Promise<TransactionRow[]> {
  return (await trx('transactions').where({ customerId })) as TransactionRow[];
}
export async function storeTransaction(trx: Knex, transaction: NewTransaction): Promise<void> {
  await trx('transactions').insert(transaction).onConflict('invoiceId').merge();
}
export async function markTransactionEmailed(
  trx: Knex,
  invoiceId: string,
  marks: Partial<Pick<TransactionRow, 'receiptMailed' | 'failuresMailed'>>,
): Promise<void> {
  await trx('transactions').where({ invoiceId }).update(marks);
}

export async function findTransaction(
  db: Knex,
  userId: number,
  invoiceId: string,
): Promise<TransactionRow | undefined> {
  return (await db('transactions').where({ userId, invoiceId }).first()) as TransactionRow | undefined;
}

/** The invoices shown to a customer, without those that were voided before payment. */
export async function listInvoices(db: Knex, userId: number): Promise<TransactionRow[]> {
  return rows(
    db,
    `select * from transactions where user_id = ? and status <> 'void' and (cents > 0 or status = 'paid')
     order by created_at desc, id desc limit 100`,
    [userId],
  );
}

/** Which of these invoices are paid, as of the last sync. */
export async function findPaidInvoices(db: Knex, invoiceIds: readonly string[]): Promise<string[]> {
  const paid = await rows<{ invoiceId: string }>(
    db,
    `select invoice_id from transactions where status = 'paid' and invoice_id = any(cast(:invoiceIds as text[]))`,
    { invoiceIds },
  );
  return paid.map(({ invoiceId }) => invoiceId);
}

/** The first payment for a plan of each of these users, if it was in full and since then. */
export const findFirstPayments = (
  db: Knex,
  userIds: readonly number[],
  since: Date,
): Promise<{ userId: number; invoiceId: string; cents: number; paidAt: Date }[]> =>
  rows(
    db,
    `select user_id, invoice_id, paid_cents as cents, paid_at from (
       select distinct on (user_id) * from transactions
       where user_id = any (cast(:userIds as integer[])) and status = 'paid' and subscription_id is not null and paid_cents > 0
       order by user_id, paid_at, id
     ) first where paid_at >= :since and refunded_cents = 0`,
    { userIds, since },
  );

interface FailedRenewalRow {
  plan: string;
  /** The amount still owed. */
  cents: number;
  currentPeriodStart: Date;
}
const failedRenewals = `from subscriptions s
  join users u on u.stripe_subscription_id = s.id
  join transactions t on t.user_id = u.id and t.subscription_id = s.id and t.status in ('failed', 'uncollectible')
  where s.status in ('past_due', 'unpaid')`;

export async function findFailedRenewal(db: Knex, userId: number): Promise<FailedRenewalRow | undefined> {
  const [row] = await rows<FailedRenewalRow>(
    db,
    `select s.plan, t.cents - t.paid_cents as cents, s.current_period_start ${failedRenewals} and u.id = :userId
     order by t.created_at desc limit 1`,
    { userId },
  );
  return row;
}

/** Locks the unpaid renewals whose next reminder is due, by the number of emails sent. Skips rows that another server has locked. */
export const lockUnpaidRenewals = (
  trx: Knex,
  now: Date,
  reminderDays: readonly number[],
): Promise<
  (FailedRenewalRow & {
    invoiceId: string;
    payUrl: string | null;
    cardBrand: string | null;
    cardLast4: string | null;
    name: string;
    email: string;
  })[]
> =>
  rows(
    trx,
    `select s.plan, t.cents - t.paid_cents as cents, s.current_period_start, t.invoice_id, t.receipt_url as pay_url,
       s.card_brand, s.card_last4, u.name, u.email ${failedRenewals}
       and t.failures_mailed between 1 and cardinality(cast(:reminderDays as integer[]))
       and s.current_period_start <= cast(:now as timestamptz) - (cast(:reminderDays as integer[]))[t.failures_mailed] * interval '1 day'
     order by t.id limit 200 for update of t skip locked`,
    { now, reminderDays },
  );

/** Locks the subscriptions that are unpaid since before `since`, and whose accounts still have their paid features. */
export const lockEndedGrace = (trx: Knex, since: Date): Promise<SubscriptionRow[]> =>
  rows(
    trx,
    `select s.* from subscriptions s join users u on u.id = s.user_id and u.stripe_subscription_id = s.id
     where s.status in ('past_due', 'unpaid') and u.subscription_status = 'active' and s.current_period_start <= :since
     order by s.id limit 200 for update skip locked`,
    { since },
  );
