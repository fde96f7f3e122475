import type { Knex } from 'knex';
import { RETRY_DAYS } from '#shared/accounts/webhook-events.ts';
import { formatEmailTime } from '#server/base/email/email-time.ts';
import { enqueueSecurityEmail as enqueueEmail, type EmailDeps } from '#server/base/email/email.ts';

type Recipient = { name: string; email: string };

const verifyAction = ({ config }: EmailDeps, token: string) => ({
  label: 'Verify your email address',
  url: `${config.PUBLIC_URL}/verify-email?token=${token}`,
});

export const emailWelcome = (trx: Knex, deps: EmailDeps, { email, name }: Recipient, token: string) =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: `Welcome to ${deps.settings.brand}`,
    text: [
      'Your account is ready. From your dashboard you can claim your practice, keep its details up to date, and see how patients find it.',
      'Verify your email so we can approve your claim faster. The link below expires in 3 days.',
      "If you didn't create this account, don't use the link. Reply to this email and we'll delete the account.",
    ],
    action: verifyAction(deps, token),
  });

export const emailVerificationLink = (trx: Knex, deps: EmailDeps, { email, name }: Recipient, token: string) =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: 'Verify your email address',
    text: [
      `Please verify the email address of your ${deps.settings.brand} account. The link below works once and expires in 3 days.`,
      "If you don't have an account with this address, don't use the link. Reply to this email and we'll look into it.",
    ],
    action: verifyAction(deps, token),
  });

/** Answers a request to try an address again that rejected earlier emails. */
export const emailDeliveryCheck = (trx: Knex, deps: EmailDeps, { email, name }: Recipient) =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: 'Our emails reach you again',
    text: [
      'An earlier email to this address was rejected, and you asked us to try again. This one arrived, so you get our emails again.',
    ],
    action: { label: 'Open your account', url: `${deps.config.PUBLIC_URL}/account#email` },
  });

/** Sent to the new address, which takes effect once its link is opened. */
export const emailConfirmAddress = (trx: Knex, deps: EmailDeps, { email, name }: Recipient, token: string) =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: 'Confirm your new email address',
    text: [
      `You asked to use this address for your ${deps.settings.brand} account. Until you confirm it, you log in with your current address. The link below works once and expires in 3 days.`,
      "If you didn't ask for this, ignore this email. Nothing will change.",
    ],
    action: { label: 'Confirm this address', url: `${deps.config.PUBLIC_URL}/verify-email?token=${token}` },
  });

/** Sent to the old address, with the link that returns to it. */
export const emailAddressChanged = (
  trx: Knex,
  deps: EmailDeps,
  { email, name }: Recipient,
  { newAddress, token, days }: { newAddress: string; token: string; days: number },
) =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: 'Your email address was changed',
    text: [
      `The email address of your ${deps.settings.brand} account was changed to ${newAddress} on ${formatEmailTime(deps.clock.now())}.`,
      `If this wasn't you, undo it within ${days} days. Your account returns to this address, everyone is signed out, and you choose a new password.`,
    ],
    action: { label: 'Undo the change', url: `${deps.config.PUBLIC_URL}/undo-email-change?token=${token}` },
  });

/** Sent to the address that an undo returned to. */
export const emailAddressRestored = (trx: Knex, deps: EmailDeps, { email, name }: Recipient, token: string) =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: 'Your email address is back',
    text: [
      `Your ${deps.settings.brand} account uses this address again, and everyone was signed out on ${formatEmailTime(deps.clock.now())}.`,
      'Changing the address took your password, so please choose a new one now. The link below works once and expires in 24 hours.',
    ],
    action: { label: 'Choose a new password', url: `${deps.config.PUBLIC_URL}/reset-password?token=${token}` },
  });

/** Sent to the other administrators. */
export const emailSecurityChange = (
  trx: Knex,
  deps: EmailDeps,
  { email, name }: Recipient,
  { by, sentence, at }: { by: string; sentence: string; at: Date },
) =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: 'A security setting was changed',
    text: [
      `${by} made this change on ${formatEmailTime(at)}: ${sentence}`,
      "If you didn't expect it, ask them, and review the audit log.",
    ],
    action: { label: 'See the audit log', url: `${deps.config.PUBLIC_URL}/admin/audit` },
  });

export const emailResetLink = (trx: Knex, deps: EmailDeps, { email, name }: Recipient, token: string) =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: 'Reset your password',
    text: [
      `We got a request to reset the password of your ${deps.settings.brand} account. The link below works once and expires in 24 hours.`,
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
      `The password of your ${deps.settings.brand} account was changed on ${formatEmailTime(deps.clock.now())}.`,
      "If this wasn't you, reset your password now. That signs you out everywhere.",
    ],
    action: { label: 'Reset your password', url: `${deps.config.PUBLIC_URL}/auth?reset` },
  });

