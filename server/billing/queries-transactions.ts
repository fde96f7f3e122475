import type { Knex } from 'knex';
import { rows } from '#server/db/knex.ts';

export interface StoredTransaction {
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
export interface KnownTransaction extends StoredTransaction {
  id: number;
  receiptMailed: boolean;
  failuresMailed: number;
}

export async function listTransactions(trx: Knex, customerId: string): Promise<KnownTransaction[]> {
  return (await trx('transactions').where({ customerId })) as KnownTransaction[];
}
export async function storeTransaction(trx: Knex, transaction: StoredTransaction): Promise<void> {
  await trx('transactions').insert(transaction).onConflict('invoiceId').merge();
}
export async function markTransactionEmailed(
  trx: Knex,
  invoiceId: string,
  what: Partial<Pick<KnownTransaction, 'receiptMailed' | 'failuresMailed'>>,
): Promise<void> {
  await trx('transactions').where({ invoiceId }).update(what);
}

/** What a person sees as invoices: what was asked for, not what was called off before anything was paid. */
export async function listInvoices(db: Knex, userId: number): Promise<KnownTransaction[]> {
  return rows(
    db,
    `select * from transactions where user_id = ? and status <> 'void' and (cents > 0 or status = 'paid')
     order by created_at desc, id desc limit 100`,
    [userId],
  );
}
