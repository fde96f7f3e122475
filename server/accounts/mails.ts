import type { Knex } from 'knex';
import type { Deps } from '#server/http/context.ts';
import { enqueueMail } from '#server/mail.ts';

type Who = { name: string; email: string };
type Needs = Pick<Deps, 'secret' | 'config' | 'clock'>;
const firstName = ({ name }: Who) => name.split(/\s+/)[0] ?? name;
/** Written out, with its zone: mails are read anywhere. */
const moment = (at: Date) =>
  `${at.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;

export const mailWelcome = (trx: Knex, deps: Needs, who: Who) =>
  enqueueMail(trx, deps, {
    to: who.email,
    subject: 'Welcome to Enamel',
    text: [
      `Hello ${firstName(who)},`,
      'Your account is ready. From your dashboard you can claim your practice, keep its details right, and see how patients find it.',
      'If you did not make this account, write to us and we will remove it.',
    ],
    action: { label: 'Open your dashboard', url: `${deps.config.PUBLIC_URL}/dashboard` },
  });

export const mailReset = (trx: Knex, deps: Needs, who: Who, token: string) =>
  enqueueMail(trx, deps, {
    to: who.email,
    subject: 'Reset your password',
    text: [
      `Hello ${firstName(who)},`,
      'Somebody asked to reset the password of your Enamel account. The link below works once, for 24 hours.',
      'If that was not you, ignore this mail: your password stays as it is.',
    ],
    action: { label: 'Choose a new password', url: `${deps.config.PUBLIC_URL}/reset-password?token=${token}` },
  });

export const mailPasswordChanged = (trx: Knex, deps: Needs, who: Who) =>
  enqueueMail(trx, deps, {
    to: who.email,
    subject: 'Your password was changed',
    text: [
      `Hello ${firstName(who)},`,
      `The password of your Enamel account was changed on ${moment(deps.clock.now())}.`,
      'If that was not you, reset your password now: it ends every sign-in of your account.',
    ],
    action: { label: 'Reset your password', url: `${deps.config.PUBLIC_URL}/auth?reset` },
  });

export const mailAdminSignIn = (trx: Knex, deps: Needs, who: Who, about: { device: string; ip: string; at: Date }) =>
  enqueueMail(trx, deps, {
    to: who.email,
    subject: 'New sign-in to your administrator account',
    text: [
      `Hello ${firstName(who)},`,
      `Your administrator account was signed in to on ${moment(about.at)}.`,
      `Device: ${about.device}\nAddress: ${about.ip || 'unknown'}`,
      'If that was not you, change your password and sign out everywhere.',
    ],
    action: { label: 'See where you are signed in', url: `${deps.config.PUBLIC_URL}/account` },
  });
