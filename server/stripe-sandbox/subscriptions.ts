import { StripeError } from './fault.ts';
import { draftInvoice, finalizeInvoice, createLine, addPendingItems, voidInvoice } from './invoices.ts';
import type { Customer, Invoice, InvoiceLine, Item, Price, Subscription } from './objects.ts';
import { chargeOnFile } from './payments.ts';
import { newId, newObject, type Store } from './store.ts';

const DAY = 86_400;

/** A month or a year on, on the same day of the month where there is one. */
function after(start: number, interval: 'month' | 'year', anchor: number): number {
  const from = new Date(start * 1000);
  const day = new Date(anchor * 1000).getUTCDate();
  const next = new Date(from);
  next.setUTCDate(1);
  if (interval === 'month') next.setUTCMonth(next.getUTCMonth() + 1);
  else next.setUTCFullYear(next.getUTCFullYear() + 1);
  const last = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate();
  next.setUTCDate(Math.min(day, last));
  return Math.floor(next.getTime() / 1000);
}

export const itemOf = (subscription: Subscription): Item => subscription.items.data[0]!;
export const isLive = ({ status }: Subscription): boolean =>
  status === 'active' || status === 'trialing' || status === 'past_due' || status === 'unpaid';

export interface NewSubscription {
  price: Price;
  trialEnd: number | undefined;
  metadata: Record<string, string>;
  payNow: boolean;
  method: string | null;
}

export async function create(
  store: Store,
  customer: Customer,
  { price, trialEnd, metadata, payNow, method }: NewSubscription,
  pagesUrl: string,
): Promise<Subscription> {
  const base = newObject(store, 'sub', 'subscription');
  const start = store.now;
  const end = trialEnd ?? after(start, price.recurring.interval, start);
  const subscription: Subscription = {
    ...base,
    billing_cycle_anchor: trialEnd ?? start,
    billing_mode: { type: 'classic' },
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    collection_method: 'charge_automatically',
    currency: 'usd',
    customer: customer.id,
    default_payment_method: method ?? customer.invoice_settings.default_payment_method,
    description: null,
    ended_at: null,
    items: {
      object: 'list',
      data: [
        {
          id: newId('si'),
          object: 'subscription_item',
          created: start,
          current_period_start: start,
          current_period_end: end,
          metadata: {},
          price,
          quantity: 1,
          subscription: base.id,
        },
      ],
      has_more: false,
      url: `/v1/subscription_items?subscription=${base.id}`,
    },
    latest_invoice: null,
    metadata,
    pending_setup_intent: null,
    pending_update: null,
    start_date: start,
    status: trialEnd ? 'trialing' : 'incomplete',
    trial_end: trialEnd ?? null,
    trial_start: trialEnd ? start : null,
    _announced: null,
    _trialAnnounced: false,
  };
  const line = createLine(
    trialEnd ? 0 : price.unit_amount,
    trialEnd ? `Trial of ${price.nickname}` : `1 × ${price.nickname}`,
    { start, end },
    price,
  );
  const invoice = draftInvoice(store, customer, { reason: 'subscription_create', lines: [line], subscription });
  await addPendingItems(store, invoice, customer);
  subscription.latest_invoice = invoice.id;
  await store.put(subscription);
  await store.emit('customer.subscription.created', subscription);
  await finalizeInvoice(store, invoice, customer, pagesUrl);
  if (payNow) await chargeOnFile(store, invoice, subscription.default_payment_method);
  return store.get('subscription', subscription.id);
}

/** A payment came: whatever the subscription waited for, it is active. */
export async function activateSubscription(store: Store, subscription: Subscription): Promise<void> {
  if (!['incomplete', 'past_due', 'unpaid'].includes(subscription.status)) return;
  subscription.status = 'active';
  await store.put(subscription);
  await store.emit('customer.subscription.updated', subscription);
}

/** A payment failed: a first one leaves the subscription waiting, a later one makes it past due with three more tries. */
export async function markPastDue(store: Store, subscription: Subscription, invoice: Invoice): Promise<void> {
  if (subscription.status === 'incomplete' || !isLive(subscription)) return;
  const retryDays = [3, 5, 7];
  const wait = retryDays[invoice.attempt_count - 1];
  invoice.next_payment_attempt = wait === undefined ? null : store.now + wait * DAY;
  await store.put(invoice);
  await store.emit('invoice.updated', invoice);
  if (wait === undefined) {
    invoice.status = 'uncollectible';
    await store.put(invoice);
    await store.emit('invoice.marked_uncollectible', invoice);
    await end(store, subscription, 'payment_failed');
    return;
  }
  if (subscription.status === 'past_due') return;
  subscription.status = 'past_due';
  await store.put(subscription);
  await store.emit('customer.subscription.updated', subscription);
}

