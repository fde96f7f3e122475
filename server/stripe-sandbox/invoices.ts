import type { Customer, Invoice, PaymentIntent } from './objects.ts';
import { newId, newObject, type Store } from './store.ts';
import { activateSubscription } from './subscription-status.ts';

/** Opens the invoice and creates its payment intent. An invoice without an amount due is paid immediately. */
export async function finalizeInvoice(
  store: Store,
  invoice: Invoice,
  customer: Customer,
  pagesUrl: string,
): Promise<void> {
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
