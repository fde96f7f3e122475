import type { Knex } from 'knex';
import { enqueueEmail, type EmailDeps } from '#server/base/email/email.ts';
import { describePractice, type NamedPractice } from '#server/base/email/email-words.ts';
import type { CheckRow } from './queries-checks.ts';

const sentences: Record<CheckRow['kind'] | 'held', (practice: string) => string> = {
  held: (practice) =>
    `The owner added ${practice}. It matches another listing, so it isn’t public until you compare the two.`,
  new_listing: (practice) => `The owner added ${practice}. Check that they run this practice.`,
  identity_change: (practice) => `The owner changed the name, address, or phone of ${practice}, which was verified.`,
  new_owner: (practice) =>
    `${practice} was transferred to a new owner, who paid the fee. Check that they run this practice.`,
};

export const emailNewCheck = (
  trx: Knex,
  deps: EmailDeps,
  check: { id: number; kind: CheckRow['kind'] },
  listing: NamedPractice & { heldAt?: Date | null },
) =>
  enqueueEmail(trx, deps, {
    to: deps.settings.current.supportEmail,
    subject: `New ownership check: ${listing.practiceName ?? listing.name}`,
    text: [sentences[listing.heldAt ? 'held' : check.kind](describePractice(listing))],
    action: { label: 'Review this check', url: `${deps.config.PUBLIC_URL}/admin?tab=claims&claim=${check.id}` },
  });