export async function end(store: Store, subscription: Subscription, reason: string): Promise<void> {
  const waiting = subscription.status === 'incomplete';
  subscription.status = waiting ? 'incomplete_expired' : 'canceled';
  subscription.ended_at = store.now;
  subscription.canceled_at ??= store.now;
  subscription.cancellation_details.reason ??= reason;
  await store.put(subscription);
  await store.emit(waiting ? 'customer.subscription.updated' : 'customer.subscription.deleted', subscription);
  if (waiting) await voidInvoice(store, subscription.latest_invoice);
}

export async function setCancelAtPeriodEnd(store: Store, subscription: Subscription, yes: boolean): Promise<void> {
  subscription.cancel_at_period_end = yes;
  subscription.cancel_at = yes ? itemOf(subscription).current_period_end : null;
  subscription.canceled_at = yes ? store.now : null;
  subscription.cancellation_details.reason = yes ? 'cancellation_requested' : null;
  await store.put(subscription);
  await store.emit('customer.subscription.updated', subscription);
}

export interface Change {
  lines: InvoiceLine[];
  start: number;
  end: number;
}

/** What a change of price means at a moment: credit for what is left, and the new price for the same time or for a new period. */
export function prorateChange(subscription: Subscription, price: Price, at: number): Change {
  const item = itemOf(subscription);
  const { current_period_start: start, current_period_end: until } = item;
  const left = Math.max(0, Math.min(1, (until - at) / (until - start)));
  const trial = subscription.status === 'trialing';
  const same = price.recurring.interval === item.price.recurring.interval;
  const end = same || trial ? until : after(at, price.recurring.interval, at);
  const period = { start: at, end };
  const lines = trial
    ? []
    : [
        createLine(
          -Math.round(item.price.unit_amount * left),
          `Unused time on ${item.price.nickname}`,
          { start: at, end: until },
          item.price,
        ),
        createLine(
          same ? Math.round(price.unit_amount * left) : price.unit_amount,
          same ? `Remaining time on ${price.nickname}` : `1 × ${price.nickname}`,
          period,
          price,
        ),
      ];
  return { lines, start: same || trial ? start : at, end };
}

export async function changePrice(
  store: Store,
  subscription: Subscription,
  price: Price,
  how: { at: number; invoiceNow: boolean; refuseUnpaid: boolean },
  pagesUrl: string,
): Promise<void> {
  const customer = await store.get('customer', subscription.customer);
  const { lines, start, end: until } = prorateChange(subscription, price, how.at);
  const item = itemOf(subscription);
  if (price.recurring.interval !== item.price.recurring.interval) subscription.billing_cycle_anchor = start;
  item.price = price;
  item.current_period_start = start;
  item.current_period_end = until;
  if (subscription.cancel_at_period_end) subscription.cancel_at = until;
  await store.put(subscription);
  if (how.invoiceNow && lines.length > 0) {
    const invoice = draftInvoice(store, customer, { reason: 'subscription_update', lines, subscription });
    await addPendingItems(store, invoice, customer);
    subscription.latest_invoice = invoice.id;
    await store.put(subscription);
    await finalizeInvoice(store, invoice, customer, pagesUrl);
    const refused = await chargeOnFile(store, invoice, subscription.default_payment_method);
    if (refused && how.refuseUnpaid) throw new StripeError(402, { type: 'card_error', ...refused });
  }
  await store.emit('customer.subscription.updated', await store.get('subscription', subscription.id));
}

/** The period is over: a cancelled subscription ends, any other starts its next period with an invoice. */
export async function renewSubscription(store: Store, subscription: Subscription, pagesUrl: string): Promise<void> {
  if (subscription.cancel_at !== null && subscription.cancel_at <= store.now)
    return end(store, subscription, 'cancellation_requested');
  const customer = await store.get('customer', subscription.customer);
  const item = itemOf(subscription);
  const start = item.current_period_end;
  item.current_period_start = start;
  item.current_period_end = after(start, item.price.recurring.interval, subscription.billing_cycle_anchor);
  if (subscription.status === 'trialing') subscription.status = 'active';
  const line = createLine(
    item.price.unit_amount,
    `1 × ${item.price.nickname}`,
    { start, end: item.current_period_end },
    item.price,
  );
  const invoice = draftInvoice(store, customer, { reason: 'subscription_cycle', lines: [line], subscription });
  await addPendingItems(store, invoice, customer);
  subscription.latest_invoice = invoice.id;
  await store.put(subscription);
  await store.emit('customer.subscription.updated', subscription);
  await finalizeInvoice(store, invoice, customer, pagesUrl);
  await chargeOnFile(
    store,
    invoice,
    subscription.default_payment_method ?? customer.invoice_settings.default_payment_method,
  );
}
