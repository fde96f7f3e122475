import type Stripe from 'stripe';
import type { SubscriptionViewIn } from '#contract/billing/billing.ts';
import { planName } from '#shared/billing/plans.ts';
import { findOurPrice, type PriceSources } from './prices.ts';
import type { Buyer, SubscriptionRow, NewSubscription, BillingState } from './queries.ts';
import { dateOf, idOf } from './stripe.ts';

/** With several subscriptions, the one with the best status sets the plan, and then the newest. */
const RANK: Record<string, number> = { active: 0, trialing: 1, past_due: 2, unpaid: 3, paused: 4, canceled: 5 };
/** True if Stripe still renews the subscription or retries its payment. */
export const isLive = (status: string): boolean => (RANK[status] ?? 9) < 5;

/** True if staff gave the plan, so it has no subscription at Stripe. */
export const isGiven = (user: Pick<Buyer, 'subscriptionPlan' | 'stripeSubscriptionId'>): boolean =>
  user.subscriptionPlan !== 'free' && user.stripeSubscriptionId === null;

export const findPlanPrice = (
  sources: PriceSources,
  subscription: Stripe.Subscription,
): ReturnType<typeof findOurPrice> => findOurPrice(sources, subscription.items.data[0]?.price.id ?? '');

/** Converts a Stripe subscription to a row. Null if its price isn't one of ours. */
export function toStoredSubscription(
  sources: PriceSources,
  subscription: Stripe.Subscription,
  userId: number | null,
): NewSubscription | null {
  const price = findPlanPrice(sources, subscription);
  const item = subscription.items.data[0];
  if (!price || !item) return null;
  const quantity = item.quantity ?? 1;
  const method = subscription.default_payment_method;
  const card = method && typeof method === 'object' ? method.card : null;
  const time = (seconds: number | null) => (seconds === null ? null : dateOf(seconds));
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer)!,
    userId,
    priceId: price.priceId,
    plan: price.plan,
    interval: price.interval,
    launch: price.launch,
    cents: quantity * (item.price.unit_amount ?? price.cents ?? 0),
    quantity,
    itemId: item.id,
    status: subscription.status,
    currentPeriodStart: dateOf(item.current_period_start),
    currentPeriodEnd: dateOf(item.current_period_end),
    trialEnd: time(subscription.trial_end),
    cancelAt: subscription.cancel_at_period_end ? dateOf(item.current_period_end) : time(subscription.cancel_at),
    canceledAt: time(subscription.canceled_at),
    endedAt: time(subscription.ended_at),
    startedAt: dateOf(subscription.start_date),
    cardBrand: card?.brand ?? null,
    cardLast4: card?.last4 ?? null,
  };
}

export const pickGoverningSubscription = <S extends NewSubscription>(subscriptions: readonly S[]): S | undefined =>
  subscriptions
    .filter(({ status }) => status in RANK)
    .toSorted((a, b) => RANK[a.status]! - RANK[b.status]! || b.startedAt.getTime() - a.startedAt.getTime())[0];

/** Paid features stay on for this long after a renewal fails. */
export const GRACE_DAYS = 14;
export const graceEndOf = ({ currentPeriodStart }: Pick<NewSubscription, 'currentPeriodStart'>): Date =>
  new Date(currentPeriodStart.getTime() + GRACE_DAYS * 86_400_000);
/** True if the current period is not paid, although Stripe still expects a payment. */
export const isPaymentDue = (status: string): boolean => status === 'past_due' || status === 'unpaid';

/** The plan and status of a user with this subscription. */
export function billingStateOf(subscription: NewSubscription, now: Date): BillingState {
  const { plan, status, id } = subscription;
  const state = (subscriptionStatus: string, subscriptionExpiresAt: Date): BillingState => ({
    subscriptionPlan: plan,
    subscriptionStatus,
    subscriptionExpiresAt,
    stripeSubscriptionId: id,
  });
  if (status === 'active') return state('active', subscription.cancelAt ?? subscription.currentPeriodEnd);
  if (status === 'trialing')
    return state('trial', subscription.cancelAt ?? subscription.trialEnd ?? subscription.currentPeriodEnd);
  if (isPaymentDue(status)) {
    const graceEnd = graceEndOf(subscription);
    // Everything that asks for a paid plan checks the status, so it stays active until the grace period ends.
    if (now < graceEnd) return state('active', graceEnd);
    // The current period is unpaid, so the paid time ended when it started.
    return state(status, subscription.currentPeriodStart);
  }
  return state(status, subscription.endedAt ?? subscription.canceledAt ?? subscription.currentPeriodEnd);
}
export const freeBillingState: BillingState = {
  subscriptionPlan: 'free',
  subscriptionStatus: 'inactive',
  subscriptionExpiresAt: null,
  stripeSubscriptionId: null,
};

/** The status that people read. During the grace period, it says that the payment is due. */
export const describeStatus = (user: Buyer, subscription: SubscriptionRow | undefined): string =>
  subscription && isPaymentDue(subscription.status) ? subscription.status : user.subscriptionStatus;

export function describeSubscription(
  user: Buyer,
  subscription: SubscriptionRow | undefined,
  testMode: boolean,
): SubscriptionViewIn {
  const { subscriptionPlan: plan, subscriptionExpiresAt: date } = user;
  const status = describeStatus(user, subscription);
  const live = subscription !== undefined && isLive(subscription.status);
  const cancelling = live && subscription.cancelAt !== null;
  const label = (): SubscriptionViewIn['label'] => {
    if (plan === 'free' || date === null) return null;
    if (cancelling) return 'Ends On';
    if (status === 'active') return 'Renews On';
    if (status === 'trial') return 'Trial Ends On';
    return status === 'past_due' ? 'Payment Due' : 'Expired On';
  };
  return {
    plan,
    planName: planName(plan),
    status,
    label: label(),
    date: plan === 'free' ? null : date,
    interval: live ? subscription.interval : null,
    cents: live ? subscription.cents : null,
    launch: live && subscription.launch,
    priceId: live ? subscription.priceId : null,
    cancelling,
    canCancel: live && !cancelling,
    canResume: cancelling,
    canChange:
      live && plan !== 'enterprise' && (subscription.status === 'active' || subscription.status === 'trialing'),
    canManage: plan !== 'free',
    card:
      subscription?.cardBrand && subscription.cardLast4
        ? { brand: subscription.cardBrand, last4: subscription.cardLast4 }
        : null,
    testMode,
  };
}
