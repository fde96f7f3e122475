import type { Customer, Invoice, InvoiceItem, InvoiceLine, Subscription } from './objects.ts';
import { newId, newObject, type Store } from './store.ts';
import { StripeError } from './stripe-error.ts';

export const createLine = (
  amount: number,
  description: string,
  period: { start: number; end: number },
  price?: { id: string; product: string },
  own: Pick<InvoiceLine, '_isProration' | '_invoiceItem'> = {},
): InvoiceLine => ({
  id: newId('il'),
  object: 'line_item',
  amount,
  currency: 'usd',
  description,
  period,
  pricing: price ? { type: 'price_details', price_details: { price: price.id, product: price.product } } : null,
  metadata: {},
  ...own,
});

export function draftInvoice(
  store: Store,
  customer: Customer,
  options: {
    reason: Invoice['billing_reason'];
    lines: InvoiceLine[];
    subscription?: Subscription;
    description?: string;
  },
): Invoice {
  const { subscription, lines } = options;
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  const base = newObject(store, 'in', 'invoice');
  const period = lines[0]?.period ?? { start: store.now, end: store.now };
  // Credit on the account reduces the amount due. A negative total becomes credit on the account later.
  const due = Math.max(0, total + Math.min(0, customer.balance));
  return {
    ...base,
    amount_due: due,
    amount_paid: 0,
    amount_remaining: due,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    billing_reason: options.reason,
    collection_method: subscription?.collection_method ?? 'charge_automatically',
    currency: 'usd',
    customer: customer.id,
    customer_email: customer.email,
    description: options.description ?? null,
    due_date: subscription?.days_until_due ? store.now + subscription.days_until_due * 86_400 : null,
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

/** Adds the customer's pending invoice items to this invoice. */
export async function addPendingItems(store: Store, invoice: Invoice, customer: Customer): Promise<void> {
  for (const item of await store.all('invoiceitem', customer.id)) {
    if (item.invoice === null) await addLine(store, invoice, item);
  }
  setAmountDue(invoice, customer);
}

/** Adds one item to a draft. */
export async function addItem(store: Store, invoice: Invoice, item: InvoiceItem, customer: Customer): Promise<void> {
  if (invoice.status !== 'draft')
    throw new StripeError(400, { message: 'This invoice is already finalized.', code: 'invoice_not_editable' });
  await addLine(store, invoice, item);
  setAmountDue(invoice, customer);
  await store.put(invoice);
}

async function addLine(store: Store, invoice: Invoice, item: InvoiceItem): Promise<void> {
  await store.put({ ...item, invoice: invoice.id });
  invoice.lines.data.push(createLine(item.amount, item.description, item.period, undefined, { _invoiceItem: item.id }));
  invoice.total += item.amount;
  invoice.subtotal += item.amount;
}

function setAmountDue(invoice: Invoice, customer: Customer): void {
  invoice.amount_due = invoice.amount_remaining = Math.max(0, invoice.total + Math.min(0, customer.balance));
}
