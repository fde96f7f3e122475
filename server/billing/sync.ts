import type { Knex } from 'knex';
import type Stripe from 'stripe';
import { planName } from '#contract/plans.ts';
import type { Deps } from '#server/http/context.ts';
import { emailCanceled, emailEnded, emailPaymentFailed, emailReceipt } from './emails.ts';
import { getPlanPrices } from './prices.ts';
import {
  claimSyncWrite,
  startSync,
  lockBuyerOfCustomer,
  markSubscriptionEmailed,
  storeSubscription,
  listSubscriptions,
  updateBillingState,
  type Buyer,
  type KnownSubscription,
  type StoredSubscription,
} from './queries.ts';
import {
  markTransactionEmailed,
  storeTransaction,
  listTransactions,
  type KnownTransaction,
  type StoredTransaction,
} from './queries-transactions.ts';
import { freeBillingState, pickGoverningSubscription, isLive, billingStateOf, toStoredSubscription } from './state.ts';
import { dateOf, idOf, paymentsOf } from './stripe.ts';

/** Mails about what happened longer ago than this would only surprise. */
const NEWS = 3 * 86_400_000;

interface CustomerSnapshot {
  subscriptions: Stripe.Subscription[];
  invoices: Stripe.Invoice[];
  charges: Stripe.Charge[];
}

/**
 * Looks at the provider and writes what it says, absolutely: which events led here, in which order and how often, does
 * not matter. A look is numbered before it begins, and one that began earlier never overwrites one that began later;
 * since every change at the provider is followed by a look, the last look to be written has seen the last change.
 */
export async function syncCustomer(deps: Deps, customerId: string): Promise<void> {
  const look = await startSync(deps.db, customerId);
  if (look === null) return void deps.log.debug({ customerId }, 'an unknown customer of the payment provider');
  const seen = await fetchCustomer(paymentsOf(deps).stripe, customerId);
  await deps.db.transaction(async (trx) => {
    if (await claimSyncWrite(trx, customerId, look, deps.clock.now())) await write(trx, deps, customerId, seen);
  });
}

async function fetchCustomer(stripe: Stripe, customer: string): Promise<CustomerSnapshot> {
  const [subscriptions, invoices, charges] = await Promise.all([
    stripe.subscriptions.list({ customer, status: 'all', limit: 100, expand: ['data.default_payment_method'] }),
    stripe.invoices.list({ customer, limit: 100, expand: ['data.payments'] }),
    stripe.charges.list({ customer, limit: 100 }),
  ]);
  return { subscriptions: subscriptions.data, invoices: invoices.data, charges: charges.data };
}

async function write(trx: Knex, deps: Deps, customerId: string, seen: CustomerSnapshot): Promise<void> {
  const user = await lockBuyerOfCustomer(trx, customerId);
  const stored = seen.subscriptions.flatMap((one) => toStoredSubscription(deps.config, one, user?.id ?? null) ?? []);
  const known = await listSubscriptions(trx, customerId);
  for (const subscription of stored)
    if (
      differs(
        subscription,
        known.find(({ id }) => id === subscription.id),
      )
    )
      await storeSubscription(trx, subscription, deps.clock.now());
  const speaks = pickGoverningSubscription(stored);
  if (user) {
    if (speaks && differs(billingStateOf(speaks), user)) await updateBillingState(trx, user.id, billingStateOf(speaks));
    if (speaks) await announceEnds(trx, deps, user, stored, known);
    // Without a subscription of the provider a plan that staff granted stays as it is.
    if (!speaks && user.stripeSubscriptionId !== null) await updateBillingState(trx, user.id, freeBillingState);
    if (stored.filter(({ status }) => isLive(status)).length > 1)
      deps.log.warn({ customerId }, 'a customer has more than one live subscription');
  }
  const booked = await listTransactions(trx, customerId);
  for (const invoice of seen.invoices) {
    const before = booked.find(({ invoiceId }) => invoiceId === invoice.id);
    await writeInvoice(trx, deps, { customerId, user, before, charges: seen.charges }, invoice);
  }
}

/** Whether something is to be written at all: most looks find what is known already. */
function differs<T extends object>(now: T, before: T | undefined): boolean {
  const plain = (value: unknown) => (value instanceof Date ? value.getTime() : value);
  return !before || Object.keys(now).some((key) => plain(now[key as keyof T]) !== plain(before[key as keyof T]));
}

