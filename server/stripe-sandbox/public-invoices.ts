import type Stripe from 'stripe';
import type { Invoice, InvoiceLine, WireForm } from './objects.ts';

const parentOf = (line: InvoiceLine, subscription: string | null): Stripe.InvoiceLineItem.Parent => {
  const proration = { proration: line._isProration ?? false, proration_details: { credited_items: null } };
  return line._invoiceItem !== undefined || subscription === null
    ? {
        type: 'invoice_item_details',
        invoice_item_details: {
          invoice_item: line._invoiceItem ?? `ii_${line.id.slice(3)}`,
          subscription,
          ...proration,
        },
        subscription_item_details: null,
      }
    : {
        type: 'subscription_item_details',
        invoice_item_details: null,
        subscription_item_details: {
          invoice_item: null,
          subscription,
          subscription_item: `si_${subscription.slice(4)}`,
          ...proration,
        },
      };
};

const publishLine = (own: InvoiceLine, invoice: string, subscription: string | null) =>
  ({
    ...own,
    discount_amounts: [],
    discountable: !own._isProration,
    discounts: [],
    invoice,
    livemode: false,
    parent: parentOf(own, subscription),
    pretax_credit_amounts: [],
    pricing: own.pricing && { ...own.pricing, unit_amount_decimal: String(own.amount) },
    quantity: 1,
    quantity_decimal: '1',
    subscription,
    subtotal: own.amount,
    taxes: [],
  }) satisfies WireForm<Stripe.InvoiceLineItem, 'pricing' | 'quantity_decimal'>;

export function publishInvoice(own: Invoice) {
  const subscription = own.parent?.subscription_details.subscription ?? null;
  return {
    account_country: 'US',
    account_name: 'Payment sandbox',
    account_tax_ids: null,
    amount_overpaid: 0,
    amount_shipping: 0,
    application: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    custom_fields: null,
    customer_account: null,
    customer_address: null,
    customer_name: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    discounts: [],
    footer: null,
    from_invoice: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    on_behalf_of: null,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    statement_descriptor: null,
    test_clock: null,
    total_discount_amounts: [],
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: own.status === 'draft' ? null : own.created,
    ...own,
    effective_at: own.status_transitions.finalized_at,
    invoice_pdf: null,
    lines: { ...own.lines, data: own.lines.data.map((line) => publishLine(line, own.id, subscription)) },
    parent: own.parent && { quote_details: null, ...own.parent },
    subtotal_excluding_tax: own.subtotal,
    total_excluding_tax: own.total,
  } satisfies WireForm<Stripe.Invoice, 'lines'>;
}
