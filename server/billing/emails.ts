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

/** "Visa ending in 4242", or null if the card isn't known. */
export const describeCard = ({ cardBrand, cardLast4 }: CardFields): string | null =>
  cardBrand && cardLast4 ? `${cardBrand[0]!.toUpperCase()}${cardBrand.slice(1)} ending in ${cardLast4}` : null;
interface CardFields {
  cardBrand: string | null;
  cardLast4: string | null;
}

interface Receipt {
  description: string;
  cents: number;
  date: Date;
  number: string | null;
  url: string | null;
  card: string | null;
  /** The time that the payment covers. */
  period: { start: Date; end: Date } | null;
  /** The next charge. Null if there is none. */
  renews: Date | null;
}

export const emailReceipt = (trx: Knex, deps: EmailDeps, { email, name }: Recipient, payment: Receipt): Promise<void> =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: `Receipt for your payment of ${dollars(payment.cents)}`,
    text: [
      `Thank you. We received your payment of ${dollars(payment.cents)} on ${formatBillingDay(payment.date)}.`,
      [
        `For: ${payment.description}`,
        payment.period &&
          `Period: ${formatBillingDay(payment.period.start)} to ${formatBillingDay(payment.period.end)}`,
        payment.card && `Card: ${payment.card}`,
        payment.number && `Invoice: ${payment.number}`,
        payment.renews && `Next renewal: ${formatBillingDay(payment.renews)}`,
      ]
        .filter(Boolean)
        .join('\n'),
    ],
    action: payment.url ? { label: 'View the invoice', url: payment.url } : billingLink(deps),
  });

interface FailedRenewal extends CardFields {
  plan: string;
  cents: number;
  /** Stripe's page where anyone with the link can pay the invoice. */
  payUrl: string | null;
  failedAt: Date;
  featuresUntil: Date;
}

const planAndPrice = ({ plan, cents }: { plan: string; cents: number }) => `${planName(plan)} (${dollars(cents)})`;
const describeAttempt = (renewal: FailedRenewal): string => {
  const card = describeCard(renewal);
  return `On ${formatBillingDay(renewal.failedAt)}, we couldn't charge ${dollars(renewal.cents)}${card ? ` to your ${card}` : ''} for your ${planName(renewal.plan)} plan.`;
};

/** A pay link that works without a login, and the billing page, where the card can be changed. */
const payActions = (deps: EmailDeps, { payUrl, cents }: FailedRenewal) => ({
  action: payUrl ? { label: `Pay ${dollars(cents)} now`, url: payUrl } : billingLink(deps, 'Update your card'),
  ...(payUrl ? { otherAction: billingLink(deps, 'Update your card') } : {}),
});

export const emailPaymentFailed = (
  trx: Knex,
  deps: EmailDeps,
  { email, name }: Recipient,
  renewal: FailedRenewal & { retry: Date | null },
): Promise<void> =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: `We couldn't charge your card for ${planAndPrice(renewal)}`,
    text: [
      describeAttempt(renewal),
      `Nothing changes until ${formatBillingDay(renewal.featuresUntil)}: your paid features stay on. Update your card or pay by then to keep them.${
        renewal.retry ? ` We'll try the card again on ${formatBillingDay(renewal.retry)}.` : ''
      }`,
    ],
    ...payActions(deps, renewal),
  });

export const emailPaymentReminder = (
  trx: Knex,
  deps: EmailDeps,
  { email, name }: Recipient,
  renewal: FailedRenewal & { isLast: boolean },
): Promise<void> =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: renewal.isLast
      ? `Your ${planName(renewal.plan)} features pause on ${formatBillingDay(renewal.featuresUntil)}`
      : `Please update your card for ${planAndPrice(renewal)}`,
    text: [
      describeAttempt(renewal),
      renewal.isLast
        ? `After ${formatBillingDay(renewal.featuresUntil)}, your photos, website link, video, and insights are hidden until the payment goes through. You keep your listing and can still edit its basic facts.`
        : `Your paid features stay on until ${formatBillingDay(renewal.featuresUntil)}. Update your card or pay by then to keep them.`,
    ],
    ...payActions(deps, renewal),
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
      'You keep your listing. Your photos and website link are hidden until you subscribe again.',
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
    to: deps.settings.current.supportEmail,
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
