import type { Knex } from 'knex';
import { groupRoleNames, groupRoleTexts, type InvitedRole } from '#shared/groups/group-roles.ts';
import { enqueueEmail, type EmailDeps } from '#server/base/email/email.ts';
import { nameOr } from '#server/base/email/email-words.ts';
import { INVITATION_DAYS } from '#server/listings/owner/managers.ts';

interface GroupInvitation {
  email: string;
  inviter: string;
  group: string;
  role: InvitedRole;
  token: string;
}

export const emailGroupInvitation = (
  trx: Knex,
  deps: EmailDeps,
  { email, inviter, group, role, token }: GroupInvitation,
) => {
  const from = nameOr('The owner', inviter);
  return enqueueEmail(trx, deps, {
    to: email,
    subject: `${from} invites you to ${group}`,
    text: [
      `${from} invited you to the group ${group}. Your role there: ${groupRoleNames[role]}. ${groupRoleTexts[role]}`,
      `This invitation expires in ${INVITATION_DAYS} days. To accept it, log in or sign up with this email address.`,
      "If you weren't expecting this, you can ignore this email.",
    ],
    action: { label: 'Accept the invitation', url: `${deps.config.PUBLIC_URL}/dashboard?invitation=${token}` },
  });
};
