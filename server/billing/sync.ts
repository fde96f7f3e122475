import type { Knex } from 'knex';
import type Stripe from 'stripe';
import { planName } from '#shared/billing/plans.ts';
import type { Deps } from '#server/base/http/context.ts';
import { fetchDisputes, writeDisputes } from './disputes.ts';
import {
  describeCard,
  emailCanceled,
  emailEnded,
  emailPaymentFailed,
  emailPlanChanged,
  emailReceipt,
  emailResumed,
} from './emails.ts';
import { findOurPrice } from './prices.ts';
import { enqueueQuantity } from './quantity.ts';
import {
  claimSyncWrite,
  startSync,
  lockBuyerOfCustomer,
  markSubscriptionEmailed,
  storeSubscription,
  listSubscriptions,
  updateBillingState,
  type Buyer,
  type SubscriptionRow,
  type NewSubscription,
} from './queries.ts';
import {
  markTransactionEmailed,
  storeTransaction,
  listTransactions,
  type TransactionRow,
  type NewTransaction,
} from './queries-transactions.ts';
import {
  freeBillingState,
  pickGoverningSubscription,
  isGiven,
  isLive,
  billingStateOf,
  graceEndOf,
  toStoredSubscription,
} from './state.ts';
import { dateOf, idOf, paymentsOf } from './stripe.ts';

/** Older events send no email, because a late email would only confuse. */
const MAX_EMAIL_AGE = 3 * 86_400_000;

interface CustomerSnapshot {
  subscriptions: Stripe.Subscription[];
  invoices: Stripe.Invoice[];
  charges: Stripe.Charge[];
  disputes: Stripe.Dispute[];
}

/**
 * Stores the full state of a customer at Stripe, so that missed, repeated, and reordered webhooks do not matter. Syncs are
 * numbered when they start, and an earlier one never overwrites a later one. Every change at Stripe starts a sync, so the
 * stored state includes the latest change.
 */
export async function syncCustomer(deps: Deps, customerId: string): Promise<void> {
  const syncNumber = await startSync(deps.db, customerId);
  if (syncNumber === null) return void deps.log.debug({ customerId }, 'unknown Stripe customer');
  const snapshot = await fetchCustomer(paymentsOf(deps).stripe, customerId);
  await deps.db.transaction(async (trx) => {
    if (await claimSyncWrite(trx, customerId, syncNumber, deps.clock.now()))
      await writeSnapshot(trx, deps, customerId, snapshot);
  });
}

async function fetchCustomer(stripe: Stripe, customer: string): Promise<CustomerSnapshot> {
  const [subscriptions, invoices, charges] = await Promise.all([
    stripe.subscriptions.list({ customer, status: 'all', limit: 100, expand: ['data.default_payment_method'] }),
    stripe.invoices.list({ customer, limit: 100, expand: ['data.payments'] }),
    stripe.charges.list({ customer, limit: 100 }),
  ]);
  const disputes = await fetchDisputes(stripe, charges.data);
  return { subscriptions: subscriptions.data, invoices: invoices.data, charges: charges.data, disputes };
}

async function writeSnapshot(trx: Knex, deps: Deps, customerId: string, snapshot: CustomerSnapshot): Promise<void> {
  const user = await lockBuyerOfCustomer(trx, customerId);
  const subscriptions = snapshot.subscriptions.flatMap(
    (subscription) => toStoredSubscription(deps, subscription, user?.id ?? null) ?? [],
  );
  const storedRows = await listSubscriptions(trx, customerId);
  for (const subscription of subscriptions)
    if (
      differs(
        subscription,
        storedRows.find(({ id }) => id === subscription.id),
      )
    )
      await storeSubscription(trx, subscription, deps.clock.now());
  const governing = pickGoverningSubscription(subscriptions);
  if (user) {
    // A plan given by staff stays until its date, or until the account pays for one.
    const keepsGivenPlan = isGiven(user) && !(governing && isLive(governing.status));
    const state = governing ? billingStateOf(governing, deps.clock.now()) : freeBillingState;
    if (!keepsGivenPlan && (governing ? differs(state, user) : user.stripeSubscriptionId !== null))
      await updateBillingState(trx, user.id, state, deps.clock.now());
    await announcePlanChange(trx, deps, user, governing, storedRows);
    if (governing?.plan === 'enterprise') await enqueueQuantity(trx, user.id);
    if (governing) await announceEnds(trx, deps, user, subscriptions, storedRows);
    if (subscriptions.filter(({ status }) => isLive(status)).length > 1)
      deps.log.warn({ customerId }, 'a customer has more than one live subscription');
  }
  const transactions = await listTransactions(trx, customerId);
  for (const invoice of snapshot.invoices) {
    const before = transactions.find(({ invoiceId }) => invoiceId === invoice.id);
    await writeInvoice(trx, deps, { customerId, user, before, charges: snapshot.charges, subscriptions }, invoice);
  }
  const invoiceOf = (intent: string) =>
    snapshot.invoices.find((invoice) => listIntents(invoice).includes(intent))?.id ?? null;
  await writeDisputes(trx, deps, snapshot.disputes, { customerId, user, invoiceOf });
}

