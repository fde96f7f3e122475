import type { Knex } from 'knex';
import { dollars, planName } from '#shared/billing/plans.ts';
import { enqueueEmail, type EmailDeps } from '#server/base/email/email.ts';
import { formatBillingDay } from '#server/base/email/email-time.ts';
import { nameOr } from '#server/base/email/email-words.ts';

export type Recipient = { email: string; name: string };

export const billingLink = (deps: EmailDeps, label = 'Open billing') => ({
  label,
  url: `${deps.config.PUBLIC_URL}/dashboard/billing`,
});

export const emailReceipt = (
  trx: Knex,
  deps: EmailDeps,
  { email, name }: Recipient,
  payment: { description: string; cents: number; date: Date; number: string | null; url: string | null },
): Promise<void> =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: `Receipt for your payment of ${dollars(payment.cents)}`,
    text: [
      `Thank you. We received your payment of ${dollars(payment.cents)} on ${formatBillingDay(payment.date)}.`,
      `For: ${payment.description}${payment.number ? `\nInvoice: ${payment.number}` : ''}`,
    ],
    action: payment.url ? { label: 'View the invoice', url: payment.url } : billingLink(deps),
  });

export const emailPaymentFailed = (
  trx: Knex,
  deps: EmailDeps,
  { email, name }: Recipient,
  payment: { cents: number; description: string; retry: Date | null },
): Promise<void> =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: 'Your payment did not go through',
    text: [
      `We couldn't charge ${dollars(payment.cents)} for ${payment.description}.`,
      payment.retry
        ? `Please check your card. We'll try again on ${formatBillingDay(payment.retry)}. Paid features are off until then.`
        : 'Please check your card. You keep your listing, but paid features are off until we receive a payment.',
    ],
    action: billingLink(deps, 'Check your card'),
  });

export const emailUpcomingRenewal = (
  trx: Knex,
  deps: EmailDeps,
  { email, name }: Recipient,
  renewal: { plan: string; cents: number; date: Date; trial: boolean; card: string | null },
): Promise<void> =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: renewal.trial
      ? `Your trial of ${planName(renewal.plan)} ends on ${formatBillingDay(renewal.date)}`
      : `Your ${planName(renewal.plan)} plan renews on ${formatBillingDay(renewal.date)}`,
    text: [
      `On ${formatBillingDay(renewal.date)}, we'll charge ${dollars(renewal.cents)}${renewal.card ? ` to your card ending in ${renewal.card}` : ''} for your ${planName(renewal.plan)} plan.`,
      "To keep your plan, you don't need to do anything. You can change or cancel it on your billing page until then.",
    ],
    action: billingLink(deps),
  });

export const emailCanceled = (
  trx: Knex,
  deps: EmailDeps,
  { email, name }: Recipient,
  { plan, ends }: { plan: string; ends: Date },
): Promise<void> =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: `Your ${planName(plan)} plan ends on ${formatBillingDay(ends)}`,
    text: [
      `Your ${planName(plan)} plan is canceled. It stays active until ${formatBillingDay(ends)}, and you won't be charged again.`,
      'You keep your listing. If you change your mind, you can undo the cancellation on your billing page until that day.',
    ],
    action: billingLink(deps),
  });

export const emailEnded = (
  trx: Knex,
  deps: EmailDeps,
  { email, name }: Recipient,
  { plan, ended }: { plan: string; ended: Date },
): Promise<void> =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: `Your ${planName(plan)} plan has ended`,
    text: [
      `Your ${planName(plan)} plan ended on ${formatBillingDay(ended)}. You won't be charged again.`,
      'You keep your listing. Paid features are off until you subscribe again.',
    ],
    action: { label: 'See our plans', url: `${deps.config.PUBLIC_URL}/pricing` },
  });

export const emailResumed = (
  trx: Knex,
  deps: EmailDeps,
  { email, name }: Recipient,
  { plan, renews }: { plan: string; renews: Date | null },
): Promise<void> =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: `Your ${planName(plan)} plan will continue`,
    text: [
      `The cancellation of your ${planName(plan)} plan was undone.${renews ? ` It renews on ${formatBillingDay(renews)}.` : ''}`,
      "If this wasn't you, cancel the plan on your billing page and reply to this email.",
    ],
    action: billingLink(deps),
  });

interface PlanTerms {
  plan: string;
  cents: number;
  interval: string;
}
const describeTerms = ({ plan, cents, interval }: PlanTerms): string =>
  `${planName(plan)}, ${dollars(cents)} per ${interval === 'yearly' ? 'year' : 'month'}`;

export const emailPlanChanged = (
  trx: Knex,
  deps: EmailDeps,
  { email, name }: Recipient,
  { before, now, renews }: { before: PlanTerms; now: PlanTerms; renews: Date | null },
): Promise<void> =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: `Your plan is now ${planName(now.plan)}`,
    text: [
      `Your plan changed from ${describeTerms(before)}, to ${describeTerms(now)}.${renews ? ` It renews on ${formatBillingDay(renews)}.` : ''}`,
      'We credit the time left on the old plan. If you owe a difference, its receipt comes in another email.',
      "If this wasn't you, reply to this email.",
    ],
    action: billingLink(deps),
  });

/** Sent to support. */
export const emailDispute = (
  trx: Knex,
  deps: EmailDeps,
  dispute: { userId: number | null; cents: number; reason: string; evidenceDueAt: Date | null },
  customerName: string | null,
): Promise<void> =>
  enqueueEmail(trx, deps, {
    to: deps.config.SUPPORT_EMAIL,
    subject: `A payment of ${dollars(dispute.cents)} is disputed`,
    text: [
      `The bank of ${nameOr('a customer', customerName)} disputes a payment of ${dollars(dispute.cents)}. Reason: ${dispute.reason.replaceAll('_', ' ')}.`,
      dispute.evidenceDueAt
        ? `Answer it at Stripe by ${formatBillingDay(dispute.evidenceDueAt)}, or the amount is lost.`
        : 'Answer it at Stripe.',
    ],
    action: {
      label: 'Open the account',
      url: `${deps.config.PUBLIC_URL}/admin/users${dispute.userId === null ? '' : `?open=${dispute.userId}`}`,
    },
  });
