import type Stripe from 'stripe';
import type { z } from 'zod';
import type { myInvoices, SubscriptionViewIn } from '#contract/billing/billing.ts';
import { planName } from '#shared/billing/plans.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { conflict } from '#server/base/http/errors.ts';
import { requireOffer, requireBuyer } from './checkout.ts';
import { getOrCreateCustomer, withCheckoutLock } from './customers.ts';
import { findSubscription, type Buyer, type SubscriptionRow } from './queries.ts';
import { listInvoices } from './queries-transactions.ts';
import type { PlanPrice } from './prices.ts';
import { isLive, describeSubscription } from './state.ts';
import { callProvider, dateOf, paymentsOf } from './stripe.ts';
import { syncCustomer } from './sync.ts';

async function readOwnSubscription(
  ctx: Ctx<Actor>,
): Promise<{ user: Buyer; subscription: SubscriptionRow | undefined }> {
  const user = await requireBuyer(ctx);
  const subscription = user.stripeSubscriptionId
    ? await findSubscription(ctx.db, user.stripeSubscriptionId)
    : undefined;
  return { user, subscription };
}

export async function getSubscription(ctx: Ctx<Actor>): Promise<SubscriptionViewIn> {
  const { user, subscription } = await readOwnSubscription(ctx);
  return describeSubscription(user, subscription, ctx.payments?.sandbox ?? false);
}

export async function refreshSubscription(ctx: Ctx<Actor>): Promise<SubscriptionViewIn> {
  const user = await requireBuyer(ctx);
  if (user.stripeCustomerId) await callProvider(ctx, () => syncCustomer(ctx, user.stripeCustomerId!));
  return getSubscription(ctx);
}

/** Returns the live subscription, or throws `error`. */
async function requireLiveSubscription(ctx: Ctx<Actor>, error: () => Error): Promise<SubscriptionRow> {
  const { subscription } = await readOwnSubscription(ctx);
  if (!subscription || !isLive(subscription.status)) throw error();
  return subscription;
}

/** Cancels at the end of the paid period, or immediately if the last payment failed. */
export async function cancelSubscription(ctx: Ctx<Actor>): Promise<SubscriptionViewIn> {
  const subscription = await requireLiveSubscription(ctx, () =>
    conflict("You don't have an active plan to cancel.", 'nothing_to_cancel'),
  );
  const { stripe } = paymentsOf(ctx);
  await callProvider(ctx, async () => {
    await withCheckoutLock(ctx, subscription.customerId, async () => {
      if (subscription.status === 'active' || subscription.status === 'trialing')
        await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
      else await stripe.subscriptions.cancel(subscription.id);
    });
    await syncCustomer(ctx, subscription.customerId);
  });
  return getSubscription(ctx);
}

export async function resumeSubscription(ctx: Ctx<Actor>): Promise<SubscriptionViewIn> {
  const nothingToResume = () => conflict("Your plan isn't set to cancel.", 'nothing_to_resume');
  const subscription = await requireLiveSubscription(ctx, nothingToResume);
  if (subscription.cancelAt === null) throw nothingToResume();
  await callProvider(ctx, async () => {
    await withCheckoutLock(ctx, subscription.customerId, () => undoCancellation(ctx, subscription.id));
    await syncCustomer(ctx, subscription.customerId);
  });
  return getSubscription(ctx);
}

/**
 * Removes both kinds of cancellation. Ours sets `cancel_at_period_end`, and the portal sets only `cancel_at` on a
 * subscription with flexible billing. Stripe takes one of the two in a request.
 */
async function undoCancellation(ctx: Ctx<Actor>, id: string): Promise<void> {
  const { stripe } = paymentsOf(ctx);
  let subscription: Stripe.Subscription = await stripe.subscriptions.retrieve(id);
  if (subscription.cancel_at_period_end)
    subscription = await stripe.subscriptions.update(id, { cancel_at_period_end: false });
  if (subscription.cancel_at !== null) await stripe.subscriptions.update(id, { cancel_at: '' });
}

const noSubscription = () =>
  conflict("You don't have an active plan to change. Please choose one first.", 'no_subscription');

async function requirePlanChange(ctx: Ctx<Actor>, priceId: string) {
  const price = requireOffer(ctx, priceId);
  const subscription = await requireLiveSubscription(ctx, noSubscription);
  if (subscription.status !== 'active' && subscription.status !== 'trialing') throw noSubscription();
  if (subscription.plan === 'enterprise')
    throw conflict('Please contact sales to change Enterprise.', 'no_subscription');
  if (subscription.priceId === price.priceId) throw conflict('You already have this plan.', 'same_price');
  return { price, subscription };
}

