import type { Knex } from 'knex';
import type { z } from 'zod';
import type { getBillingCatalog } from '#contract/billing/billing.ts';
import { isLaunch, launchEnds, launchLabel } from '#shared/billing/launch.ts';
import type { Ctx } from '#server/base/http/context.ts';
import { enqueue } from '#server/base/jobs/queue.ts';
import { cancelAtProvider, updateContactAtProvider } from './jobs.ts';
import { listOffers } from './prices.ts';
import { findBuyer, findSubscription } from './queries.ts';
import { describeSubscription } from './state.ts';

export { findPaidInvoices } from './queries-transactions.ts';
export { openPortal, listInvoicesOf } from './manage.ts';
export { enqueueQuantity } from './quantity.ts';
export { countByCostCenter } from './queries-quantity.ts';
export { enqueueTransferFee } from './transfer.ts';
export {
  checkTransferInvoice,
  endTransferInvoice,
  hasNextInvoice,
  openTransferInvoice,
  type TransferInvoice,
} from './transfer-payment.ts';

/** The prices on sale now. Launch prices are left out after the launch. */
export function getCatalog(ctx: Ctx): z.input<(typeof getBillingCatalog)['reply']> {
  const { clock, config, payments } = ctx;
  const now = clock.now();
  const launch = isLaunch(now);
  return {
    now,
    launchEnds: launch ? new Date(launchEnds) : null,
    launchLabel: launch ? launchLabel : null,
    launch,
    testMode: payments?.sandbox ?? false,
    publishableKey: payments?.publishableKey ?? null,
    offers: config.payments ? listOffers(ctx).filter((price) => launch || !price.launch) : [],
  };
}

/** Finds the plan that an account pays for, and for how many locations; `quantity` is null unless it is Enterprise by Stripe. */
export async function findAccountPlan(ctx: Pick<Ctx, 'db' | 'payments'>, userId: number) {
  const user = (await findBuyer(ctx.db, userId))!;
  const id = user.stripeSubscriptionId;
  const subscription = id === null ? undefined : await findSubscription(ctx.db, id);
  const view = describeSubscription(user, subscription, ctx.payments?.sandbox ?? false);
  const isByStripe = subscription?.plan === 'enterprise' && view.cents !== null;
  return { user, view, quantity: isByStripe ? subscription.quantity : null };
}

/** Sends the account's changed name and email address to the payment provider. */
export async function updateContact(trx: Knex, userId: number): Promise<void> {
  const user = await findBuyer(trx, userId);
  if (user?.stripeCustomerId) await enqueue(trx, updateContactAtProvider, { customerId: user.stripeCustomerId });
}

/**
 * Ends billing for an account, in the transaction that deletes it. Its transactions stay, without the account, and the
 * provider forgets the name and address.
 */
export async function endBilling(trx: Knex, userId: number): Promise<void> {
  const user = await findBuyer(trx, userId);
  if (!user?.stripeCustomerId) return;
  const customer = { customerId: user.stripeCustomerId };
  await enqueue(trx, cancelAtProvider, customer);
  await enqueue(trx, updateContactAtProvider, customer);
}
