import type { Knex } from 'knex';
import { PASSWORD_MIN_ADMIN } from '#contract/accounts/accounts.ts';
import { isStaff, roleNames, type Role } from '#shared/roles.ts';
import { enqueueSecurityEmail as enqueueEmail, type EmailDeps } from '#server/base/email/email.ts';
import { nameOr } from '#server/base/email/email-words.ts';

/** "an administrator" */
export function describeRole(role: Role): string {
  const noun = roleNames[role].toLowerCase();
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

interface RoleChange {
  by: string;
  before: Role;
  after: Role;
}

export const emailRoleChanged = (
  trx: Knex,
  deps: EmailDeps,
  { email, name }: { email: string; name: string },
  { by, before, after }: RoleChange,
) =>
  enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: isStaff(after)
      ? `You're now ${describeRole(after)} of ${deps.settings.brand}`
      : `You're no longer ${describeRole(before)} of ${deps.settings.brand}`,
    text: [
      isStaff(after)
        ? `${nameOr('An administrator', by)} made you ${describeRole(after)}. You were signed out everywhere, so please log in again. Staff passwords need at least ${PASSWORD_MIN_ADMIN} characters. If yours is shorter, please change it now.`
        : `${nameOr('An administrator', by)} removed your ${roleNames[before].toLowerCase()} role. You were signed out everywhere. Your account is otherwise unchanged.`,
    ],
    action: { label: 'Log in', url: `${deps.config.PUBLIC_URL}/auth` },
  });

interface StaffInvitation {
  email: string;
  inviter: string;
  role: Role;
  days: number;
  token: string;
}

export const emailStaffInvitation = (
  trx: Knex,
  deps: EmailDeps,
  { email, inviter, role, days, token }: StaffInvitation,
) =>
  enqueueEmail(trx, deps, {
    to: email,
    subject: `Join the ${deps.settings.brand} staff as ${describeRole(role)}`,
    text: [
      `${nameOr('An administrator', inviter)} invited you to work on ${deps.settings.brand} as ${describeRole(role)}.`,
      `This invitation expires in ${days} days. To accept it, open the link and log in, or choose a password if you're new. Staff passwords need at least ${PASSWORD_MIN_ADMIN} characters.`,
      "If you weren't expecting this, you can ignore this email.",
    ],
    action: { label: 'See the invitation', url: `${deps.config.PUBLIC_URL}/staff-invitation?token=${token}` },
  });
