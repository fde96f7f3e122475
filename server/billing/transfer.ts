import type { Knex } from 'knex';
import { z } from 'zod';
import { facts } from '#contract/plans.ts';
import { enqueue, job } from '#server/job.ts';
import { getOrCreateCustomer } from './customers.ts';
import { findBuyer } from './queries.ts';
import { isLive } from './state.ts';
import { paymentsOf } from './stripe.ts';
import { syncCustomer } from './sync.ts';

/** The fee for a change of owner, on the new owner's next invoice, or on one of its own where none is coming. */
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
        description: `Change of ownership: ${listing}`,
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
          description: `Change of ownership: ${listing}`,
        },
        { idempotencyKey: `transfer-invoice-${customer}-${reference}` },
      );
      if (invoice.status === 'draft') await stripe.invoices.finalizeInvoice(invoice.id!);
    }
    await syncCustomer(deps, customer);
  },
});

/** Call it in the transaction that changes the owner. `reference` names that change: charged once, however often this runs. */
export const enqueueTransferFee = (
  trx: Knex,
  about: { userId: number; listing: string; reference: string },
): Promise<void> => enqueue(trx, billTransferFee, about, { key: `billing.transfer:${about.userId}:${about.reference}` });
