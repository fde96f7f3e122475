import { StripeError } from './stripe-error.ts';
import { addPendingItems, createLine, draftInvoice } from './invoice-drafts.ts';
import { finalizeInvoice } from './invoices.ts';
import type { BillingMode, CollectionMethod, Customer, InvoiceLine, Item, Price, Subscription } from './objects.ts';
import { chargeOnFile } from './payments.ts';
import { newObject, type Store } from './store.ts';
import { endSubscription, itemOf } from './subscription-status.ts';

/** The same day of the next month or year, or the last day of a shorter month. */
function addInterval(start: number, interval: 'month' | 'year', anchor: number): number {
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

export const itemAmount = ({ price, quantity }: Pick<Item, 'price' | 'quantity'>): number =>
  price.unit_amount * quantity;
export const itemText = ({ price, quantity }: Pick<Item, 'price' | 'quantity'>): string =>
  `${quantity} × ${price.nickname}`;

interface NewSubscription {
  price: Price;
  quantity: number;
  collection: CollectionMethod;
  daysUntilDue: number | null;
  trialEnd: number | undefined;
  billingMode: BillingMode;
  metadata: Record<string, string>;
  payNow: boolean;
  method: string | null;
}

export async function createSubscription(
  store: Store,
  customer: Customer,
  { price, quantity, collection, daysUntilDue, trialEnd, billingMode, metadata, payNow, method }: NewSubscription,
  pagesUrl: string,
): Promise<Subscription> {
  const base = newObject(store, 'sub', 'subscription');
  const start = store.now;
  const end = trialEnd ?? addInterval(start, price.recurring.interval, start);
  // It is active before its first invoice is paid.
  const isSent = collection === 'send_invoice';
  const subscription: Subscription = {
    ...base,
    billing_cycle_anchor: trialEnd ?? start,
    billing_mode: billingMode,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    collection_method: collection,
    currency: 'usd',
    customer: customer.id,
    days_until_due: daysUntilDue,
    default_payment_method: method ?? customer.invoice_settings.default_payment_method,
    description: null,
    ended_at: null,
    items: {
      object: 'list',
      data: [
        {
          id: `si_${base.id.slice(4)}`,
          object: 'subscription_item',
          created: start,
          current_period_start: start,
          current_period_end: end,
          metadata: {},
          price,
          quantity,
          subscription: base.id,
          _billed: { amount: trialEnd ? 0 : itemAmount({ price, quantity }), start, end },
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
    status: trialEnd ? 'trialing' : isSent ? 'active' : 'incomplete',
    trial_end: trialEnd ?? null,
    trial_start: trialEnd ? start : null,
    _announced: null,
    _trialAnnounced: false,
  };
  const line = createLine(
    trialEnd ? 0 : itemAmount({ price, quantity }),
    trialEnd ? `Trial of ${price.nickname}` : itemText({ price, quantity }),
    { start, end },
    price,
  );
  const invoice = draftInvoice(store, customer, { reason: 'subscription_create', lines: [line], subscription });
  await addPendingItems(store, invoice, customer);
  subscription.latest_invoice = invoice.id;
  await store.put(subscription);
  await store.emit('customer.subscription.created', subscription);
  await finalizeInvoice(store, invoice, customer, pagesUrl);
  if (payNow && !isSent) await chargeOnFile(store, invoice, subscription.default_payment_method);
  return store.get('subscription', subscription.id);
}

interface PlanChange {
  lines: InvoiceLine[];
  start: number;
  end: number;
}

/** Classic billing credits the unused time at the current price, and flexible billing at what was charged for it. */
function creditFor(subscription: Subscription, at: number): number {
  const { _billed: billed, current_period_start: start, current_period_end: end } = itemOf(subscription);
  const charged = subscription.billing_mode.type === 'flexible' ? billed : undefined;
  const period = charged ?? { amount: itemAmount(itemOf(subscription)), start, end };
  const share = Math.max(0, Math.min(1, (period.end - at) / (period.end - period.start)));
  return Math.round(period.amount * share);
}

/** Credits the unused time, and charges the new price for the rest of the period, or for a new one if the interval changes. */
export function prorateChange(
  subscription: Subscription,
  price: Price,
  at: number,
  quantity = itemOf(subscription).quantity,
): PlanChange {
  const item = itemOf(subscription);
  const amount = itemAmount({ price, quantity });
  const { current_period_start: start, current_period_end: until } = item;
  const remainingShare = Math.max(0, Math.min(1, (until - at) / (until - start)));
  const isTrial = subscription.status === 'trialing';
  const sameInterval = price.recurring.interval === item.price.recurring.interval;
  const end = sameInterval || isTrial ? until : addInterval(at, price.recurring.interval, at);
  const period = { start: at, end };
  const lines = isTrial
    ? []
    : [
        createLine(
          -creditFor(subscription, at),
          `Unused time on ${item.price.nickname}`,
          { start: at, end: until },
          item.price,
          { _isProration: true },
        ),
        createLine(
          sameInterval ? Math.round(amount * remainingShare) : amount,
          sameInterval ? `Remaining time on ${price.nickname}` : itemText({ price, quantity }),
          period,
          price,
          { _isProration: sameInterval },
        ),
      ];
  return { lines, start: sameInterval || isTrial ? start : at, end };
}

export async function changePrice(
  store: Store,
  subscription: Subscription,
  price: Price,
  options: { at: number; invoiceNow: boolean; refuseUnpaid: boolean },
  pagesUrl: string,
): Promise<void> {
  const customer = await store.get('customer', subscription.customer);
  const { lines, start, end: until } = prorateChange(subscription, price, options.at);
  const item = itemOf(subscription);
  if (price.recurring.interval !== item.price.recurring.interval) subscription.billing_cycle_anchor = start;
  item.price = price;
  item.current_period_start = start;
  item.current_period_end = until;
  const charge = lines.at(-1);
  if (charge) item._billed = { amount: charge.amount, ...charge.period };
  if (subscription.cancel_at_period_end) subscription.cancel_at = until;
  await store.put(subscription);
  if (options.invoiceNow && lines.length > 0) {
    const invoice = draftInvoice(store, customer, { reason: 'subscription_update', lines, subscription });
    await addPendingItems(store, invoice, customer);
    subscription.latest_invoice = invoice.id;
    await store.put(subscription);
    await finalizeInvoice(store, invoice, customer, pagesUrl);
    const decline = await chargeOnFile(store, invoice, subscription.default_payment_method);
    if (decline && options.refuseUnpaid) throw new StripeError(402, { type: 'card_error', ...decline });
  }
  await store.emit('customer.subscription.updated', await store.get('subscription', subscription.id));
}

/** Prorates another quantity of the same price. The lines wait for the next invoice, as with `create_prorations`. */
export async function changeQuantity(store: Store, subscription: Subscription, quantity: number): Promise<void> {
  const item = itemOf(subscription);
  if (quantity === item.quantity) return;
  const { lines } = prorateChange(subscription, item.price, store.now, quantity);
  item.quantity = quantity;
  const charge = lines.at(-1);
  if (charge) item._billed = { amount: charge.amount, ...charge.period };
  await store.put(subscription);
  for (const { amount, description, period } of lines)
    await store.put({
      ...newObject(store, 'ii', 'invoiceitem'),
      amount,
      currency: 'usd',
      customer: subscription.customer,
      description,
      invoice: null,
      metadata: {},
      period,
    });
  await store.emit('customer.subscription.updated', subscription);
}

/** Postpones the next charge: the subscription is on trial until then, and a new period starts with its end. */
export async function extendTrial(
  store: Store,
  subscription: Subscription,
  trialEnd: number,
  pagesUrl: string,
): Promise<void> {
  if (trialEnd <= store.now)
    throw new StripeError(400, { message: 'Invalid timestamp: must be an integer Unix timestamp in the future.', param: 'trial_end' }); // prettier-ignore
  const item = itemOf(subscription);
  const isOnTrial = subscription.status === 'trialing';
  if (!isOnTrial) {
    subscription.status = 'trialing';
    subscription.trial_start = store.now;
    item.current_period_start = store.now;
  }
  item._billed = { amount: 0, start: item.current_period_start, end: trialEnd };
  subscription.trial_end = trialEnd;
  subscription.billing_cycle_anchor = trialEnd;
  subscription._trialAnnounced = false;
  item.current_period_end = trialEnd;
  if (subscription.cancel_at_period_end) subscription.cancel_at = trialEnd;
  await store.put(subscription);
  if (!isOnTrial) {
    const customer = await store.get('customer', subscription.customer);
    const period = { start: store.now, end: trialEnd };
    const line = createLine(0, `Trial of ${item.price.nickname}`, period, item.price);
    const invoice = draftInvoice(store, customer, { reason: 'subscription_update', lines: [line], subscription });
    subscription.latest_invoice = invoice.id;
    await store.put(subscription);
    await finalizeInvoice(store, invoice, customer, pagesUrl);
  }
  await store.emit('customer.subscription.updated', await store.get('subscription', subscription.id));
}

/** Called at the end of a period. Ends a canceled subscription, and invoices any other for the next period. */
export async function renewSubscription(store: Store, subscription: Subscription, pagesUrl: string): Promise<void> {
  if (subscription.cancel_at !== null && subscription.cancel_at <= store.now)
    return endSubscription(store, subscription, 'cancellation_requested');
  const customer = await store.get('customer', subscription.customer);
  const item = itemOf(subscription);
  const start = item.current_period_end;
  item.current_period_start = start;
  item.current_period_end = addInterval(start, item.price.recurring.interval, subscription.billing_cycle_anchor);
  item._billed = { amount: itemAmount(item), start, end: item.current_period_end };
  if (subscription.status === 'trialing') subscription.status = 'active';
  const line = createLine(itemAmount(item), itemText(item), { start, end: item.current_period_end }, item.price);
  const invoice = draftInvoice(store, customer, { reason: 'subscription_cycle', lines: [line], subscription });
  await addPendingItems(store, invoice, customer);
  subscription.latest_invoice = invoice.id;
  await store.put(subscription);
  await store.emit('customer.subscription.updated', subscription);
  await finalizeInvoice(store, invoice, customer, pagesUrl);
  if (subscription.collection_method === 'send_invoice') return;
  await chargeOnFile(
    store,
    invoice,
    subscription.default_payment_method ?? customer.invoice_settings.default_payment_method,
  );
}
