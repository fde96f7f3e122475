import type { Knex } from 'knex';
import { dollars, facts } from '#shared/billing/plans.ts';
import { enqueueEmail, type EmailDeps } from '#server/base/email/email.ts';
import { formatEmailDay } from '#server/base/email/email-time.ts';
import { describePractice, nameOr } from '#server/base/email/email-words.ts';
import type { TransferView } from './queries-transfers.ts';

const practiceOf = ({ listingName, ...view }: TransferView): string => describePractice({ ...view, name: listingName });
const shortName = ({ practiceName, listingName }: TransferView): string => practiceName ?? listingName;

const transferUrl = ({ config }: EmailDeps, id: number, token?: string): string =>
  `${config.PUBLIC_URL}/transfer/${id}${token ? `?token=${token}` : ''}`;
const managersUrl = ({ config }: EmailDeps, { dentistId }: TransferView): string =>
  `${config.PUBLIC_URL}/dashboard/listings/${dentistId}/managers#transfer`;

type Words = { subject: string; text: string[]; action?: { label: string; url: string } };

async function emailOwner(trx: Knex, deps: EmailDeps, view: TransferView, words: Words): Promise<void> {
  if (view.fromEmail === null || view.fromName === null) return;
  await enqueueEmail(trx, deps, { ...words, to: view.fromEmail, name: view.fromName });
}

/** The owner gets an email too, in case someone else made the offer from their account. */
export async function emailOffer(trx: Knex, deps: EmailDeps, view: TransferView, token: string): Promise<void> {
  if (view.email === null) return;
  const practice = practiceOf(view);
  const owner = nameOr('The owner', view.fromName);
  await enqueueEmail(trx, deps, {
    to: view.email,
    subject: `${owner} offers you the listing of ${shortName(view)}`,
    text: [
      `${owner} wants to transfer the listing of ${practice}, to you. You would be its owner: you edit it, answer patients, and invite others to manage it.`,
      deps.config.payments
        ? `To accept, log in or sign up with this email address. There is a one-time fee of ${dollars(facts.transferFeeCents)}, which covers verifying the new owner.`
        : 'To accept, log in or sign up with this email address.',
      `The offer expires on ${formatEmailDay(view.expiresAt)}. If you weren't expecting it, you can ignore this email.`,
    ],
    action: { label: 'View the offer', url: transferUrl(deps, view.id, token) },
  });
  await emailOwner(trx, deps, view, {
    subject: `You offered to transfer the listing of ${shortName(view)}`,
    text: [
      `You offered ${practice}, to ${view.email}. You stay the owner until they accept${deps.config.payments ? ' and pay the fee' : ''}. The offer expires on ${formatEmailDay(view.expiresAt)}.`,
      "If this wasn't you, cancel the offer, change your password, and reply to this email.",
    ],
    action: { label: 'See or cancel the offer', url: managersUrl(deps, view) },
  });
}

/** How a finished transfer was paid. It costs nothing in a directory without payments. */
export type TransferFee = 'paid' | 'on the next invoice' | 'none';

/** Call with the view from before the transfer. */
export async function emailTransferred(
  trx: Knex,
  deps: EmailDeps,
  view: TransferView,
  recipient: { name: string; email: string },
  fee: TransferFee,
): Promise<void> {
  const practice = practiceOf(view);
  await enqueueEmail(trx, deps, {
    to: recipient.email,
    name: recipient.name,
    subject: `You now own the listing of ${shortName(view)}`,
    text: [
      `${practice} is yours now. Check the hours, services, and contact details.`,
      ...(fee === 'on the next invoice'
        ? [`The transfer fee of ${dollars(facts.transferFeeCents)} is on your next invoice.`]
        : []),
      `We check within 2-3 business days that you run this practice. After that, ${deps.config.payments ? 'with a paid plan, ' : ''}it shows the Verified badge.`,
    ],
    action: { label: 'Open the listing', url: `${deps.config.PUBLIC_URL}/dashboard/listings/${view.dentistId}` },
  });
  await emailOwner(trx, deps, view, {
    subject: `The listing of ${shortName(view)} has a new owner`,
    text: [
      `${nameOr('The new owner', recipient.name)} accepted your offer of ${practice}. You no longer manage the listing, and neither do the managers you invited.`,
      ...(deps.config.payments
        ? [
            'Your plan stays active for your other listings. If you no longer need it, you can cancel it on your billing page.',
          ]
        : []),
    ],
    ...(deps.config.payments && {
      action: { label: 'Open billing', url: `${deps.config.PUBLIC_URL}/dashboard/billing` },
    }),
  });
}

export const emailDeclined = (trx: Knex, deps: EmailDeps, view: TransferView): Promise<void> =>
  emailOwner(trx, deps, view, {
    subject: `Your offer of ${shortName(view)} was declined`,
    text: [`${view.email} declined your offer of ${practiceOf(view)}. You are still its owner.`],
    action: { label: 'Open the listing', url: managersUrl(deps, view) },
  });

export const emailExpired = (trx: Knex, deps: EmailDeps, view: TransferView): Promise<void> =>
  emailOwner(trx, deps, view, {
    subject: `Your offer of ${shortName(view)} has expired`,
    text: [
      `${view.email} didn't accept your offer in time. You are still the owner of ${practiceOf(view)}, and you can offer it again.`,
    ],
    action: { label: 'Open the listing', url: managersUrl(deps, view) },
  });

/** The recipient may be about to accept. */
export async function emailCanceled(trx: Knex, deps: EmailDeps, view: TransferView): Promise<void> {
  if (view.email === null) return;
  await enqueueEmail(trx, deps, {
    to: view.email,
    subject: `The offer of ${shortName(view)} was withdrawn`,
    text: [
      `The offer to take over ${practiceOf(view)} was withdrawn.${deps.config.payments ? ' If you paid the fee, we refund it in full.' : ''}`,
    ],
    action: { label: 'View the offer', url: transferUrl(deps, view.id) },
  });
}
