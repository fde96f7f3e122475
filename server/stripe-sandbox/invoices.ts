import type { Customer, Invoice, InvoiceLine, PaymentIntent, Subscription } from './objects.ts';
import { newId, newObject, type Store } from './store.ts';
import { activateSubscription } from './subscriptions.ts';

export const createLine = (
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

export function draftInvoice(
  store: Store,
  customer: Customer,
  about: { reason: Invoice['billing_reason']; lines: InvoiceLine[]; subscription?: Subscription; description?: string },
): Invoice {
  const { subscription, lines } = about;
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  const base = newObject(store, 'in', 'invoice');
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
export async function addPendingItems(store: Store, invoice: Invoice, customer: Customer): Promise<void> {
  for (const item of await store.all('invoiceitem', customer.id)) {
    if (item.invoice !== null) continue;
    await store.put({ ...item, invoice: invoice.id });
    invoice.lines.data.push(createLine(item.amount, item.description, item.period));
    invoice.total += item.amount;
    invoice.subtotal += item.amount;
  }
  invoice.amount_due = invoice.amount_remaining = Math.max(0, invoice.total + Math.min(0, customer.balance));
}

/** Opens the invoice with its payment intent; one that needs no money is paid at once. */
export async function finalizeInvoice(store: Store, invoice: Invoice, customer: Customer, pagesUrl: string): Promise<void> {
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
    const base = newObject(store, 'pi', 'payment_intent');
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

export async function markPaid(store: Store, invoice: Invoice): Promise<void> {
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
  if (subscription) await activateSubscription(store, subscription);
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
