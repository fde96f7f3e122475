import type Stripe from 'stripe';
import type { z } from 'zod';
import {
  MAX_FREE_DAYS,
  type cancelUserPlan as cancelContract,
  type extendUserPlan as extendContract,
  type refundInvoice as refundContract,
  type UserBillingIn,
} from '#contract/billing/admin-billing.ts';
import { dollars, planName } from '#shared/billing/plans.ts';
import { audit } from '#server/audit/audit.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { badRequest, conflict, notFound } from '#server/base/http/errors.ts';
import { withCheckoutLock } from '../customers.ts';
import { enterpriseIntervals } from '../prices.ts';
import { countGroupLocations } from '../queries-quantity.ts';
import { listDisputesOfUser, listOpenDisputes } from '../queries-disputes.ts';
import { findBuyer, findSubscription, type Buyer, type SubscriptionRow } from '../queries.ts';
import { findTransaction, listInvoices } from '../queries-transactions.ts';
import { describeStatus, isGiven, isLive, toStoredSubscription } from '../state.ts';
import { callProvider, dateOf, idOf, paymentsOf } from '../stripe.ts';
import { syncCustomer } from '../sync.ts';
import { emailFreeTime, emailRefund } from './emails.ts';

interface UserPlan {
  user: Buyer;
  subscription: SubscriptionRow | undefined;
}

export async function requireUserPlan(ctx: Ctx<Actor>, id: number): Promise<UserPlan> {
  const user = await findBuyer(ctx.db, id);
  if (!user) throw notFound("We couldn't find this account.");
  const { stripeSubscriptionId } = user;
  return {
    user,
    subscription: stripeSubscriptionId ? await findSubscription(ctx.db, stripeSubscriptionId) : undefined,
  };
}

const disputeUrl = ({ payments }: Ctx, chargeId: string): string | null =>
  payments?.sandbox ? null : `https://dashboard.stripe.com/payments/${chargeId}`;

export async function listDisputes(ctx: Ctx<Actor>) {
  return (await listOpenDisputes(ctx.db)).map(({ chargeId, ...dispute }) => ({
    ...dispute,
    url: disputeUrl(ctx, chargeId),
  }));
}

export async function getUserBilling(ctx: Ctx<Actor>, id: number): Promise<UserBillingIn> {
  const { user, subscription } = await requireUserPlan(ctx, id);
  const live = subscription && isLive(subscription.status) ? subscription : undefined;
  const [invoices, disputes, { provider, providerError }] = await Promise.all([
    listInvoices(ctx.db, id),
    listDisputesOfUser(ctx.db, id),
    readProvider(ctx, user, subscription),
  ]);
  return {
    userId: id,
    plan: user.subscriptionPlan,
    planName: planName(user.subscriptionPlan),
    status: describeStatus(user, subscription),
    expiresAt: user.subscriptionExpiresAt,
    isGiven: isGiven(user),
    cents: live?.cents ?? null,
    interval: live?.interval ?? null,
    cancelAt: live?.cancelAt ?? null,
    card: live?.cardBrand && live.cardLast4 ? { brand: live.cardBrand, last4: live.cardLast4 } : null,
    canCancel: live !== undefined,
    canExtend: live?.status === 'active' || live?.status === 'trialing',
    canGive: live === undefined,
    locations: await countGroupLocations(ctx.db, id),
    quantity: live?.plan === 'enterprise' ? live.quantity : null,
    enterprise: enterpriseIntervals(ctx.config),
    testMode: ctx.payments?.sandbox ?? false,
    provider,
    providerError,
    disputes: disputes.map((dispute) => ({
      id: dispute.id,
      number: invoices.find(({ invoiceId }) => invoiceId === dispute.invoiceId)?.number ?? null,
      cents: dispute.cents,
      reason: dispute.reason,
      status: dispute.status,
      evidenceDueAt: dispute.evidenceDueAt,
      hasEvidence: dispute.hasEvidence,
      withdrawnCents: dispute.withdrawnCents,
      date: dispute.createdAt,
      url: disputeUrl(ctx, dispute.chargeId),
    })),
    invoices: invoices.map((invoice) => ({
      id: invoice.invoiceId,
      number: invoice.number,
      description: invoice.description,
      status: invoice.status,
      cents: invoice.cents,
      paidCents: invoice.paidCents,
      refundedCents: invoice.refundedCents,
      date: invoice.createdAt,
      url: invoice.receiptUrl,
    })),
  };
}

