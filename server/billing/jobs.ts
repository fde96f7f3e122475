import { z } from 'zod';
import type { Knex } from 'knex';
import type { Deps } from '#server/http/context.ts';
import { enqueue, job, scheduled, type Job } from '#server/job.ts';
import { emailUpcomingRenewal } from './emails.ts';
import { listCustomersAfter, deleteOldRecords, markSubscriptionEmailed, lockUpcomingRenewals, listSubscriptions } from './queries.ts';
import { paymentsOf } from './stripe.ts';
import { isLive } from './state.ts';
import { syncCustomer } from './sync.ts';
import { billTransferFee } from './transfer.ts';

const customer = z.object({ customerId: z.string() });

const syncJob = job('billing.sync', {
  payload: customer,
  handle: ({ customerId }, deps) => syncCustomer(deps, customerId),
});
/** Waiting looks at one customer become one. */
export const enqueueSync = (trx: Knex, customerId: string): Promise<void> =>
  enqueue(trx, syncJob, { customerId }, { key: `billing.sync:${customerId}` });

/**
 * Somebody is at a payment form. Should this server, or every webhook, be lost between the payment and its event, this
 * still looks; it asks less and less often and stops when the provider itself gives up waiting.
 */
const watchJob = job('billing.watch', {
  payload: z.object({ customerId: z.string(), since: z.number() }),
  async handle({ customerId, since }, deps) {
    await syncCustomer(deps, customerId);
    const waiting = (await listSubscriptions(deps.db, customerId)).some(({ status }) => status === 'incomplete');
    const age = deps.clock.now().getTime() - since;
    if (waiting && age < 24 * 3_600_000) await enqueueWatch(deps, customerId, since, Math.max(20_000, age / 4));
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

/** For an account that is deleted: whatever still runs at the provider is ended there. Call it in the deleting transaction. */
export const cancelAtProvider = job('billing.end', {
  payload: customer,
  async handle({ customerId }, deps) {
    const { stripe } = paymentsOf(deps);
    const { data } = await stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 });
    for (const { id, status } of data)
      if (isLive(status) || status === 'incomplete') await stripe.subscriptions.cancel(id);
    await syncCustomer(deps, customerId);
  },
});

/** Repairs whatever was missed: every customer is looked at again, spread over time so that the provider is not flooded. */
async function reconcile(deps: Deps): Promise<void> {
  if (!deps.payments) return;
  const begun = deps.clock.now().getTime();
  let last = '';
  for (let batch = 0; ; batch++) {
    const customers = await listCustomersAfter(deps.db, last, 500);
    if (customers.length === 0) break;
    for (const [at, customerId] of customers.entries())
      await enqueue(
        deps.db,
        syncJob,
        { customerId },
        { key: `billing.reconcile:${customerId}`, runAt: new Date(begun + (batch * 500 + at) * 100) },
      );
    last = customers.at(-1)!;
  }
  const now = deps.clock.now();
  const sevenYears = new Date(now);
  sevenYears.setUTCFullYear(now.getUTCFullYear() - 7);
  await deleteOldRecords(deps.db, { events: new Date(now.getTime() - 90 * 86_400_000), transactions: sevenYears });
}

/** Seven days before a card is charged its owner hears of it, once. */
async function announceRenewals(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  for (;;) {
    const told = await deps.db.transaction(async (trx) => {
      const coming = await lockUpcomingRenewals(trx, now, new Date(now.getTime() + 7 * 86_400_000));
      for (const one of coming) {
        await markSubscriptionEmailed(trx, one.id, { renewalMailedFor: one.currentPeriodEnd });
        await emailUpcomingRenewal(trx, deps, one, {
          plan: one.plan,
          cents: one.cents,
          date: one.currentPeriodEnd,
          trial: one.status === 'trialing',
          card: one.cardLast4,
        });
      }
      return coming.length;
    });
    if (told === 0) return;
  }
}

export const reconcileJob = scheduled('billing.reconcile', '20 8 * * *', reconcile);
export const renewalsJob = scheduled('billing.renewals', '5 * * * *', announceRenewals);

export const jobs: Job[] = [syncJob, watchJob, cancelAtProvider, billTransferFee, reconcileJob, renewalsJob];
