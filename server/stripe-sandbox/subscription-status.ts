import type { Invoice, Item, Subscription } from './objects.ts';
import type { Store } from './store.ts';

const DAY = 86_400;

export const itemOf = (subscription: Subscription): Item => subscription.items.data[0]!;
export const isLive = ({ status }: Subscription): boolean =>
  status === 'active' || status === 'trialing' || status === 'past_due' || status === 'unpaid';

/** Called after a payment. */
export async function activateSubscription(store: Store, subscription: Subscription): Promise<void> {
  if (!['incomplete', 'past_due', 'unpaid'].includes(subscription.status)) return;
  subscription.status = 'active';
  await store.put(subscription);
  await store.emit('customer.subscription.updated', subscription);
}

/** Called after a failed renewal. Schedules up to three retries, and then ends the subscription. */
export async function markPastDue(store: Store, subscription: Subscription, invoice: Invoice): Promise<void> {
  if (subscription.status === 'incomplete' || !isLive(subscription)) return;
  const retryDays = [3, 5, 7];
  const delay = retryDays[invoice.attempt_count - 1];
  invoice.next_payment_attempt = delay === undefined ? null : store.now + delay * DAY;
  await store.put(invoice);
  await store.emit('invoice.updated', invoice);
  if (delay === undefined) {
    invoice.status = 'uncollectible';
    await store.put(invoice);
    await store.emit('invoice.marked_uncollectible', invoice);
    await endSubscription(store, subscription, 'payment_failed');
    return;
  }
  if (subscription.status === 'past_due') return;
  subscription.status = 'past_due';
  await store.put(subscription);
  await store.emit('customer.subscription.updated', subscription);
}

export async function endSubscription(store: Store, subscription: Subscription, reason: string): Promise<void> {
  const isUnpaid = subscription.status === 'incomplete';
  subscription.status = isUnpaid ? 'incomplete_expired' : 'canceled';
  subscription.ended_at = store.now;
  subscription.canceled_at ??= store.now;
  subscription.cancellation_details.reason ??= reason;
  await store.put(subscription);
  await store.emit(isUnpaid ? 'customer.subscription.updated' : 'customer.subscription.deleted', subscription);
  if (isUnpaid) await voidInvoice(store, subscription.latest_invoice);
}

/** Schedules the end of a subscription at this time, or unschedules it. */
export async function setCancelAt(store: Store, subscription: Subscription, cancelAt: number | null): Promise<void> {
  subscription.cancel_at = cancelAt;
  subscription.canceled_at = cancelAt === null ? null : store.now;
  subscription.cancellation_details.reason = cancelAt === null ? null : 'cancellation_requested';
  await store.put(subscription);
  await store.emit('customer.subscription.updated', subscription);
}

export function setCancelAtPeriodEnd(store: Store, subscription: Subscription, atPeriodEnd: boolean): Promise<void> {
  subscription.cancel_at_period_end = atPeriodEnd;
  return setCancelAt(store, subscription, atPeriodEnd ? itemOf(subscription).current_period_end : null);
}

/** The portal schedules a flexible subscription's end by `cancel_at` alone. */
export function cancelInPortal(store: Store, subscription: Subscription): Promise<void> {
  return subscription.billing_mode.type === 'flexible'
    ? setCancelAt(store, subscription, itemOf(subscription).current_period_end)
    : setCancelAtPeriodEnd(store, subscription, true);
}

export function resumeInPortal(store: Store, subscription: Subscription): Promise<void> {
  return setCancelAtPeriodEnd(store, subscription, false);
}

export async function voidInvoice(store: Store, id: string | null): Promise<void> {
  const invoice = id ? await store.find('invoice', id) : undefined;
  if (!invoice || invoice.status !== 'open') return;
  invoice.status = 'void';
  invoice.amount_remaining = 0;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.voided_at = store.now;
  await store.put(invoice);
  await store.emit('invoice.voided', invoice);
  const intent = invoice._intent ? await store.find('payment_intent', invoice._intent) : undefined;
  if (!intent || intent.status === 'succeeded') return;
  intent.status = 'canceled';
  intent.next_action = null;
  await store.put(intent);
  await store.emit('payment_intent.canceled', intent);
}
