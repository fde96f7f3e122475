import type Stripe from 'stripe';
import type { Charge, Dispute, PaymentIntent, PaymentMethod, Refund } from './objects.ts';

const billingDetails = { address: null, email: null, name: null, phone: null, tax_id: null };
const checks = { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' };

export const publishMethod = (own: PaymentMethod): Stripe.PaymentMethod => ({
  billing_details: billingDetails,
  customer_account: null,
  metadata: {},
  ...own,
  card: {
    checks,
    country: 'US',
    display_brand: own.card.brand,
    fingerprint: null,
    funding: 'credit',
    generated_from: null,
    networks: { available: [own.card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
    ...own.card,
  },
});

const publishError = ({
  payment_method: method,
  ...error
}: NonNullable<PaymentIntent['last_payment_error']>): Stripe.PaymentIntent.LastPaymentError => ({
  ...error,
  ...(method && { payment_method: publishMethod(method) }),
});

export const publishIntent = (own: PaymentIntent): Stripe.PaymentIntent => ({
  allowed_payment_method_types: null,
  amount_capturable: 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic',
  confirmation_method: 'automatic',
  customer_account: null,
  excluded_payment_method_types: null,
  managed_payments: null,
  on_behalf_of: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_group: null,
  ...own,
  last_payment_error: own.last_payment_error && publishError(own.last_payment_error),
});

const chargedCard = {
  amount_authorized: null,
  authorization_code: null,
  checks,
  country: 'US',
  electronic_commerce_indicator: null,
  funding: 'credit',
  installments: null,
  mandate: null,
  network: null,
  network_transaction_id: null,
  regulated_status: 'unregulated',
  three_d_secure: null,
  transaction_link_id: null,
  wallet: null,
} as const;

export const publishCharge = (own: Charge): Stripe.Charge => ({
  amount_captured: own.amount,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: billingDetails,
  calculated_statement_descriptor: 'ENAMEL',
  captured: true,
  description: null,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: null,
  metadata: {},
  on_behalf_of: null,
  outcome: null,
  payment_method_details: { type: 'card', card: { ...chargedCard, ...own._card } },
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
  ...own,
});

export const publishRefund = ({ livemode: _, ...own }: Refund): Stripe.Refund => ({
  balance_transaction: null,
  customer: null,
  customer_account: null,
  metadata: {},
  payment_method: null,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  transfer_reversal: null,
  ...own,
});

const emptyEvidence = Object.fromEntries(
  [
    'access_activity_log', 'billing_address', 'cancellation_policy', 'cancellation_policy_disclosure', 'cancellation_rebuttal',
    'customer_communication', 'customer_email_address', 'customer_name', 'customer_purchase_ip', 'customer_signature',
    'duplicate_charge_documentation', 'duplicate_charge_explanation', 'duplicate_charge_id', 'product_description', 'receipt',
    'refund_policy', 'refund_policy_disclosure', 'refund_refusal_explanation', 'service_date', 'service_documentation',
    'shipping_address', 'shipping_carrier', 'shipping_date', 'shipping_documentation', 'shipping_tracking_number', 'uncategorized_file',
  ].map((name) => [name, null]),
) as unknown as Stripe.Dispute.Evidence; // prettier-ignore

export const publishDispute = (own: Dispute): Stripe.Dispute => ({
  ...own,
  balance_transactions: own._transactions.map(({ id, amount, fee, created }) => ({
    id,
    object: 'balance_transaction',
    amount,
    available_on: created,
    balance_type: 'payments',
    created,
    currency: own.currency,
    description: amount < 0 ? 'Chargeback withdrawal' : 'Chargeback reversal',
    exchange_rate: null,
    fee,
    fee_details: fee
      ? [{ amount: fee, application: null, currency: own.currency, description: 'Dispute fee', type: 'stripe_fee' }]
      : [],
    net: amount - fee,
    reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
    source: own.id,
    status: 'available',
    type: 'adjustment',
  })),
  enhanced_eligibility_types: [],
  evidence: { ...emptyEvidence, enhanced_evidence: {}, uncategorized_text: own._evidence },
  evidence_details: {
    due_by: own.status === 'needs_response' ? own._dueBy : null,
    enhanced_eligibility: {},
    has_evidence: own._evidence !== null,
    past_due: false,
    submission_count: own._evidence === null ? 0 : 1,
    submission_method: own._evidence === null ? 'not_submitted' : 'manual',
  },
  intended_submission_method: null,
  is_charge_refundable: false,
  metadata: {},
});
