import type { SubscriptionViewIn } from '#contract/billing.ts';
import { planName } from '#contract/plans.ts';
import type { Actor, Ctx } from '#server/http/context.ts';
import { conflict } from '#server/http/errors.ts';
import { requireOffer, requireBuyer } from './checkout.ts';
import { getOrCreateCustomer } from './customers.ts';
import { findSubscription, type Buyer, type KnownSubscription } from './queries.ts';
import { isLive, describeSubscription } from './state.ts';
import { callProvider, dateOf, paymentsOf } from './stripe.ts';
import { syncCustomer } from './sync.ts';

async function mine(ctx: Ctx<Actor>): Promise<{ user: Buyer; subscription: KnownSubscription | undefined }> {
  const user = await requireBuyer(ctx);
  const subscription = user.stripeSubscriptionId
    ? await findSubscription(ctx.db, user.stripeSubscriptionId)
    : undefined;
  return { user, subscription };
}

export async function view(ctx: Ctx<Actor>): Promise<SubscriptionViewIn> {
  const { user, subscription } = await mine(ctx);
  return describeSubscription(user, subscription, ctx.payments?.sandbox ?? false);
}

export async function refresh(ctx: Ctx<Actor>): Promise<SubscriptionViewIn> {
  const user = await requireBuyer(ctx);
  if (user.stripeCustomerId) await callProvider(ctx, () => syncCustomer(ctx, user.stripeCustomerId!));
  return view(ctx);
}

/** A subscription that the provider still goes on with, or a refusal. */
async function running(ctx: Ctx<Actor>, refusal: () => Error): Promise<KnownSubscription> {
  const { subscription } = await mine(ctx);
  if (!subscription || !isLive(subscription.status)) throw refusal();
  return subscription;
}

/** Paid time is used up; where the last payment is missing there is none, and the plan ends at once. */
export async function cancel(ctx: Ctx<Actor>): Promise<SubscriptionViewIn> {
  const subscription = await running(ctx, () => conflict('There is no running plan to cancel.', 'nothing_to_cancel'));
  const { stripe } = paymentsOf(ctx);
  await callProvider(ctx, async () => {
    if (subscription.status === 'active' || subscription.status === 'trialing')
      await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    else await stripe.subscriptions.cancel(subscription.id);
    await syncCustomer(ctx, subscription.customerId);
  });
  return view(ctx);
}

export async function resume(ctx: Ctx<Actor>): Promise<SubscriptionViewIn> {
  const nothing = () => conflict('There is no cancellation to take back.', 'nothing_to_resume');
  const subscription = await running(ctx, nothing);
  if (subscription.cancelAt === null) throw nothing();
  await callProvider(ctx, async () => {
    await paymentsOf(ctx).stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
    await syncCustomer(ctx, subscription.customerId);
  });
  return view(ctx);
}

const noSubscription = () =>
  conflict('There is no running plan to change. Please choose one first.', 'no_subscription');

async function changeOf(ctx: Ctx<Actor>, priceId: string) {
  const price = requireOffer(ctx, priceId);
  const subscription = await running(ctx, noSubscription);
  if (subscription.status !== 'active' && subscription.status !== 'trialing') throw noSubscription();
  if (subscription.priceId === price.priceId) throw conflict('This is the plan you have.', 'same_price');
  return { price, subscription };
}

export async function preview(priceId: string, ctx: Ctx<Actor>) {
  const { price, subscription } = await changeOf(ctx, priceId);
  const { stripe } = paymentsOf(ctx);
  return callProvider(ctx, async () => {
    const current = await stripe.subscriptions.retrieve(subscription.id);
    const item = current.items.data[0]!;
    const at = Math.min(Math.max(await providerNow(ctx), item.current_period_start), item.current_period_end);
    const invoice = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: {
        items: [{ id: item.id, price: price.priceId }],
        proration_behavior: 'always_invoice',
        proration_date: at,
      },
    });
    const sameRhythm = price.interval === subscription.interval || subscription.status === 'trialing';
    const next = sameRhythm
      ? dateOf(item.current_period_end)
      : dateOf(Math.max(...invoice.lines.data.filter(({ amount }) => amount >= 0).map(({ period }) => period.end)));
    return {
      plan: price.plan,
      planName: planName(price.plan),
      interval: price.interval,
      cents: price.cents,
      dueNowCents: invoice.amount_due,
      creditCents: Math.max(0, -invoice.total),
      nextDate: next,
      at,
    };
  });
}

/** The clock of the sandbox can be moved; Stripe's is everybody's. */
async function providerNow(ctx: Ctx<Actor>): Promise<number> {
  const { stripe, sandbox } = paymentsOf(ctx);
  if (!sandbox) return Math.floor(ctx.clock.now().getTime() / 1000);
  return (await stripe.testHelpers.testClocks.retrieve('clock_sandbox')).frozen_time;
}

export async function changePlan(
  { priceId, at }: { priceId: string; at?: number | undefined },
  ctx: Ctx<Actor>,
): Promise<SubscriptionViewIn> {
  const { price, subscription } = await changeOf(ctx, priceId);
  const { stripe } = paymentsOf(ctx);
  await callProvider(ctx, async () => {
    const current = await stripe.subscriptions.retrieve(subscription.id);
    const item = current.items.data[0]!;
    const inPeriod = at !== undefined && at >= item.current_period_start && at <= item.current_period_end;
    // A sum that was shown holds for an hour; after that it is made anew.
    const fresh = inPeriod && Math.abs((await providerNow(ctx)) - at) < 3_600;
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, price: price.priceId }],
      proration_behavior: 'always_invoice',
      ...(fresh ? { proration_date: at } : {}),
      // Either the difference is paid and the plan changes, or neither.
      payment_behavior: 'error_if_incomplete',
    });
    await syncCustomer(ctx, subscription.customerId);
  });
  return view(ctx);
}

export async function portal(ctx: Ctx<Actor>): Promise<{ url: string }> {
  const user = await requireBuyer(ctx);
  if (user.subscriptionPlan === 'free')
    throw conflict('There is nothing to manage yet: you are on the free plan.', 'nothing_to_manage');
  return callProvider(ctx, async () => {
    const customer = await getOrCreateCustomer(ctx, user);
    const session = await paymentsOf(ctx).stripe.billingPortal.sessions.create({
      customer,
      return_url: `${ctx.config.PUBLIC_URL}/dashboard`,
    });
    return { url: session.url };
  });
}
