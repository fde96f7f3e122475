import type { Knex } from 'knex';
import type { Deps } from '#server/base/http/context.ts';
import { openContact } from '#server/base/sealed-contacts.ts';
import type { Author } from './emails.ts';
import { findInvitation, type InvitationRow } from './queries.ts';

const NOBODY = { name: null, email: null, phone: null };

/** The author of an invitation, with the address in the clear for an email. */
export const openAuthor = (
  { secret }: Pick<Deps, 'secret'>,
  {
    linkKey,
    listingName,
    practiceName,
    contact,
  }: Pick<InvitationRow, 'contact' | 'linkKey' | 'listingName' | 'practiceName'>,
): Author => ({ linkKey, listingName, practiceName, ...openContact(secret, { ...NOBODY, contact }) });

/** Null for a review whose invitation has ended. */
export async function findAuthor(
  trx: Knex,
  deps: Pick<Deps, 'secret'>,
  invitationId: number | null,
): Promise<Author | null> {
  const invitation = invitationId === null ? undefined : await findInvitation(trx, invitationId);
  return invitation ? openAuthor(deps, invitation) : null;
}
