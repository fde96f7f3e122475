/**
 * The subset of Stripe's objects and fields that the sandbox supports, under Stripe's names. Fields that begin with _ are
 * the sandbox's own and never appear in a response.
 */
interface StripeObject {
  id: string;
  object: string;
  created: number;
  livemode: false;
}
type Meta = Record<string, string>;
/**
 * A type of the stripe package in the form of a response. The given fields are checked elsewhere, because a response has decimals
 * as text, and the package turns them into objects.
 */
export type WireForm<T, K extends keyof T> = Omit<T, K> & Record<K, unknown>;

export interface Customer extends StripeObject {
  object: 'customer';
  email: string | null;
  name: string | null;
  description: string | null;
  currency: string | null;
  /** A negative balance is credit toward future invoices. */
  balance: number;
  invoice_settings: { default_payment_method: string | null };
  metadata: Meta;
  /** A deleted customer keeps its subscriptions and invoices and takes no new ones. */
  _deleted?: true;
}
export interface Price extends StripeObject {
  object: 'price';
  active: boolean;
  currency: 'usd';
  product: string;
  nickname: string;
  type: 'recurring';
  unit_amount: number;
  unit_amount_decimal: string;
  recurring: { interval: 'month' | 'year'; interval_count: 1; usage_type: 'licensed' };
  metadata: Meta;
}
export interface PaymentMethod extends StripeObject {
  object: 'payment_method';
  type: 'card';
  customer: string | null;
  card: { brand: string; last4: string; exp_month: number; exp_year: number };
  _number: string;
}
export interface Item {
  id: string;
  object: 'subscription_item';
  created: number;
  current_period_start: number;
  current_period_end: number;
  metadata: Meta;
  price: Price;
  quantity: number;
  subscription: string;
  /** The charge for the current period. Flexible billing credits unused time from it. */
  _billed?: { amount: number; start: number; end: number };
}
export type BillingMode = { type: 'classic' } | { type: 'flexible'; flexible: { proration_discounts: 'included' } };
/** `send_invoice` charges no card: the customer pays the invoice within some days. */
export type CollectionMethod = 'charge_automatically' | 'send_invoice';
type SubscriptionStatus =
  'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'canceled' | 'unpaid';
export interface Subscription extends StripeObject {
  object: 'subscription';
  billing_cycle_anchor: number;
  billing_mode: BillingMode;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  cancellation_details: { comment: null; feedback: null; reason: string | null };
  collection_method: CollectionMethod;
  currency: 'usd';
  customer: string;
  days_until_due: number | null;
  default_payment_method: string | null;
  description: string | null;
  ended_at: number | null;
  items: { object: 'list'; data: Item[]; has_more: false; url: string };
  latest_invoice: string | null;
  metadata: Meta;
  pending_setup_intent: null;
  pending_update: null;
  start_date: number;
  status: SubscriptionStatus;
  trial_end: number | null;
  trial_start: number | null;
  /** End of the period whose upcoming invoice has been announced. */
  _announced: number | null;
  _trialAnnounced: boolean;
}
export interface InvoiceLine {
  id: string;
  object: 'line_item';
  amount: number;
  currency: 'usd';
  description: string;
  period: { start: number; end: number };
  pricing: { type: 'price_details'; price_details: { price: string; product: string } } | null;
  metadata: Meta;
  /** True for credit and charges of a plan change. */
  _isProration?: boolean;
  /** Set if the line comes from an invoice item. */
  _invoiceItem?: string;
}
export interface Invoice extends StripeObject {
  object: 'invoice';
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  attempt_count: number;
  attempted: boolean;
  auto_advance: boolean;
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'manual' | 'upcoming';
  collection_method: CollectionMethod;
  currency: 'usd';
  customer: string;
  customer_email: string | null;
  description: string | null;
  due_date: number | null;
  ending_balance: number | null;
  hosted_invoice_url: string | null;
  lines: { object: 'list'; data: InvoiceLine[]; has_more: false; url: string };
  metadata: Meta;
  next_payment_attempt: number | null;
  number: string | null;
  parent: { type: 'subscription_details'; subscription_details: { subscription: string; metadata: Meta } } | null;
  period_start: number;
  period_end: number;
  starting_balance: number;
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  status_transitions: {
    finalized_at: number | null;
    paid_at: number | null;
    voided_at: number | null;
    marked_uncollectible_at: number | null;
  };
  subtotal: number;
  total: number;
  _intent: string | null;
}
export interface PaymentIntent extends StripeObject {
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  client_secret: string;
  currency: 'usd';
  customer: string;
  description: string | null;
  last_payment_error: {
    type: 'card_error';
    code: string;
    decline_code?: string;
    message: string;
    payment_method?: PaymentMethod;
  } | null;
  latest_charge: string | null;
  metadata: Meta;
  next_action: { type: 'use_stripe_sdk'; use_stripe_sdk: { type: 'sandbox_challenge' } } | null;
  payment_method: string | null;
  payment_method_types: ['card'];
  setup_future_usage: 'off_session' | null;
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';
  _invoice: string;
  _attempt: string | null;
}
export interface Charge extends StripeObject {
  object: 'charge';
  amount: number;
  amount_refunded: number;
  currency: 'usd';
  customer: string;
  disputed: boolean;
  paid: boolean;
  payment_intent: string;
  payment_method: string | null;
  refunded: boolean;
  status: 'succeeded';
  _card: PaymentMethod['card'];
}
type DisputeStatus = 'needs_response' | 'under_review' | 'won' | 'lost';
export interface Dispute extends StripeObject {
  object: 'dispute';
  amount: number;
  charge: string;
  currency: 'usd';
  payment_intent: string;
  reason: string;
  status: DisputeStatus;
  _customer: string;
  _dueBy: number;
  _evidence: string | null;
  /** Changes of the balance: the withdrawal, and its return if the dispute is won. */
  _transactions: { id: string; amount: number; fee: number; created: number }[];
}
export interface InvoiceItem extends StripeObject {
  object: 'invoiceitem';
  amount: number;
  currency: 'usd';
  customer: string;
  description: string;
  invoice: string | null;
  metadata: Meta;
  period: { start: number; end: number };
}
export interface PortalSession extends StripeObject {
  object: 'billing_portal.session';
  customer: string;
  return_url: string;
  url: string;
}
export interface Refund extends StripeObject {
  object: 'refund';
  amount: number;
  charge: string;
  currency: 'usd';
  payment_intent: string;
  status: 'succeeded';
}
export type AnyObject =
  | Customer
  | Price
  | PaymentMethod
  | Subscription
  | Invoice
  | PaymentIntent
  | Charge
  | Dispute
  | InvoiceItem
  | PortalSession
  | Refund;
export type Kind = AnyObject['object'];
export type ObjectOf<K extends Kind> = Extract<AnyObject, { object: K }>;