/** Most syncs change nothing, so this skips the write. */
function differs<T extends object>(now: T, before: T | undefined): boolean {
  const comparable = (value: unknown) => (value instanceof Date ? value.getTime() : value);
  return (
    !before || Object.keys(now).some((key) => comparable(now[key as keyof T]) !== comparable(before[key as keyof T]))
  );
}

/** The payment intents of an invoice. Null for a payment without a card. */
const listIntents = (invoice: Stripe.Invoice): (string | null)[] =>
  (invoice.payments?.data ?? []).map(({ payment }) => idOf(payment.payment_intent));

interface InvoiceContext {
  customerId: string;
  user: Buyer | undefined;
  before: TransactionRow | undefined;
  charges: Stripe.Charge[];
  subscriptions: NewSubscription[];
}

async function writeInvoice(
  trx: Knex,
  deps: Deps,
  { customerId, user, before, charges, subscriptions }: InvoiceContext,
  invoice: Stripe.Invoice,
): Promise<void> {
  if (!invoice.id || invoice.status === 'draft' || invoice.status === null) return;
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription);
  const priceOf = (line: Stripe.InvoiceLineItem) => findOurPrice(deps, idOf(line.pricing?.price_details?.price) ?? '');
  const plans = invoice.lines.data.flatMap((line) => {
    const price = priceOf(line);
    return price && line.amount >= 0 ? [price.plan] : [];
  });
  // The Stripe account may also sell other products.
  if (subscriptionId && plans.length === 0) return;
  const intents = listIntents(invoice);
  const ownCharges = charges.filter(
    (charge) => intents.includes(idOf(charge.payment_intent)) && idOf(charge.payment_intent) !== null,
  );
  const refunded = ownCharges.reduce((sum, charge) => sum + charge.amount_refunded, 0);
  const hasFailed = invoice.status === 'open' && invoice.attempted && invoice.attempt_count > 0;
  const paidAt = invoice.status_transitions.paid_at;
  const now: NewTransaction = {
    userId: before ? before.userId : (user?.id ?? null),
    customerId,
    invoiceId: invoice.id,
    number: invoice.number,
    subscriptionId,
    plan: plans[0] ?? null,
    description: describeInvoice(invoice, plans[0], deps.settings.brand),
    status: hasFailed ? 'failed' : (invoice.status as NewTransaction['status']),
    currency: invoice.currency,
    cents: invoice.total,
    paidCents: invoice.amount_paid,
    refundedCents: refunded,
    attempts: invoice.attempt_count,
    receiptUrl: invoice.hosted_invoice_url ?? null,
    createdAt: dateOf(invoice.created),
    paidAt: paidAt === null ? null : dateOf(paidAt),
  };
  if (differs(now, before)) await storeTransaction(trx, now);
  if (!user) return;
  const isRecent = (at: Date) => at.getTime() > deps.clock.now().getTime() - MAX_EMAIL_AGE;
  const subscription = subscriptions.find(({ id }) => id === subscriptionId);
  if (now.status === 'paid' && now.paidCents > 0 && !before?.receiptMailed) {
    await markTransactionEmailed(trx, now.invoiceId, { receiptMailed: true });
    if (isRecent(now.paidAt ?? now.createdAt))
      await emailReceipt(trx, deps, user, {
        description: now.description,
        cents: now.paidCents,
        date: now.paidAt ?? now.createdAt,
        number: now.number,
        url: now.receiptUrl,
        card: describeChargedCard(ownCharges.find(({ paid }) => paid)),
        period: findPaidPeriod(invoice, (line) => priceOf(line) !== undefined),
        renews:
          subscription && isLive(subscription.status) && !subscription.cancelAt ? subscription.currentPeriodEnd : null,
      });
  }
  // On a first payment, the payment form shows the error. Later reminders follow a schedule, not Stripe's attempts.
  if (hasFailed && invoice.billing_reason === 'subscription_cycle' && subscription && !before?.failuresMailed) {
    await markTransactionEmailed(trx, now.invoiceId, { failuresMailed: 1 });
    const retry = invoice.next_payment_attempt;
    await emailPaymentFailed(trx, deps, user, {
      ...subscription,
      cents: invoice.amount_remaining,
      payUrl: now.receiptUrl,
      failedAt: subscription.currentPeriodStart,
      featuresUntil: graceEndOf(subscription),
      retry: retry === null ? null : dateOf(retry),
    });
  }
}

