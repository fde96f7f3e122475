import type { Knex } from 'knex';
import { dollars, planName } from '#shared/billing/plans.ts';
import { formatBillingDay } from '#server/base/email/email-time.ts';
import { enqueueEmail, type EmailDeps } from '#server/base/email/email.ts';
import { billingLink, type Recipient } from '../emails.ts';

export const emailRefund = (
  trx: Knex,
  deps: EmailDeps,
  { email, name }: Recipient,
  refund: { cents: number; number: string | null; description: string },
): Promise<void> =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: `Your refund of ${dollars(refund.cents)}`,
    text: [
      `We refunded ${dollars(refund.cents)} to your card. Your bank may take 5 to 10 days to show it.`,
      `For: ${refund.description}${refund.number ? `\nInvoice: ${refund.number}` : ''}`,
    ],
    action: billingLink(deps),
  });

export const emailFreeTime = (
  trx: Knex,
  deps: EmailDeps,
  { email, name }: Recipient,
  { plan, until, isGift }: { plan: string; until: Date; isGift: boolean },
): Promise<void> =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: `${planName(plan)} is free for you until ${formatBillingDay(until)}`,
    text: [
      `You have the ${planName(plan)} plan without charge until ${formatBillingDay(until)}.`,
      isGift
        ? "You don't need to do anything. After that day, the plan ends, and you won't be charged."
        : "You don't need to do anything. After that day, your plan renews at its usual price. You can cancel it on your dashboard until then.",
    ],
    action: billingLink(deps),
  });