export async function previewPlanChange(priceId: string, ctx: Ctx<Actor>) {
  const { price, subscription } = await requirePlanChange(ctx, priceId);
  const { stripe } = paymentsOf(ctx);
  return callProvider(ctx, async () => {
    const current = await stripe.subscriptions.retrieve(subscription.id);
    const item = current.items.data[0]!;
    const at = Math.min(Math.max(await readProviderClock(ctx), item.current_period_start), item.current_period_end);
    const invoice = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: {
        items: [{ id: item.id, price: price.priceId }],
        proration_behavior: 'always_invoice',
        proration_date: at,
      },
    });
    const keepsPeriod = price.interval === subscription.interval || subscription.status === 'trialing';
    const nextDate = keepsPeriod
      ? dateOf(item.current_period_end)
      : dateOf(Math.max(...invoice.lines.data.filter(({ amount }) => amount >= 0).map(({ period }) => period.end)));
    return {
      plan: price.plan,
      planName: planName(price.plan),
      interval: price.interval,
      cents: price.cents,
      dueNowCents: invoice.amount_due,
      creditCents: Math.max(0, -invoice.total),
      nextDate,
      at,
    };
  });
}

/** The sandbox has its own clock, which tests and developers can move. */
async function readProviderClock(ctx: Ctx<Actor>): Promise<number> {
  const { stripe, sandbox } = paymentsOf(ctx);
  if (!sandbox) return Math.floor(ctx.clock.now().getTime() / 1000);
  return (await stripe.testHelpers.testClocks.retrieve('clock_sandbox')).frozen_time;
}

export async function changePlan(
  { priceId, at }: { priceId: string; at?: number | undefined },
  ctx: Ctx<Actor>,
): Promise<SubscriptionViewIn> {
  const { price, subscription } = await requirePlanChange(ctx, priceId);
  await callProvider(ctx, async () => {
    await withCheckoutLock(ctx, subscription.customerId, () => changePriceOnce(ctx, subscription.id, price, at));
    await syncCustomer(ctx, subscription.customerId);
  });
  return getSubscription(ctx);
}

/** Reads the price under the customer's lock, so that repeated clicks change the plan, and create an invoice, once. */
async function changePriceOnce(
  ctx: Ctx<Actor>,
  subscriptionId: string,
  price: PlanPrice,
  at: number | undefined,
): Promise<void> {
  const { stripe } = paymentsOf(ctx);
  const current = await stripe.subscriptions.retrieve(subscriptionId);
  const item = current.items.data[0]!;
  if (item.price.id === price.priceId) return;
  const inPeriod = at !== undefined && at >= item.current_period_start && at <= item.current_period_end;
  // The previewed amount is valid for an hour. After that, Stripe prorates from now.
  const isPreviewValid = inPeriod && Math.abs((await readProviderClock(ctx)) - at) < 3_600;
  await stripe.subscriptions.update(subscriptionId, {
    items: [{ id: item.id, price: price.priceId }],
    proration_behavior: 'always_invoice',
    ...(isPreviewValid ? { proration_date: at } : {}),
    // The plan changes only if the difference is paid.
    payment_behavior: 'error_if_incomplete',
  });
}

export const createPortalSession = async (ctx: Ctx<Actor>): Promise<{ url: string }> =>
  openPortal(ctx, await requireBuyer(ctx), '/dashboard');

/** The portal of an account, which returns to this page. The caller checks who may open it. */
export async function openPortal(ctx: Ctx<Actor>, user: Buyer, returnPath: string): Promise<{ url: string }> {
  if (user.subscriptionPlan === 'free')
    throw conflict("There's nothing to manage yet. You're on the free plan.", 'nothing_to_manage');
  return callProvider(ctx, async () => {
    const customer = await getOrCreateCustomer(ctx, user);
    const session = await paymentsOf(ctx).stripe.billingPortal.sessions.create({
      customer,
      return_url: ctx.config.PUBLIC_URL + returnPath,
    });
    return { url: session.url };
  });
}

export const listOwnInvoices = (ctx: Ctx<Actor>) => listInvoicesOf(ctx, ctx.actor.userId);

export async function listInvoicesOf(
  { db }: Pick<Ctx, 'db'>,
  userId: number,
): Promise<z.input<(typeof myInvoices)['reply']>> {
  const invoices = await listInvoices(db, userId);
  return invoices.map((invoice) => ({
    id: invoice.invoiceId,
    number: invoice.number,
    description: invoice.description,
    status: invoice.refundedCents > 0 && invoice.status === 'paid' ? 'refunded' : invoice.status,
    cents: invoice.cents,
    currency: invoice.currency,
    date: invoice.createdAt,
    url: invoice.receiptUrl,
  }));
}
