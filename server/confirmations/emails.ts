import type { Knex } from 'knex';
import { CONFIRMATION_LINK_DAYS, type AskedListing } from '#contract/confirmations.ts';
import { enqueueEmail, type EmailDeps } from '#server/base/email/email.ts';
import { describePractice, plainLine, type NamedPractice } from '#server/base/email/email-words.ts';

/** The listings whose facts an email has. The page shows those of all. */
export const SHOWN_LISTINGS = 5;

interface ConfirmationRequest {
  listings: readonly (NamedPractice & Pick<AskedListing, 'id' | 'facts'>)[];
  /** With those that the email doesn't show. */
  count: number;
  token: string;
  unsubscribe: string;
}

const describeFacts = (facts: AskedListing['facts']): string =>
  facts.map(({ label, text }) => `${label}: ${text === null ? 'not stated yet' : plainLine(text)}`).join('\n');

export async function emailConfirmationRequest(
  trx: Knex,
  deps: EmailDeps,
  { email, name }: { email: string; name: string },
  { listings, count, token, unsubscribe }: ConfirmationRequest,
): Promise<void> {
  const { PUBLIC_URL } = deps.config;
  const [first] = listings;
  const left = count - listings.length;
  const isOne = count === 1;
  await enqueueEmail(trx, deps, {
    to: email,
    name,
    subject: isOne
      ? `Is ${first!.practiceName ?? first!.name} still listed correctly?`
      : `Are your ${count} listings still correct?`,
    text: [
      `Patients see these facts on ${deps.settings.brand}. Please check ${isOne ? 'them' : 'those of each practice'}: your confirmation and its date show on the profile.`,
      ...listings.map((listing) => `${describePractice(listing)}\n${describeFacts(listing.facts)}`),
      ...(left > 0
        ? [`The page behind “Still true” also shows ${left === 1 ? 'one more listing' : `${left} more listings`}.`]
        : []),
      `The button opens a page where you confirm without logging in. It works for ${CONFIRMATION_LINK_DAYS} days.`,
    ],
    action: { label: 'Still true', url: `${PUBLIC_URL}/still-true?token=${token}` },
    otherAction: {
      label: 'Change something',
      url: isOne ? `${PUBLIC_URL}/dashboard/listings/${first!.id}/edit` : `${PUBLIC_URL}/dashboard`,
    },
    unsubscribe,
  });
}
