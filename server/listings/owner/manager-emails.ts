import type { Knex } from 'knex';
import { enqueueEmail, type EmailDeps } from '#server/base/email/email.ts';
import { describePractice, nameOr, type NamedPractice } from '#server/base/email/email-words.ts';

interface Invitation {
  email: string;
  inviter: string;
  listing: NamedPractice;
  days: number;
  token: string;
}

export const emailInvitation = (trx: Knex, deps: EmailDeps, { email, inviter, listing, days, token }: Invitation) => {
  const from = nameOr('The owner', inviter);
  return enqueueEmail(trx, deps, {
    to: email,
    subject: `${from} invites you to manage ${listing.practiceName ?? listing.name}`,
    text: [
      `${from} invited you to help manage the listing of ${describePractice(listing)}: hours, services, photos, and more.`,
      `This invitation expires in ${days} days. To accept it, log in or sign up with this email address.`,
      "If you weren't expecting this, you can ignore this email.",
    ],
    action: { label: 'Accept the invitation', url: `${deps.config.PUBLIC_URL}/dashboard?invitation=${token}` },
  });
};
