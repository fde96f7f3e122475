import type { Knex } from 'knex';
import { dollars, planName } from '#contract/plans.ts';
import type { Deps } from '#server/http/context.ts';
import { enqueueMail } from '#server/mail.ts';

type To = { email: string; name: string };
type Around = Pick<Deps, 'secret' | 'config'>;

const day = (date: Date): string =>
  date.toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'America/New_York' });
const hello = (to: To) => `Hello ${to.name},`;
const dashboard = (deps: Around, label = 'Open your dashboard') => ({
  label,
  url: `${deps.config.PUBLIC_URL}/dashboard`,
});

export const mailReceipt = (
  trx: Knex,
  deps: Around,
  to: To,
  about: { description: string; cents: number; date: Date; number: string | null; url: string | null },
): Promise<void> =>
  enqueueMail(trx, deps, {
    to: to.email,
    subject: `Receipt for your payment of ${dollars(about.cents)}`,
    text: [
      hello(to),
      `Thank you. We received ${dollars(about.cents)} on ${day(about.date)}.`,
      `For: ${about.description}${about.number ? `\nInvoice: ${about.number}` : ''}`,
    ],
    action: about.url ? { label: 'View the invoice', url: about.url } : dashboard(deps),
  });

export const mailPaymentFailed = (
  trx: Knex,
  deps: Around,
  to: To,
  about: { cents: number; description: string; retry: Date | null },
): Promise<void> =>
  enqueueMail(trx, deps, {
    to: to.email,
    subject: 'Your payment did not go through',
    text: [
      hello(to),
      `We could not charge ${dollars(about.cents)} for ${about.description}.`,
      about.retry
        ? `Please check the card on your billing page. We try again on ${day(about.retry)}; until then the perks of your plan are switched off.`
        : 'Please check the card on your billing page. Your listing stays yours; the perks of your plan are switched off until a payment arrives.',
    ],
    action: dashboard(deps, 'Check the card'),
  });

export const mailRenewalComing = (
  trx: Knex,
  deps: Around,
  to: To,
  about: { plan: string; cents: number; date: Date; trial: boolean; card: string | null },
): Promise<void> =>
  enqueueMail(trx, deps, {
    to: to.email,
    subject: about.trial
      ? `Your trial of ${planName(about.plan)} ends on ${day(about.date)}`
      : `Your ${planName(about.plan)} plan renews on ${day(about.date)}`,
    text: [
      hello(to),
      `On ${day(about.date)} we will charge ${dollars(about.cents)}${about.card ? ` to your card ending in ${about.card}` : ''} for your ${planName(about.plan)} plan.`,
      'There is nothing to do if you want to keep it. You can change or cancel it on your dashboard until then.',
    ],
    action: dashboard(deps),
  });

export const mailCancelled = (trx: Knex, deps: Around, to: To, about: { plan: string; ends: Date }): Promise<void> =>
  enqueueMail(trx, deps, {
    to: to.email,
    subject: `Your ${planName(about.plan)} plan ends on ${day(about.ends)}`,
    text: [
      hello(to),
      `You cancelled your ${planName(about.plan)} plan. It stays on until ${day(about.ends)}, and nothing more will be charged.`,
      'You keep your listing. If you change your mind, you can take the cancellation back on your dashboard until that day.',
    ],
    action: dashboard(deps),
  });

export const mailEnded = (trx: Knex, deps: Around, to: To, about: { plan: string; ended: Date }): Promise<void> =>
  enqueueMail(trx, deps, {
    to: to.email,
    subject: `Your ${planName(about.plan)} plan has ended`,
    text: [
      hello(to),
      `Your ${planName(about.plan)} plan ended on ${day(about.ended)}. Nothing more will be charged.`,
      'You keep your listing. The perks of the plan are switched off until you subscribe again.',
    ],
    action: { label: 'See the plans', url: `${deps.config.PUBLIC_URL}/pricing` },
  });
