import type { Knex } from 'knex';
import { enqueueEmail, type EmailDeps } from '#server/email.ts';

type Recipient = { name: string; email: string };

/** With the zone, because the reader's zone is unknown. */
const formatMoment = (at: Date) =>
  `${at.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;

export const emailWelcome = (trx: Knex, deps: EmailDeps, { email, name }: Recipient) =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: 'Welcome to Enamel',
    text: [
      'Your account is ready. From your dashboard you can claim your practice, keep its details up to date, and see how patients find it.',
      "If you didn't create this account, reply to this email and we'll delete it.",
    ],
    action: { label: 'Open your dashboard', url: `${deps.config.PUBLIC_URL}/dashboard` },
  });

export const emailResetLink = (trx: Knex, deps: EmailDeps, { email, name }: Recipient, token: string) =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: 'Reset your password',
    text: [
      'We got a request to reset the password of your Enamel account. The link below works once and expires in 24 hours.',
      "If you didn't ask for this, ignore this email. Your password won't change.",
    ],
    action: { label: 'Choose a new password', url: `${deps.config.PUBLIC_URL}/reset-password?token=${token}` },
  });

export const emailPasswordChanged = (trx: Knex, deps: EmailDeps, { email, name }: Recipient) =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: 'Your password was changed',
    text: [
      `The password of your Enamel account was changed on ${formatMoment(deps.clock.now())}.`,
      "If this wasn't you, reset your password now. That signs you out everywhere.",
    ],
    action: { label: 'Reset your password', url: `${deps.config.PUBLIC_URL}/auth?reset` },
  });

export const emailAdminLogin = (
  trx: Knex,
  deps: EmailDeps,
  { email, name }: Recipient,
  login: { device: string; ip: string; at: Date },
) =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: 'New login to your administrator account',
    text: [
      `Someone logged in to your administrator account on ${formatMoment(login.at)}.`,
      `Device: ${login.device}\nIP address: ${login.ip || 'unknown'}`,
      "If this wasn't you, change your password and sign out everywhere.",
    ],
    action: { label: "See where you're signed in", url: `${deps.config.PUBLIC_URL}/account` },
  });
