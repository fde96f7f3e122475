import type { Knex } from 'knex';
import { emailKeyOf } from '#server/base/sealed-contacts.ts';
import { endBilling } from '#server/billing/billing.ts';
import { dropPictures } from '#server/listings/photos/media.ts';
import type { Secrets } from '#server/base/http/context.ts';
import { clearUndeliverable } from '#server/base/email/undeliverable.ts';
import { anonymizeClaims, deleteUserRow, releaseListings } from '../queries.ts';
import {
  anonymizeVisits,
  deleteReviewPhotos,
  eraseMessages,
  findTraces,
  patternsOf,
  redactAnswers,
  redactAuditLog,
  redactClaimNotes,
  redactInboxNotes,
} from './queries-erase.ts';

/**
 * Deletes an account on request of its owner or staff, or after years without use. Ends any billing, and removes the
 * person from every record that stays. The privacy policy and docs/decisions/018-account-erasure.md say what is kept.
 */
export async function eraseAccount(trx: Knex, secret: Secrets, id: number, now: Date): Promise<void> {
  const traces = await findTraces(trx, id);
  if (!traces) return;
  const { nearby } = patternsOf(traces);
  await endBilling(trx, id);
  await redactClaimNotes(trx, traces, nearby);
  await redactInboxNotes(trx, traces);
  await redactAuditLog(trx, traces);
  await redactAnswers(trx, nearby);
  const emailKey = emailKeyOf(secret, traces.email);
  await dropPictures(trx, await deleteReviewPhotos(trx, { ...traces, emailKey }));
  await eraseMessages(trx, { ...traces, emailKey }, now);
  await clearUndeliverable(trx, traces.email);
  await anonymizeVisits(trx, id);
  await releaseListings(trx, id);
  await anonymizeClaims(trx, id, now);
  await deleteUserRow(trx, id);
}
