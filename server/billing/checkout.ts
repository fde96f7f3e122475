import type Stripe from 'stripe';
import { isEntitled } from '#contract/entitlement.ts';
import { isLaunch, planName, plans, type Interval } from '#contract/plans.ts';
import type { Actor, Ctx } from '#server/http/context.ts';
import { badRequest, notFound, Refusal, unauthorized } from '#server/http/errors.ts';
import { getOrCreateCustomer, withCheckoutLock } from './customers.ts';
import { enqueueWatch } from './jobs.ts';
import { getPlanPrices, type PlanPrice } from './prices.ts';
import { findBuyer, type Buyer } from './queries.ts';
import { isLive, findPlanPrice } from './state.ts';
import { callProvider, idOf, paymentsOf } from './stripe.ts';
import { syncCustomer } from './sync.ts';

interface Outcome {
  existing: boolean;
  status: string;
  clientSecret: string | null;
  subscriptionId: string | null;
  interval: Interval | null;
}

const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');

/** The plan follows from the price. A name beside it may decorate ("Pro Max (yearly)"), but not contradict. */
function assertPlanMatches(plan: string, name: string | null | undefined): void {
  if (name == null || name.trim() === '') return;
  const named = plans
    .filter(({ id, name: own }) => plain(name).startsWith(plain(id)) || plain(name).startsWith(plain(own)))
    .map(({ id }) => id);
  if (!named.includes(plan as (typeof named)[number]))
    throw new Refusal(
      400,
      'plan_contradicts',
      `This price belongs to ${planName(plan)}, not to the plan that was named.`,
    );
}

/** A price of ours that can be bought at this moment. */
export function requireOffer(ctx: Pick<Ctx, 'config' | 'clock'>, priceId: string): PlanPrice {
  const price = getPlanPrices(ctx.config).get(priceId);
  if (!price)
    throw new Refusal(400, 'unknown_price', 'This price is not one of our plans. Please choose a plan again.');
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
  { priceId, planName: named }: { priceId: string; planName?: string | null },
  ctx: Ctx<Actor>,
): Promise<Outcome> {
  const price = requireOffer(ctx, priceId);
  assertPlanMatches(price.plan, named);
  const user = await requireBuyer(ctx);
  // A plan that staff granted has no subscription at the provider, and must not get a second price.
  if (user.stripeSubscriptionId === null && isEntitled(user)) {
    if (user.subscriptionPlan !== price.plan) throw otherPlan(user.subscriptionPlan);
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

const otherPlan = (plan: string) =>
  new Refusal(409, 'other_plan', `You already have ${planName(plan)}. You can change your plan on your dashboard.`);

async function findOrStartSubscription(ctx: Ctx<Actor>, customer: string, price: PlanPrice): Promise<Outcome> {
  const { stripe } = paymentsOf(ctx);
  const { data: all } = await stripe.subscriptions.list({
    customer,
    status: 'all',
    limit: 100,
    expand: ['data.latest_invoice.confirmation_secret'],
  });
  const ours = all.filter((subscription) => findPlanPrice(ctx.config, subscription));
  const live = ours.find(({ status }) => isLive(status));
  if (live) {
    await syncCustomer(ctx, customer);
    const has = findPlanPrice(ctx.config, live)!;
    if (has.plan !== price.plan) throw otherPlan(has.plan);
    const settled = live.status === 'active' || live.status === 'trialing';
    return {
      existing: true,
      status: live.status === 'trialing' ? 'trial' : live.status,
      clientSecret: settled ? null : clientSecretOf(live),
      subscriptionId: live.id,
      interval: has.interval,
    };
  }
  // Whoever comes back to the form goes on with what was begun; what was begun for another price is called off.
  const begun = ours.filter(({ status }) => status === 'incomplete');
  const same = begun.find((one) => findPlanPrice(ctx.config, one)!.priceId === price.priceId && clientSecretOf(one) !== null);
  for (const other of begun) if (other !== same) await stripe.subscriptions.cancel(other.id);
  await enqueueWatch(ctx, customer);
  const subscription =
    same ??
    (await stripe.subscriptions.create(
      {
        customer,
        items: [{ price: price.priceId }],
        payment_behavior: 'default_incomplete',
        payment_settings: { save_default_payment_method: 'on_subscription' },
        expand: ['latest_invoice.confirmation_secret'],
        metadata: { user_id: String(ctx.actor.userId), plan: price.plan },
      },
      { idempotencyKey: `subscription-${customer}-${price.priceId}-${all.length}` },
    ));
  if (isLive(subscription.status)) await syncCustomer(ctx, customer);
  return {
    existing: same !== undefined,
    status: subscription.status,
    clientSecret: clientSecretOf(subscription),
    subscriptionId: subscription.id,
    interval: null,
  };
}

/** In this version of the API the secret for the payment form lies on the invoice. */
function clientSecretOf({ latest_invoice: invoice }: Stripe.Subscription): string | null {
  if (!invoice || typeof invoice === 'string' || invoice.status !== 'open') return null;
  return invoice.confirmation_secret?.client_secret ?? null;
}

/** Somebody says that they paid. That is only a reason to look. */
export async function confirm(
  { subscriptionId, planName: named }: { subscriptionId: string; planName?: string | null },
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
    throw notFound('We could not find this subscription on your account.');
  const price = findPlanPrice(ctx.config, subscription);
  if (!price) throw badRequest('This subscription is not for one of our plans.');
  assertPlanMatches(price.plan, named);
  await callProvider(ctx, () => syncCustomer(ctx, user.stripeCustomerId!));
  const after = await requireBuyer(ctx);
  return {
    success: isEntitled(after),
    status: after.subscriptionStatus,
    plan: after.subscriptionPlan,
  };
}