/** "Visa ending in 4242", or null if Stripe doesn't say which card was charged. */
function describeChargedCard(charge: Stripe.Charge | undefined): string | null {
  const card = charge?.payment_method_details?.card;
  return card?.last4 ? describeCard({ cardBrand: card.brand, cardLast4: card.last4 }) : null;
}

/** The time that the invoice's plan line pays for. A plan change has lines of both plans; the charged one counts. */
function findPaidPeriod(invoice: Stripe.Invoice, isOurs: (line: Stripe.InvoiceLineItem) => boolean) {
  const line = invoice.lines.data.find((one) => one.amount >= 0 && isOurs(one));
  return line ? { start: dateOf(line.period.start), end: dateOf(line.period.end) } : null;
}

function describeInvoice(invoice: Stripe.Invoice, plan: string | undefined, brand: string): string {
  if (!plan) return invoice.description ?? invoice.lines.data[0]?.description ?? brand;
  const isPlanChange = invoice.billing_reason === 'subscription_update';
  return `${brand} ${planName(plan)}${isPlanChange ? ' (plan change)' : ''}`;
}

/** A changed plan or billing period of a running subscription. */
async function announcePlanChange(
  trx: Knex,
  deps: Deps,
  user: Buyer,
  now: NewSubscription | undefined,
  storedRows: SubscriptionRow[],
): Promise<void> {
  const before = storedRows.find(({ id }) => id === now?.id);
  if (!now || !before || !isLive(now.status) || !isLive(before.status)) return;
  if (now.plan === before.plan && now.interval === before.interval) return;
  await emailPlanChanged(trx, deps, user, { before, now, renews: now.currentPeriodEnd });
}

async function announceEnds(
  trx: Knex,
  deps: Deps,
  user: Buyer,
  subscriptions: NewSubscription[],
  storedRows: SubscriptionRow[],
): Promise<void> {
  const hasLivePlan = subscriptions.some(({ status }) => isLive(status));
  for (const { id, plan, status, cancelAt, endedAt, currentPeriodEnd } of subscriptions) {
    const storedRow = storedRows.find((row) => row.id === id);
    const announcedCancel = storedRow?.cancelMailedFor ?? null;
    if (isLive(status)) {
      if (cancelAt?.getTime() === announcedCancel?.getTime()) continue;
      await markSubscriptionEmailed(trx, id, { cancelMailedFor: cancelAt });
      if (cancelAt) await emailCanceled(trx, deps, user, { plan, ends: cancelAt });
      else await emailResumed(trx, deps, user, { plan, renews: currentPeriodEnd });
    } else if (status === 'canceled' && !storedRow?.endMailed) {
      await markSubscriptionEmailed(trx, id, { endMailed: true });
      const isRecent = endedAt !== null && endedAt.getTime() > deps.clock.now().getTime() - MAX_EMAIL_AGE;
      // The cancellation email already gave the end date.
      if (isRecent && !hasLivePlan && announcedCancel === null)
        await emailEnded(trx, deps, user, { plan, ended: endedAt });
    }
  }
}
