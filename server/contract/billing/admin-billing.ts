import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { intervals, paidPlanIds } from '#shared/billing/plans.ts';
import { id, idParam, instant, line, sentTime, text } from '../values.ts';

const reason = line(500).pipe(z.string().min(3, 'Please say why. The reason goes into the audit log.'));
const until = instant.pipe(z.coerce.date());
/** Plans that staff can give. */
export const givenPlanIds = [...paidPlanIds, 'enterprise'] as const;
/** No gift or free time lasts longer. */
export const MAX_FREE_DAYS = 2 * 365;

const invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  description: z.string(),
  status: z.string(),
  cents: z.int(),
  paidCents: z.int(),
  refundedCents: z.int(),
  date: sentTime,
  url: z.string().nullable(),
});
export type UserInvoice = z.output<typeof invoice>;

const dispute = z.object({
  id: z.string(),
  /** The number of the invoice. */
  number: z.string().nullable(),
  cents: z.int(),
  /** Stripe's word, such as "fraudulent" or "product_not_received". */
  reason: z.string(),
  status: z.string(),
  /** Null if no evidence is needed. */
  evidenceDueAt: sentTime.nullable(),
  hasEvidence: z.boolean(),
  /** Amount and fee, less what came back. */
  withdrawnCents: z.int(),
  date: sentTime,
  /** The payment at Stripe. Null in the sandbox. */
  url: z.string().nullable(),
});
export type UserDispute = z.output<typeof dispute>;

const providerState = z.object({
  /** The customer's page at Stripe. Null in the sandbox. */
  url: z.string().nullable(),
  status: z.string(),
  periodEnd: sentTime.nullable(),
  trialEnd: sentTime.nullable(),
  cancelAt: sentTime.nullable(),
  /** Credit that reduces the next invoice. */
  creditCents: z.int(),
  /** False if the plan stored here differs from the one at Stripe. */
  isInSync: z.boolean(),
});

const billing = z.object({
  userId: id,
  plan: z.string(),
  planName: z.string(),
  status: z.string(),
  expiresAt: sentTime.nullable(),
  /** True if staff gave the plan, so nothing is charged. */
  isGiven: z.boolean(),
  cents: z.int().nullable(),
  interval: z.string().nullable(),
  cancelAt: sentTime.nullable(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  canCancel: z.boolean(),
  canExtend: z.boolean(),
  canGive: z.boolean(),
  /** The locations of all groups of the account. */
  locations: z.int(),
  /** The locations that the subscription charges for; null without Enterprise. */
  quantity: z.int().nullable(),
  /** The periods in which Enterprise can be started here; none if its price isn't set at Stripe. */
  enterprise: z.array(z.enum(intervals)),
  testMode: z.boolean(),
  /** The state at Stripe now. Null without a customer there, or if Stripe doesn't answer. */
  provider: providerState.nullable(),
  providerError: z.string().nullable(),
  disputes: z.array(dispute),
  invoices: z.array(invoice),
});
export type UserBilling = z.output<typeof billing>;
export type UserBillingIn = z.input<typeof billing>;

export const listDisputes = endpoint('GET', '/api/admin/disputes', {
  summary: 'List the disputed payments that wait for evidence, the most urgent first',
  reply: z.array(
    dispute
      .pick({ id: true, cents: true, reason: true, evidenceDueAt: true, url: true })
      .extend({ userId: id.nullable(), name: z.string().nullable() }),
  ),
});
export const openUserBilling = endpoint('GET', '/api/admin/users/:id/billing', {
  summary: "Get an account's plan, its invoices, and what Stripe says",
  params: idParam,
  reply: billing,
});
export const syncUserBilling = endpoint('POST', '/api/admin/users/:id/billing/sync', {
  summary: "Update an account's plan and invoices from Stripe",
  params: idParam,
  reply: billing,
  errors: { payment_provider: 502 },
});
export const refundInvoice = endpoint('POST', '/api/admin/users/:id/billing/refund', {
  summary: 'Refund an invoice, in whole or in part',
  params: idParam,
  body: z.object({
    invoiceId: text(255),
    cents: z.int('Please enter an amount.').min(1, 'Please enter an amount.'),
    /** The refunds at the time when the form was opened, so that two people never refund twice. */
    refundedCents: z.int().min(0),
    reason,
  }),
  reply: billing,
  errors: { not_refundable: 409, refund_changed: 409, payment_provider: 502 },
});
export const cancelUserPlan = endpoint('POST', '/api/admin/users/:id/billing/cancel', {
  summary: 'Cancel a subscription, at the end of the period or now',
  params: idParam,
  body: z.object({ when: z.enum(['period_end', 'now']), reason }),
  reply: billing,
  errors: { nothing_to_cancel: 409, payment_provider: 502 },
});
export const extendUserPlan = endpoint('POST', '/api/admin/users/:id/billing/extend', {
  summary: 'Postpone the next charge of a subscription or trial',
  params: idParam,
  body: z.object({ until, reason }),
  reply: billing,
  errors: { no_subscription: 409, payment_provider: 502 },
});
export const startEnterprise = endpoint('POST', '/api/admin/users/:id/billing/enterprise', {
  summary: 'Start one subscription of Enterprise for all locations of an account’s groups, paid by invoice',
  params: idParam,
  body: z.object({ interval: z.enum(intervals, 'Please choose a billing period.'), reason }),
  reply: billing,
  errors: { subscription_running: 409, no_price: 409, payment_provider: 502 },
});
export const giveUserPlan = endpoint('POST', '/api/admin/users/:id/billing/give', {
  summary: 'Give a plan without charge until a date, or end a given plan',
  params: idParam,
  body: z.object({ plan: z.enum(givenPlanIds).nullable(), until: until.nullish(), reason }),
  reply: billing,
  errors: { subscription_running: 409, nothing_given: 409 },
});
