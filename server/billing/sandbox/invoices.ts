import { checkCard, testCards, type CardInput, type Decline } from './cards.ts';
import type { Customer, Invoice, InvoiceLine, PaymentIntent, PaymentMethod, Subscription } from './objects.ts';
import { newId, type Store } from './store.ts';
import { activate, fellDue } from './subscriptions.ts';

export const thing = <O extends string>(store: Store, prefix: string, object: O) => ({
  id: newId(prefix),
  object,
  created: store.now,
  livemode: false as const,
});

export const lineOf = (
  amount: number,
  description: string,
  period: { start: number; end: number },
  price?: { id: string; product: string },
): InvoiceLine => ({
  id: newId('il'),
  object: 'line_item',
  amount,
  currency: 'usd',
  description,
  period,
  pricing: price ? { type: 'price_details', price_details: { price: price.id, product: price.product } } : null,
  metadata: {},
});

export function draft(
  store: Store,
  customer: Customer,
  about: { reason: Invoice['billing_reason']; lines: InvoiceLine[]; subscription?: Subscription; description?: string },
): Invoice {
  const { subscription, lines } = about;
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  const base = thing(store, 'in', 'invoice');
  const period = lines[0]?.period ?? { start: store.now, end: store.now };
  // Credit on the account pays first; what the invoice itself credits goes onto the account.
  const due = Math.max(0, total + Math.min(0, customer.balance));
  return {
    ...base,
    amount_due: due,
    amount_paid: 0,
    amount_remaining: due,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    billing_reason: about.reason,
    collection_method: 'charge_automatically',
    currency: 'usd',
    customer: customer.id,
    customer_email: customer.email,
    description: about.description ?? null,
    ending_balance: null,
    hosted_invoice_url: null,
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${base.id}/lines` },
    metadata: {},
    next_payment_attempt: null,
    number: null,
    parent: subscription
      ? {
          type: 'subscription_details',
          subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
        }
      : null,
    period_start: period.start,
    period_end: period.end,
    starting_balance: customer.balance,
    status: 'draft',
    status_transitions: { finalized_at: null, paid_at: null, voided_at: null, marked_uncollectible_at: null },
    subtotal: total,
    total,
    _intent: null,
  };
}

/** What was added to the customer since the last invoice joins the next one. */
export async function takePending(store: Store, invoice: Invoice, customer: Customer): Promise<void> {
  for (const item of await store.all('invoiceitem', customer.id)) {
    if (item.invoice !== null) continue;
    await store.put({ ...item, invoice: invoice.id });
    invoice.lines.data.push(lineOf(item.amount, item.description, item.period));
    invoice.total += item.amount;
    invoice.subtotal += item.amount;
  }
  invoice.amount_due = invoice.amount_remaining = Math.max(0, invoice.total + Math.min(0, customer.balance));
}

/** Opens the invoice with its payment intent; one that needs no money is paid at once. */
export async function finalize(store: Store, invoice: Invoice, customer: Customer, pagesUrl: string): Promise<void> {
  await store.put(invoice);
  await store.emit('invoice.created', invoice);
  const balance = customer.balance + invoice.total - invoice.amount_due;
  if (balance !== customer.balance) {
    customer.balance = Math.min(0, balance);
    await store.put(customer);
    await store.emit('customer.updated', customer);
  }
  invoice.status = 'open';
  invoice.number = `SB-${invoice.id.slice(-8).toUpperCase()}`;
  invoice.ending_balance = customer.balance;
  invoice.status_transitions.finalized_at = store.now;
  invoice.hosted_invoice_url = `${pagesUrl}/invoices/${invoice.id}`;
  if (invoice.amount_due > 0) {
    const base = thing(store, 'pi', 'payment_intent');
    const intent: PaymentIntent = {
      ...base,
      amount: invoice.amount_due,
      amount_received: 0,
      client_secret: `${base.id}_secret_${newId('x').slice(2)}`,
      currency: 'usd',
      customer: customer.id,
      description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
      last_payment_error: null,
      latest_charge: null,
      metadata: {},
      next_action: null,
      payment_method: null,
      payment_method_types: ['card'],
      setup_future_usage: 'off_session',
      status: 'requires_payment_method',
      _invoice: invoice.id,
      _attempt: null,
    };
    invoice._intent = intent.id;
    await store.put(intent);
    await store.emit('payment_intent.created', intent);
  }
  await store.put(invoice);
  await store.emit('invoice.finalized', invoice);
  if (invoice.amount_due === 0) await markPaid(store, invoice);
}

async function markPaid(store: Store, invoice: Invoice): Promise<void> {
  invoice.status = 'paid';
  invoice.attempted = true;
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = store.now;
  await store.put(invoice);
  await store.emit('invoice.paid', invoice);
  await store.emit('invoice.payment_succeeded', invoice);
  const subscription =
    invoice.parent && (await store.find('subscription', invoice.parent.subscription_details.subscription));
  if (subscription) await activate(store, subscription);
}

export const newMethod = async (store: Store, card: CardInput): Promise<PaymentMethod> => {
  const method: PaymentMethod = {
    ...thing(store, 'pm', 'payment_method'),
    type: 'card',
    customer: null,
    card: {
      brand: testCards[card.number]?.brand ?? 'visa',
      last4: card.number.slice(-4),
      exp_month: card.expMonth,
      exp_year: card.expYear < 100 ? 2000 + card.expYear : card.expYear,
    },
    _number: card.number,
  };
  await store.put(method);
  return method;
};

export async function attach(store: Store, method: PaymentMethod, customer: Customer): Promise<void> {
  if (method.customer === customer.id) return;
  method.customer = customer.id;
  await store.put(method);
  await store.emit('payment_method.attached', method);
}

/** A person pays with a card at hand. Returns why it was refused, or null. */
export async function confirm(store: Store, intent: PaymentIntent, card: CardInput): Promise<Decline | null> {
  const refused = checkCard(card, new Date(store.now * 1000));
  if (refused) {
    await failed(store, intent, refused, null);
    return refused;
  }
  const method = await newMethod(store, card);
  const known = testCards[card.number]!;
  if (known.decline) {
    await failed(store, intent, known.decline, method);
    return known.decline;
  }
  if (known.authenticate) {
    intent.status = 'requires_action';
    intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'sandbox_challenge' } };
    intent.payment_method = method.id;
    intent._attempt = method.id;
    await store.put(intent);
    await store.emit('payment_intent.requires_action', intent);
    const invoice = await store.get('invoice', intent._invoice);
    await store.emit('invoice.payment_action_required', invoice);
    return null;
  }
  await succeeded(store, intent, method);
  return null;
}

/** The step with the bank, passed or not. */
export async function authenticate(store: Store, intent: PaymentIntent, passed: boolean): Promise<Decline | null> {
  const method = await store.get('payment_method', intent._attempt!);
  if (passed) {
    await succeeded(store, intent, method);
    return null;
  }
  const refused: Decline = {
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  };
  await failed(store, intent, refused, method);
  return refused;
}

/** The card on file is charged while nobody is there. */
export async function chargeOnFile(store: Store, invoice: Invoice, methodId: string | null): Promise<Decline | null> {
  if (invoice.status !== 'open' || !invoice._intent) return null;
  const intent = await store.get('payment_intent', invoice._intent);
  const method = methodId ? await store.find('payment_method', methodId) : undefined;
  const refused = method
    ? testCards[method._number]?.decline
    : { code: 'missing', message: 'There is no card on file to pay this invoice with.' };
  if (refused) {
    await failed(store, intent, refused, method ?? null);
    return refused;
  }
  await succeeded(store, intent, method!);
  return null;
}

async function failed(
  store: Store,
  intent: PaymentIntent,
  refused: Decline,
  method: PaymentMethod | null,
): Promise<void> {
  intent.status = 'requires_payment_method';
  intent.next_action = null;
  intent.payment_method = null;
  intent._attempt = null;
  intent.last_payment_error = {
    type: 'card_error',
    ...refused,
    payment_method: method ? { id: method.id, object: 'payment_method', type: 'card', card: method.card } : null,
  };
  await store.put(intent);
  await store.emit('payment_intent.payment_failed', intent);
  const invoice = await store.get('invoice', intent._invoice);
  invoice.attempt_count += 1;
  invoice.attempted = true;
  await store.put(invoice);
  await store.emit('invoice.payment_failed', invoice);
  const subscription =
    invoice.parent && (await store.find('subscription', invoice.parent.subscription_details.subscription));
  if (subscription) await fellDue(store, subscription, invoice);
}

async function succeeded(store: Store, intent: PaymentIntent, method: PaymentMethod): Promise<void> {
  const customer = await store.get('customer', intent.customer);
  const invoice = await store.get('invoice', intent._invoice);
  await attach(store, method, customer);
  const charge = {
    ...thing(store, 'ch', 'charge'),
    amount: intent.amount,
    amount_refunded: 0,
    currency: 'usd' as const,
    customer: customer.id,
    paid: true,
    payment_intent: intent.id,
    refunded: false,
    status: 'succeeded' as const,
  };
  await store.put(charge);
  await store.emit('charge.succeeded', charge);
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.next_action = null;
  intent.last_payment_error = null;
  intent.latest_charge = charge.id;
  intent.payment_method = method.id;
  await store.put(intent);
  await store.emit('payment_intent.succeeded', intent);
  const subscription =
    invoice.parent && (await store.find('subscription', invoice.parent.subscription_details.subscription));
  if (subscription) {
    subscription.default_payment_method = method.id;
    await store.put(subscription);
  }
  invoice.attempt_count += 1;
  await markPaid(store, invoice);
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