/** Asks Stripe, and reports in a sentence if it doesn't answer, because the rest of the page doesn't need it. */
async function readProvider(
  ctx: Ctx<Actor>,
  user: Buyer,
  stored: SubscriptionRow | undefined,
): Promise<Pick<UserBillingIn, 'provider' | 'providerError'>> {
  const { stripeCustomerId: customerId } = user;
  if (!customerId) return { provider: null, providerError: null };
  try {
    return await callProvider(ctx, async () => {
      const { stripe, sandbox } = paymentsOf(ctx);
      const [customer, subscription] = await Promise.all([
        stripe.customers.retrieve(customerId),
        stored
          ? stripe.subscriptions.retrieve(stored.id, { expand: ['default_payment_method'] })
          : Promise.resolve(null),
      ]);
      const current = subscription && toStoredSubscription(ctx, subscription, user.id);
      const period = subscription?.items.data[0]?.current_period_end;
      return {
        provider: {
          url: sandbox ? null : `https://dashboard.stripe.com/customers/${customerId}`,
          status: subscription?.status ?? 'no subscription',
          periodEnd: period === undefined ? null : dateOf(period),
          trialEnd: current?.trialEnd ?? null,
          cancelAt: current?.cancelAt ?? null,
          creditCents: customer.deleted ? 0 : Math.max(0, -(customer.balance ?? 0)),
          isInSync:
            !current ||
            (current.status === stored!.status &&
              current.priceId === stored!.priceId &&
              current.currentPeriodEnd.getTime() === stored!.currentPeriodEnd.getTime() &&
              current.cancelAt?.getTime() === stored!.cancelAt?.getTime()),
        },
        providerError: null,
      };
    });
  } catch (error) {
    return { provider: null, providerError: (error as Error).message };
  }
}

export async function syncUserBilling(ctx: Ctx<Actor>, id: number): Promise<UserBillingIn> {
  const { user } = await requireUserPlan(ctx, id);
  if (user.stripeCustomerId) await callProvider(ctx, () => syncCustomer(ctx, user.stripeCustomerId!));
  return getUserBilling(ctx, id);
}

interface BillingChange {
  action: string;
  reason: string;
  what: string;
  before?: object;
  after?: object;
}
export const auditBilling = (trx: Ctx['db'], ctx: Ctx<Actor>, user: Buyer, change: BillingChange): Promise<void> =>
  audit(trx, ctx.actor, {
    at: ctx.clock.now(),
    action: change.action,
    subject: 'user',
    subjectId: user.id,
    note: `${change.what} for ${user.email}. ${change.reason}`,
    before: change.before,
    after: change.after,
  });

async function findPaymentIntent(stripe: Stripe, invoiceId: string): Promise<string | null> {
  const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] });
  const payments = (invoice.payments?.data ?? []).filter(({ status }) => status === 'paid');
  return idOf(payments[0]?.payment.payment_intent);
}

