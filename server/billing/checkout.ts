import type Stripe from 'stripe';
import { hasPlan } from '#shared/billing/entitlement.ts';
import { isLaunch } from '#shared/billing/launch.ts';
import { planName, plans, type Interval } from '#shared/billing/plans.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { badRequest, notFound, Refusal, unauthorized } from '#server/base/http/errors.ts';
import { getOrCreateCustomer, withCheckoutLock } from './customers.ts';
import { enqueueWatch } from './jobs.ts';
import { listOffers, type OfferedPrice, type PlanPrice } from './prices.ts';
import { findBuyer, type Buyer } from './queries.ts';
import { findPlanPrice, isLive, isPaymentDue } from './state.ts';
import { callProvider, idOf, paymentsOf } from './stripe.ts';
import { syncCustomer } from './sync.ts';

interface CheckoutResult {
  existing: boolean;
  status: string;
  clientSecret: string | null;
  subscriptionId: string | null;
  interval: Interval | null;
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');

/** The price decides the plan. The plan name from the client may add words ("Pro Max (yearly)") but not contradict it. */
function assertPlanMatches(plan: string, name: string | null | undefined): void {
  if (name == null || name.trim() === '') return;
  const matchingPlans = plans
    .filter(
      ({ id, name: planTitle }) =>
        lettersOf(name).startsWith(lettersOf(id)) || lettersOf(name).startsWith(lettersOf(planTitle)),
    )
    .map(({ id }) => id);
  if (!matchingPlans.includes(plan as (typeof matchingPlans)[number]))
    throw new Refusal(400, 'plan_contradicts', `This price is for ${planName(plan)}. Please choose a plan again.`);
}

/** Returns the price if it is on sale now, or throws. */
export function requireOffer(ctx: Pick<Ctx, 'config' | 'settings' | 'clock'>, priceId: string): OfferedPrice {
  const price = listOffers(ctx).find((offer) => offer.priceId === priceId);
  if (!price)
    throw new Refusal(400, 'unknown_price', "This price isn't for one of our plans. Please choose a plan again.");
  if (price.launch && !isLaunch(ctx.clock.now()))
    throw new Refusal(400, 'launch_ended', 'The launch discount has ended. Please choose a regular price.');
  return price;
}

export async function requireBuyer(ctx: Ctx<Actor>): Promise<Buyer> {
  const user = await findBuyer(ctx.db, ctx.actor.userId);
  if (!user) throw unauthorized();
  return user;
}

export async function getOrCreateSubscription(
  { priceId, planName: claimedName }: { priceId: string; planName?: string | null },
  ctx: Ctx<Actor>,
): Promise<CheckoutResult> {
  const price = requireOffer(ctx, priceId);
  assertPlanMatches(price.plan, claimedName);
  const user = await requireBuyer(ctx);
  // A plan granted by staff has no subscription at Stripe and must not be charged.
  if (user.stripeSubscriptionId === null && hasPlan(user)) {
    if (user.subscriptionPlan !== price.plan) throw otherPlanError(user.subscriptionPlan);
    return {
      existing: true,
      status: user.subscriptionStatus,
      clientSecret: null,
      subscriptionId: null,
      interval: null,
    };
  }
  return callProvider(ctx, async () => {
    const customerId = await getOrCreateCustomer(ctx, user);
    return withCheckoutLock(ctx, customerId, () => findOrStartSubscription(ctx, customerId, price));
  });
}

const otherPlanError = (plan: string) =>
  new Refusal(409, 'other_plan', `You already have ${planName(plan)}. You can change your plan on your dashboard.`);

async function findOrStartSubscription(ctx: Ctx<Actor>, customer: string, price: PlanPrice): Promise<CheckoutResult> {
  const { stripe } = paymentsOf(ctx);
  const { data: subscriptions } = await stripe.subscriptions.list({
    customer,
    status: 'all',
    limit: 100,
    expand: ['data.latest_invoice.confirmation_secret'],
  });
  const planSubscriptions = subscriptions.filter((subscription) => findPlanPrice(ctx, subscription));
  const live = planSubscriptions.find(({ status }) => isLive(status));
  if (live) {
    await syncCustomer(ctx, customer);
    const currentPrice = findPlanPrice(ctx, live)!;
    if (currentPrice.plan !== price.plan) throw otherPlanError(currentPrice.plan);
    const isPaid = live.status === 'active' || live.status === 'trialing';
    return {
      existing: true,
      status: live.status === 'trialing' ? 'trial' : live.status,
      clientSecret: isPaid ? null : clientSecretOf(live),
      subscriptionId: live.id,
      interval: currentPrice.interval,
    };
  }
  // Resumes an unfinished checkout for the same price, and cancels unfinished checkouts for other prices.
  const unfinished = planSubscriptions.filter(({ status }) => status === 'incomplete');
  const resumable = unfinished.find(
    (subscription) =>
      findPlanPrice(ctx, subscription)!.priceId === price.priceId && clientSecretOf(subscription) !== null,
  );
  for (const other of unfinished) if (other !== resumable) await stripe.subscriptions.cancel(other.id);
  await enqueueWatch(ctx, customer);
  const subscription =
    resumable ??
    (await stripe.subscriptions.create(
      {
        customer,
        items: [{ price: price.priceId }],
        billing_mode: { type: 'flexible' },
        payment_behavior: 'default_incomplete',
        payment_settings: { save_default_payment_method: 'on_subscription' },
        expand: ['latest_invoice.confirmation_secret'],
        metadata: { user_id: String(ctx.actor.userId), plan: price.plan },
      },
      { idempotencyKey: `subscription-${customer}-${price.priceId}-${subscriptions.length}` },
    ));
  if (isLive(subscription.status)) await syncCustomer(ctx, customer);
  return {
    existing: resumable !== undefined,
    status: subscription.status,
    clientSecret: clientSecretOf(subscription),
    subscriptionId: subscription.id,
    interval: null,
  };
}

/** The payment form's secret is on the invoice in this version of Stripe's API. */
function clientSecretOf({ latest_invoice: invoice }: Stripe.Subscription): string | null {
  if (!invoice || typeof invoice === 'string' || invoice.status !== 'open') return null;
  return invoice.confirmation_secret?.client_secret ?? null;
}

/** The browser reports a payment. Only Stripe is trusted, so this fetches the state from there. */
export async function confirmPayment(
  { subscriptionId, planName: claimedName }: { subscriptionId: string; planName?: string | null },
  ctx: Ctx<Actor>,
): Promise<{ success: boolean; status: string; plan: string }> {
  const user = await requireBuyer(ctx);
  const subscription = /^sub_\w{1,200}$/.test(subscriptionId)
    ? await callProvider(ctx, () =>
        paymentsOf(ctx)
          .stripe.subscriptions.retrieve(subscriptionId)
          .catch((error: { code?: string }) => {
            if (error.code === 'resource_missing') return null;
            throw error;
          }),
      )
    : null;
  if (!subscription || !user.stripeCustomerId || idOf(subscription.customer) !== user.stripeCustomerId)
    throw notFound("We couldn't find this subscription on your account.");
  const price = findPlanPrice(ctx, subscription);
  if (!price) throw badRequest("This subscription isn't for one of our plans.");
  assertPlanMatches(price.plan, claimedName);
  await callProvider(ctx, () => syncCustomer(ctx, user.stripeCustomerId!));
  const after = await requireBuyer(ctx);
  return {
    success: hasPlan(after) && !isPaymentDue(subscription.status),
    status: after.subscriptionStatus,
    plan: after.subscriptionPlan,
  };
}
