import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { intervals, paidPlanIds } from '#shared/billing/plans.ts';
import { sentTime, text } from '../values.ts';

const priceId = text(255).pipe(z.string().min(1, 'Please choose a plan.'));
const subscriptionId = text(255).pipe(z.string().min(1, 'Please include the subscription id.'));
const claimedPlanName = text(100).nullish();

const offer = z.object({
  priceId: z.string(),
  plan: z.enum(paidPlanIds),
  interval: z.enum(intervals),
  launch: z.boolean(),
  cents: z.int(),
});
export type Offer = z.infer<typeof offer>;

export const getBillingCatalog = endpoint('GET', '/api/billing/catalogue', {
  summary: "Get the prices on sale now, by the server's clock",
  reply: z.object({
    now: sentTime,
    /** When the launch discount ends, and its words. Null once it has ended. */
    launchEnds: sentTime.nullable(),
    launchLabel: z.string().nullable(),
    /** True while the launch discount lasts. */
    launch: z.boolean(),
    /** True if payments go to the sandbox, so no real money moves. */
    testMode: z.boolean(),
    publishableKey: z.string().nullable(),
    offers: z.array(offer),
  }),
});

export const getOrCreateSubscription = endpoint('POST', '/api/get-or-create-subscription', {
  summary: 'Start a subscription, or get the existing one',
  body: z.object({ priceId, planName: claimedPlanName }),
  reply: z.object({
    existing: z.boolean(),
    status: z.string(),
    clientSecret: z.string().nullable(),
    subscriptionId: z.string().nullable(),
    /** The interval of the existing subscription. Null for a new one. */
    interval: z.enum(intervals).nullable(),
  }),
  errors: { unknown_price: 400, launch_ended: 400, plan_contradicts: 400, other_plan: 409, payment_provider: 502 },
});

export const confirmPayment = endpoint('POST', '/api/confirm-payment', {
  summary: 'Sync the subscription from the payment provider',
  body: z.object({ subscriptionId, planName: claimedPlanName }),
  reply: z.object({ success: z.boolean(), status: z.string(), plan: z.string() }),
  errors: { plan_contradicts: 400 },
});

export const createBillingPortalSession = endpoint('POST', '/api/create-billing-portal-session', {
  summary: "Get a link to the payment provider's billing portal",
  reply: z.object({ url: z.string() }),
  errors: { nothing_to_manage: 409 },
});

const labels = ['Renews On', 'Trial Ends On', 'Payment Due', 'Ends On', 'Expired On'] as const;
const subscription = z.object({
  plan: z.string(),
  planName: z.string(),
  status: z.string(),
  /** Describes `date`. Null if there is no date. */
  label: z.enum(labels).nullable(),
  date: sentTime.nullable(),
  interval: z.enum(intervals).nullable(),
  cents: z.int().nullable(),
  launch: z.boolean(),
  priceId: z.string().nullable(),
  cancelling: z.boolean(),
  canCancel: z.boolean(),
  canResume: z.boolean(),
  canChange: z.boolean(),
  canManage: z.boolean(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  testMode: z.boolean(),
});
export type SubscriptionView = z.output<typeof subscription>;
export type SubscriptionViewIn = z.input<typeof subscription>;

export const mySubscription = endpoint('GET', '/api/billing/subscription', {
  summary: "Get the caller's plan and its next date",
  reply: subscription,
});
export const cancelSubscription = endpoint('POST', '/api/billing/cancel', {
  summary: 'Cancel at the end of the paid period',
  reply: subscription,
  errors: { nothing_to_cancel: 409 },
});
export const resumeSubscription = endpoint('POST', '/api/billing/resume', {
  summary: 'Undo a cancellation before it takes effect',
  reply: subscription,
  errors: { nothing_to_resume: 409 },
});
export const refreshSubscription = endpoint('POST', '/api/billing/refresh', {
  summary: 'Sync from the payment provider, for example after bank verification',
  reply: subscription,
});

export const previewPlanChange = endpoint('GET', '/api/billing/plan-change', {
  summary: 'Preview the cost of a plan change today',
  query: z.object({ priceId }),
  reply: z.object({
    plan: z.string(),
    planName: z.string(),
    interval: z.enum(intervals),
    cents: z.int(),
    /** Charged now, after credit for the unused time. */
    dueNowCents: z.int(),
    /** Credited to the next invoices. */
    creditCents: z.int(),
    nextDate: sentTime,
    /** The time of the preview. Send it with the change to be charged exactly this amount. */
    at: z.int(),
  }),
  errors: { unknown_price: 400, launch_ended: 400, no_subscription: 409, same_price: 409 },
});
export const changePlan = endpoint('POST', '/api/billing/plan-change', {
  summary: 'Change the plan, with credit for the unused time',
  body: z.object({ priceId, at: z.int().min(0).optional() }),
  reply: subscription,
  errors: { unknown_price: 400, launch_ended: 400, no_subscription: 409, same_price: 409, card_declined: 402 },
});

const invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  description: z.string(),
  status: z.enum(['paid', 'refunded', 'open', 'failed', 'void', 'uncollectible']),
  cents: z.int(),
  currency: z.string(),
  date: sentTime,
  url: z.string().nullable(),
});
export type Invoice = z.output<typeof invoice>;
export const myInvoices = endpoint('GET', '/api/billing/invoices', {
  summary: "List the caller's invoices, newest first",
  reply: z.array(invoice),
});

export const stripeWebhook = endpoint('POST', '/api/stripe/webhook', {
  summary: 'Receive a signed event from the payment provider',
  rawBody: 'application/json',
  reply: z.object({ received: z.literal(true) }),
  errors: { bad_signature: 400 },
});