/** The request key follows from what was refunded before, so that a repeated request refunds once. */
export async function refundInvoice(
  ctx: Ctx<Actor>,
  id: number,
  { invoiceId, cents, refundedCents, reason }: z.output<(typeof refundContract)['body']>,
): Promise<UserBillingIn> {
  const { user } = await requireUserPlan(ctx, id);
  const invoice = await findTransaction(ctx.db, id, invoiceId);
  const notRefundable = (sentence: string) => conflict(sentence, 'not_refundable');
  if (!invoice) throw notFound("We couldn't find this invoice.");
  if (invoice.status !== 'paid') throw notRefundable('Only a paid invoice can be refunded.');
  if (invoice.refundedCents !== refundedCents)
    throw conflict('This invoice was refunded in the meantime. Please check the amount.', 'refund_changed');
  const disputes = await listDisputesOfUser(ctx.db, id);
  if (
    disputes.some(
      ({ invoiceId: disputed, status }) => disputed === invoiceId && status !== 'won' && !status.endsWith('closed'),
    )
  )
    throw notRefundable('The cardholder disputes this payment, so it can only be settled in the dispute at Stripe.');
  if (cents > invoice.paidCents - refundedCents)
    throw notRefundable(`At most ${dollars(invoice.paidCents - refundedCents)} can be refunded.`);
  await callProvider(ctx, async () => {
    const { stripe } = paymentsOf(ctx);
    const paymentIntent = await findPaymentIntent(stripe, invoiceId);
    if (!paymentIntent) throw notRefundable('This invoice was paid without a card. Refund it at Stripe.');
    await stripe.refunds.create(
      { payment_intent: paymentIntent, amount: cents, metadata: { reason } },
      { idempotencyKey: `refund-${invoiceId}-${refundedCents}-${cents}` },
    );
    await syncCustomer(ctx, invoice.customerId);
  });
  await ctx.db.transaction(async (trx) => {
    await auditBilling(trx, ctx, user, {
      action: 'billing.refunded',
      reason,
      what: `Refunded ${dollars(cents)} of invoice ${invoice.number ?? invoiceId}`,
      before: { refundedCents },
      after: { refundedCents: refundedCents + cents },
    });
    await emailRefund(trx, ctx, user, { cents, number: invoice.number, description: invoice.description });
  });
  return getUserBilling(ctx, id);
}

export async function cancelUserPlan(
  ctx: Ctx<Actor>,
  id: number,
  { when, reason }: z.output<(typeof cancelContract)['body']>,
): Promise<UserBillingIn> {
  const { user, subscription } = await requireUserPlan(ctx, id);
  if (!subscription || !isLive(subscription.status))
    throw conflict("This account doesn't have a subscription to cancel.", 'nothing_to_cancel');
  const canEndLater = subscription.status === 'active' || subscription.status === 'trialing';
  if (when === 'period_end' && subscription.cancelAt !== null)
    throw conflict('This plan is already set to end.', 'nothing_to_cancel');
  const isNow = when === 'now' || !canEndLater;
  await callProvider(ctx, async () => {
    const { stripe } = paymentsOf(ctx);
    await withCheckoutLock(ctx, subscription.customerId, async () => {
      if (isNow) await stripe.subscriptions.cancel(subscription.id);
      else await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    });
    await syncCustomer(ctx, subscription.customerId);
  });
  await auditBilling(ctx.db, ctx, user, {
    action: 'billing.canceled',
    reason,
    what: `Canceled ${planName(subscription.plan)} ${isNow ? 'immediately' : 'at the end of its period'}`,
  });
  return getUserBilling(ctx, id);
}

export function requireFutureDate(ctx: Ctx, until: Date, after: Date): void {
  const latest = ctx.clock.now().getTime() + MAX_FREE_DAYS * 86_400_000;
  if (until.getTime() > after.getTime() && until.getTime() <= latest) return;
  const sentence = 'Please choose a later date, at most two years from now.';
  throw badRequest(sentence, { until: sentence });
}

/** Postpones the next charge by a trial, which is how Stripe gives free time. */
export async function extendUserPlan(
  ctx: Ctx<Actor>,
  id: number,
  { until, reason }: z.output<(typeof extendContract)['body']>,
): Promise<UserBillingIn> {
  const { user, subscription } = await requireUserPlan(ctx, id);
  if (!subscription || (subscription.status !== 'active' && subscription.status !== 'trialing'))
    throw conflict("This account doesn't have an active subscription to extend.", 'no_subscription');
  requireFutureDate(ctx, until, subscription.currentPeriodEnd);
  await callProvider(ctx, async () => {
    await withCheckoutLock(ctx, subscription.customerId, () =>
      paymentsOf(ctx).stripe.subscriptions.update(subscription.id, {
        trial_end: Math.floor(until.getTime() / 1000),
        proration_behavior: 'none',
      }),
    );
    await syncCustomer(ctx, subscription.customerId);
  });
  await ctx.db.transaction(async (trx) => {
    await auditBilling(trx, ctx, user, {
      action: 'billing.extended',
      reason,
      what: `Postponed the next charge of ${planName(subscription.plan)}`,
      before: { nextCharge: subscription.currentPeriodEnd },
      after: { nextCharge: until },
    });
    await emailFreeTime(trx, ctx, user, { plan: subscription.plan, until, isGift: false });
  });
  return getUserBilling(ctx, id);
}
