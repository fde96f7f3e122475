import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

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
