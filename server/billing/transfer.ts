import type { Knex } from 'knex';
import { z } from 'zod';
import { facts } from '#shared/billing/plans.ts';
import { enqueue, job } from '#server/base/jobs/queue.ts';
import { getOrCreateCustomer } from './customers.ts';
import { findBuyer } from './queries.ts';
import { isLive } from './state.ts';
import { paymentsOf } from './stripe.ts';
import { syncCustomer } from './sync.ts';

/** Adds the ownership transfer fee to the new owner's next invoice, or sends a separate invoice if they have no plan. */
export const billTransferFee = job('billing.transfer', {
  payload: z.object({ userId: z.int(), listing: z.string(), reference: z.string().max(200) }),
  async handle({ userId, listing, reference }, deps) {
    const user = await findBuyer(deps.db, userId);
    if (!user) return;
    const customer = await getOrCreateCustomer(deps, user);
    const { stripe } = paymentsOf(deps);
    await stripe.invoiceItems.create(
      {
        customer,
        amount: facts.transferFeeCents,
        currency: 'usd',
        description: `Ownership transfer: ${listing}`,
        metadata: { reference },
      },
      { idempotencyKey: `transfer-item-${customer}-${reference}` },
    );
    const { data } = await stripe.subscriptions.list({ customer, limit: 100 });
    if (!data.some(({ status }) => isLive(status))) {
      const invoice = await stripe.invoices.create(
        {
          customer,
          collection_method: 'send_invoice',
          days_until_due: 14,
          pending_invoice_items_behavior: 'include',
          description: `Ownership transfer: ${listing}`,
        },
        { idempotencyKey: `transfer-invoice-${customer}-${reference}` },
      );
      if (invoice.status === 'draft') await stripe.invoices.finalizeInvoice(invoice.id!);
    }
    await syncCustomer(deps, customer);
  },
});

/** Call this in the transaction that changes the owner. A `reference` is billed only once. */
export const enqueueTransferFee = (
  trx: Knex,
  transfer: { userId: number; listing: string; reference: string },
): Promise<void> =>
  enqueue(trx, billTransferFee, transfer, { key: `billing.transfer:${transfer.userId}:${transfer.reference}` });
