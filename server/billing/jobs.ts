import { z } from 'zod';
import type { Knex } from 'knex';
import type Stripe from 'stripe';
import type { Deps } from '#server/base/http/context.ts';
import { enqueue, job, type Job } from '#server/base/jobs/queue.ts';
import { emailUpcomingRenewal } from './emails.ts';
import {
  listCustomersAfter,
  deleteOldRecords,
  findBuyerOfCustomer,
  markSubscriptionEmailed,
  lockUpcomingRenewals,
  listSubscriptions,
} from './queries.ts';
import { deleteOldDisputes } from './queries-disputes.ts';
import { idOf, paymentsOf } from './stripe.ts';
import { quantityJob } from './quantity.ts';
import { isLive } from './state.ts';
import { comparePricesAtStart } from './stripe-prices.ts';
import { syncCustomer } from './sync.ts';
import { billTransferFee } from './transfer.ts';

const customerPayload = z.object({ customerId: z.string() });

const syncJob = job('billing.sync', {
  payload: customerPayload,
  handle: ({ customerId }, deps) => syncCustomer(deps, customerId),
});
/** Pending syncs of one customer are merged into renewal. */
export const enqueueSync = (trx: Knex, customerId: string): Promise<void> =>
  enqueue(trx, syncJob, { customerId }, { key: `billing.sync:${customerId}` });

/** A dispute names only its charge, so Stripe is asked for the customer. */
const disputeJob = job('billing.dispute', {
  payload: z.object({ disputeId: z.string() }),
  async handle({ disputeId }, deps) {
    const dispute = await paymentsOf(deps).stripe.disputes.retrieve(disputeId, { expand: ['charge'] });
    const customer = idOf((dispute.charge as Stripe.Charge).customer);
    if (customer) await syncCustomer(deps, customer);
  },
});
export async function enqueueDisputeSync(trx: Knex, { id }: { id?: unknown }): Promise<void> {
  if (typeof id !== 'string' || !/^\w{1,200}$/.test(id)) return;
  await enqueue(trx, disputeJob, { disputeId: id }, { key: `billing.dispute:${id}` });
}

/**
 * Syncs a customer with an open payment form, in case this server stops or a webhook gets lost after the payment. Checks
 * less and less often, and stops after 24 hours, when Stripe expires the subscription.
 */
const watchJob = job('billing.watch', {
  payload: z.object({ customerId: z.string(), since: z.number() }),
  async handle({ customerId, since }, deps) {
    await syncCustomer(deps, customerId);
    const isUnpaid = (await listSubscriptions(deps.db, customerId)).some(({ status }) => status === 'incomplete');
    const age = deps.clock.now().getTime() - since;
    if (isUnpaid && age < 24 * 3_600_000) await enqueueWatch(deps, customerId, since, Math.max(20_000, age / 4));
  },
});
export function enqueueWatch(deps: Deps, customerId: string, since?: number, wait = 20_000): Promise<void> {
  const now = deps.clock.now().getTime();
  return enqueue(
    deps.db,
    watchJob,
    { customerId, since: since ?? now },
    { key: `billing.watch:${customerId}`, runAt: new Date(now + wait) },
  );
}

/** Cancels the subscriptions of a deleted account at Stripe. */
export const cancelAtProvider = job('billing.end', {
  payload: customerPayload,
  async handle({ customerId }, deps) {
    const { stripe } = paymentsOf(deps);
    const { data } = await stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 });
    for (const { id, status } of data)
      if (isLive(status) || status === 'incomplete') await stripe.subscriptions.cancel(id);
    await syncCustomer(deps, customerId);
  },
});

/** Stores the account's current name and email address at Stripe, or removes them if the account was deleted. */
export const updateContactAtProvider = job('billing.contact', {
  payload: customerPayload,
  async handle({ customerId }, deps) {
    const user = await findBuyerOfCustomer(deps.db, customerId);
    await paymentsOf(deps)
      .stripe.customers.update(
        customerId,
        user
          ? { email: user.email, name: user.name }
          : { email: '', name: 'Deleted account', metadata: { user_id: '' } },
      )
      .catch((error: { code?: string }) => {
        // A customer deleted at Stripe has no contact to update.
        if (error.code !== 'resource_missing') throw error;
      });
  },
});

/** Syncs every customer to repair missed webhooks, spread out to respect Stripe's rate limit. Deletes old records. */
export async function reconcile(deps: Deps): Promise<void> {
  if (deps.payments) await enqueueSyncs(deps);
  const now = deps.clock.now();
  const sevenYears = new Date(now);
  sevenYears.setUTCFullYear(now.getUTCFullYear() - 7);
  await deleteOldDisputes(deps.db, sevenYears);
  await deleteOldRecords(deps.db, { events: new Date(now.getTime() - 90 * 86_400_000), transactions: sevenYears });
}

async function enqueueSyncs(deps: Deps): Promise<void> {
  const startedAt = deps.clock.now().getTime();
  let last = '';
  for (let batch = 0; ; batch++) {
    const customers = await listCustomersAfter(deps.db, last, 500);
    if (customers.length === 0) break;
    for (const [index, customerId] of customers.entries())
      await enqueue(
        deps.db,
        syncJob,
        { customerId },
        { key: `billing.reconcile:${customerId}`, runAt: new Date(startedAt + (batch * 500 + index) * 100) },
      );
    last = customers.at(-1)!;
  }
}

/** A yearly renewal is announced 30 days before the charge, because California asks for 15 to 45. Others, seven. */
const NOTICE_DAYS = { monthly: 7, yearly: 30 } as const;

/** Emails the customer once before a renewal is charged. */
export async function announceRenewals(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  for (;;) {
    const count = await deps.db.transaction(async (trx) => {
      const renewals = await lockUpcomingRenewals(trx, now, NOTICE_DAYS);
      for (const renewal of renewals) {
        await markSubscriptionEmailed(trx, renewal.id, { renewalMailedFor: renewal.currentPeriodEnd });
        await emailUpcomingRenewal(trx, deps, renewal, {
          plan: renewal.plan,
          cents: renewal.cents,
          date: renewal.currentPeriodEnd,
          trial: renewal.status === 'trialing',
          card: renewal.cardLast4,
        });
      }
      return renewals.length;
    });
    if (count === 0) return;
  }
}

export const jobs: Job[] = [
  syncJob,
  disputeJob,
  watchJob,
  quantityJob,
  cancelAtProvider,
  updateContactAtProvider,
  billTransferFee,
  comparePricesAtStart,
];
