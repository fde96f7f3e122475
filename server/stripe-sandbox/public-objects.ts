import type Stripe from 'stripe';
import { publishInvoice } from './public-invoices.ts';
import { publishCharge, publishDispute, publishIntent, publishMethod, publishRefund } from './public-payments.ts';
import { publishItem, publishPrice } from './public-prices.ts';
import type {
  AnyObject,
  Customer,
  InvoiceItem,
  Kind,
  ObjectOf,
  PortalSession,
  Subscription,
  WireForm,
} from './objects.ts';

/** Removes the sandbox's own fields, at every depth. */
const withoutOwnFields = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(withoutOwnFields)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value).flatMap(([key, inner]) =>
            key.startsWith('_') ? [] : [[key, withoutOwnFields(inner)] as const],
          ),
        )
      : value;

const publishCustomer = (own: Customer): Stripe.Customer | Stripe.DeletedCustomer =>
  own._deleted
    ? { id: own.id, object: 'customer', deleted: true }
    : {
        ...own,
        address: null,
        customer_account: null,
        default_source: null,
        delinquent: false,
        discount: null,
        invoice_prefix: own.id.slice(-8).toUpperCase(),
        invoice_settings: { custom_fields: null, footer: null, rendering_options: null, ...own.invoice_settings },
        next_invoice_sequence: 1,
        phone: null,
        preferred_locales: [],
        shipping: null,
        tax_exempt: 'none',
        test_clock: null,
      };

const publishSubscription = (own: Subscription) =>
  ({
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor_config: null,
    billing_schedules: [],
    billing_thresholds: null,
    customer_account: null,
    default_source: null,
    default_tax_rates: [],
    discounts: [],
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    managed_payments: { enabled: false },
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'on_subscription',
    },
    pending_invoice_item_interval: null,
    schedule: null,
    test_clock: null,
    transfer_data: null,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    ...own,
    billing_mode: { flexible: null, updated_at: own.created, ...own.billing_mode },
    cancellation_details: { feedback_option: null, ...own.cancellation_details } as Stripe.Subscription['cancellation_details'], // prettier-ignore
    items: { ...own.items, data: own.items.data.map(publishItem) },
  }) satisfies WireForm<Stripe.Subscription, 'items'>;

const publishInvoiceItem = ({ created, ...own }: InvoiceItem) =>
  ({
    ...own,
    customer_account: null,
    date: created,
    discountable: true,
    discounts: [],
    parent: null,
    pricing: null,
    proration: false,
    quantity: 1,
    quantity_decimal: '1',
    tax_rates: [],
    test_clock: null,
  }) satisfies WireForm<Stripe.InvoiceItem, 'quantity_decimal'>;

const publishSession = (own: PortalSession): Stripe.BillingPortal.Session => ({
  ...own,
  configuration: 'bpc_sandbox',
  customer_account: null,
  flow: null,
  locale: null,
  on_behalf_of: null,
});

const publishers: { [K in Kind]: (own: ObjectOf<K>) => object } = {
  customer: publishCustomer,
  price: publishPrice,
  payment_method: publishMethod,
  subscription: publishSubscription,
  invoice: publishInvoice,
  payment_intent: publishIntent,
  charge: publishCharge,
  dispute: publishDispute,
  invoiceitem: publishInvoiceItem,
  'billing_portal.session': publishSession,
  refund: publishRefund,
};

/** The object in the form of a response: every field that Stripe's types require, and none of the sandbox's own. */
export function toPublic(object: AnyObject): Record<string, unknown> {
  const publish = publishers[object.object] as ((own: AnyObject) => object) | undefined;
  // Lists and the clock already have the form of a response.
  return withoutOwnFields(publish ? publish(object) : object) as Record<string, unknown>;
}