export const emailTwoFactorChanged = (trx: Knex, deps: EmailDeps, { email, name }: Recipient, isOn: boolean) =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: isOn ? 'Two-factor login is on' : 'Two-factor login is off',
    text: [
      `Two-factor login was turned ${isOn ? 'on' : 'off'} for your ${deps.settings.brand} account on ${formatEmailTime(deps.clock.now())}.`,
      isOn
        ? 'From now on, logging in takes a code from your phone. Keep the recovery codes in a safe place.'
        : 'From now on, your password alone is enough to log in.',
      "If this wasn't you, change your password now and reply to this email.",
    ],
    action: { label: 'Review your account', url: `${deps.config.PUBLIC_URL}/account#two-factor` },
  });

export const emailPasskeyAdded = (trx: Knex, deps: EmailDeps, { email, name }: Recipient, passkey: string) =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: 'New passkey for your account',
    text: [
      `A passkey named “${passkey}” was added to your ${deps.settings.brand} account on ${formatEmailTime(deps.clock.now())}. Anyone with this passkey can log in without your password.`,
      "If this wasn't you, remove the passkey and change your password now.",
    ],
    action: { label: 'See your passkeys', url: `${deps.config.PUBLIC_URL}/account#passkeys` },
  });

export const emailPasskeyRemoved = (trx: Knex, deps: EmailDeps, { email, name }: Recipient, passkey: string) =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: 'A passkey was removed from your account',
    text: [
      `The passkey named “${passkey}” was removed from your ${deps.settings.brand} account on ${formatEmailTime(deps.clock.now())}. You can no longer log in with it.`,
      "If this wasn't you, change your password now and reply to this email.",
    ],
    action: { label: 'See your passkeys', url: `${deps.config.PUBLIC_URL}/account#passkeys` },
  });

/** Goes to the account's owner, or to the owner of the group that the key belongs to. `madeBy` is someone else in the group. */
export function emailKeyCreated(
  trx: Knex,
  deps: EmailDeps,
  { email, name }: Recipient,
  key: { name: string; can: string[]; group: { name: string; madeBy: string | null } | null },
) {
  const { group } = key;
  const at = formatEmailTime(deps.clock.now());
  const can = `It can: ${key.can.join(', ')}.`;
  const account = group ? `your group ${group.name}` : `your ${deps.settings.brand} account`;
  return enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: `New API key for ${group?.name ?? 'your account'}`,
    text: group?.madeBy
      ? [
          `${group.madeBy} created an API key named “${key.name}” for ${account} on ${at}.`,
          can,
          'It reaches all locations of the group, and keeps working if this person leaves. If you don’t want it, revoke it.',
        ]
      : [
          `An API key named “${key.name}” was created for ${account} on ${at}.`,
          can,
          "If this wasn't you, revoke the key and change your password now.",
        ],
    action: { label: 'See your API keys', url: `${deps.config.PUBLIC_URL}/account#api-keys` },
  });
}

export const emailWebhookCreated = (trx: Knex, deps: EmailDeps, { email, name }: Recipient, { url }: { url: string }) =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: 'New webhook for your account',
    text: [
      `A webhook was added to your ${deps.settings.brand} account on ${formatEmailTime(deps.clock.now())}. It sends events to ${url}`,
      "If this wasn't you, remove the webhook and change your password now.",
    ],
    action: { label: 'See your webhooks', url: `${deps.config.PUBLIC_URL}/account#webhooks` },
  });

export const emailWebhookDisabled = (
  trx: Knex,
  deps: EmailDeps,
  { email, name }: Recipient,
  { url, error }: { url: string; error: string },
) =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: 'We turned off your webhook',
    text: [
      `For ${RETRY_DAYS} days, every event that we sent to this address failed: ${url}`,
      `The last attempt: ${error}`,
      `Once your server works again, turn the webhook on in your ${deps.settings.brand} account. We then send the events that wait. Changes made until then send no event.`,
    ],
    action: { label: 'See your webhooks', url: `${deps.config.PUBLIC_URL}/account#webhooks` },
  });

type Login = { device: string; ip: string; at: Date };

export const emailNewDevice = (trx: Knex, deps: EmailDeps, { email, name }: Recipient, login: Login) =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: 'New login to your account',
    text: [
      `Your ${deps.settings.brand} account was used on a new device on ${formatEmailTime(login.at)}.`,
      `Device: ${login.device}\nIP address: ${login.ip || 'unknown'}`,
      "If this was you, you don't need to do anything. If not, change your password, which signs out every other device.",
    ],
    action: { label: "See where you're signed in", url: `${deps.config.PUBLIC_URL}/account#sessions` },
  });

export const emailAdminLogin = (trx: Knex, deps: EmailDeps, { email, name }: Recipient, login: Login) =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: 'New login to your administrator account',
    text: [
      `Someone logged in to your administrator account on ${formatEmailTime(login.at)}.`,
      `Device: ${login.device}\nIP address: ${login.ip || 'unknown'}`,
      "If this wasn't you, change your password and sign out everywhere.",
    ],
    action: { label: "See where you're signed in", url: `${deps.config.PUBLIC_URL}/account` },
  });