interface Around {
  customerId: string;
  user: Buyer | undefined;
  before: KnownTransaction | undefined;
  charges: Stripe.Charge[];
}

async function writeInvoice(
  trx: Knex,
  deps: Deps,
  { customerId, user, before, charges }: Around,
  invoice: Stripe.Invoice,
): Promise<void> {
  if (!invoice.id || invoice.status === 'draft' || invoice.status === null) return;
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription);
  const prices = getPlanPrices(deps.config);
  const plans = invoice.lines.data.flatMap((line) => {
    const known = prices.get(idOf(line.pricing?.price_details?.price) ?? '');
    return known && line.amount >= 0 ? [known.plan] : [];
  });
  // An invoice for something that is not ours to sell is none of our business.
  if (subscriptionId && plans.length === 0) return;
  const intents = (invoice.payments?.data ?? []).map(({ payment }) => idOf(payment.payment_intent));
  const refunded = charges
    .filter((charge) => intents.includes(idOf(charge.payment_intent)) && idOf(charge.payment_intent) !== null)
    .reduce((sum, charge) => sum + charge.amount_refunded, 0);
  const failed = invoice.status === 'open' && invoice.attempted && invoice.attempt_count > 0;
  const paidAt = invoice.status_transitions.paid_at;
  const now: StoredTransaction = {
    userId: before ? before.userId : (user?.id ?? null),
    customerId,
    invoiceId: invoice.id,
    number: invoice.number,
    subscriptionId,
    plan: plans[0] ?? null,
    description: describe(invoice, plans[0]),
    status: failed ? 'failed' : (invoice.status as StoredTransaction['status']),
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
  const isNews = (at: Date) => at.getTime() > deps.clock.now().getTime() - NEWS;
  if (now.status === 'paid' && now.paidCents > 0 && !before?.receiptMailed) {
    await markTransactionEmailed(trx, now.invoiceId, { receiptMailed: true });
    if (isNews(now.paidAt ?? now.createdAt))
      await emailReceipt(trx, deps, user, {
        description: now.description,
        cents: now.paidCents,
        date: now.paidAt ?? now.createdAt,
        number: now.number,
        url: now.receiptUrl,
      });
  }
  // Somebody who is paying for the first time sees the refusal on the page.
  if (failed && invoice.billing_reason === 'subscription_cycle' && now.attempts > (before?.failuresMailed ?? 0)) {
    await markTransactionEmailed(trx, now.invoiceId, { failuresMailed: now.attempts });
    const retry = invoice.next_payment_attempt;
    await emailPaymentFailed(trx, deps, user, {
      cents: invoice.amount_remaining,
      description: now.description,
      retry: retry === null ? null : dateOf(retry),
    });
  }
}

function describe(invoice: Stripe.Invoice, plan: string | undefined): string {
  if (!plan) return invoice.description ?? invoice.lines.data[0]?.description ?? 'Enamel';
  const changed = invoice.billing_reason === 'subscription_update';
  return `Enamel ${planName(plan)}${changed ? ' (change of plan)' : ''}`;
}

async function announceEnds(
  trx: Knex,
  deps: Deps,
  user: Buyer,
  stored: StoredSubscription[],
  known: KnownSubscription[],
): Promise<void> {
  const live = stored.some(({ status }) => isLive(status));
  for (const { id, plan, status, cancelAt, endedAt } of stored) {
    const told = known.find((one) => one.id === id);
    const toldOfCancel = told?.cancelMailedFor ?? null;
    if (isLive(status)) {
      if (cancelAt?.getTime() === toldOfCancel?.getTime()) continue;
      await markSubscriptionEmailed(trx, id, { cancelMailedFor: cancelAt });
      if (cancelAt) await emailCanceled(trx, deps, user, { plan, ends: cancelAt });
    } else if (status === 'canceled' && !told?.endMailed) {
      await markSubscriptionEmailed(trx, id, { endMailed: true });
      const news = endedAt !== null && endedAt.getTime() > deps.clock.now().getTime() - NEWS;
      // Who cancelled was told the day already.
      if (news && !live && toldOfCancel === null) await emailEnded(trx, deps, user, { plan, ended: endedAt });
    }
  }
}
