import type { Knex } from 'knex';
import { webhookKinds, type WebhookEvent, type WebhookKind } from '#shared/accounts/webhook-events.ts';
import { insertDeliveries, insertListingDeliveries } from './queries-announce.ts';

interface Announcement {
  type: WebhookEvent;
  at: Date;
  /** The record that the event is about, for example 12 for a listing. */
  id: number;
  /** Ids and states only, because contacts and texts belong to calls that check who asks. */
  data: Record<string, unknown>;
  /** The page or call that shows the record. */
  path: string;
}
/**
 * The receivers of an event: one account, the owner and the managers of a listing, or administrators. `isPublic` adds administrators to
 * those of a listing, because their keys read the whole directory.
 */
type Audience =
  { userId: number | null } | { listingId: number; userId?: number | null; isPublic?: boolean } | { staff: true };

const kindOf = (type: WebhookEvent): WebhookKind => webhookKinds.find((kind) => type.startsWith(`${kind}.`))!;

/**
 * Writes an event for each endpoint that wants it and whose owner may see it, in the transaction that makes the change. A job delivers
 * it after the commit.
 */
export async function announce(trx: Knex, event: Announcement, audience: Audience): Promise<void> {
  const { type, at, id, data, path } = event;
  const kind = kindOf(type);
  await insertDeliveries(
    trx,
    { type, kind, at, subject: `${kind}:${id}`, data: { ...data, path } },
    {
      userId: 'userId' in audience ? (audience.userId ?? null) : null,
      listingId: 'listingId' in audience ? audience.listingId : null,
      forAdmins: 'staff' in audience || ('isPublic' in audience && audience.isPublic === true),
    },
  );
}

export const listingEvent = (type: WebhookEvent, id: number, at: Date, fields?: readonly string[]): Announcement => ({
  type,
  at,
  id,
  data: { listingId: id, ...(fields ? { fields } : {}) },
  path: `/api/dentists/${id}`,
});

/** Announces every listing that this transaction created, changed, or deleted at this time, for imports, which write sets. */
export const announceListings = (trx: Knex, at: Date): Promise<void> => insertListingDeliveries(trx, at, []);

/** Announces listings that this transaction has deleted for good. */
export const announceRemoved = (trx: Knex, at: Date, ids: readonly number[]): Promise<void> =>
  ids.length === 0 ? Promise.resolve() : insertListingDeliveries(trx, at, ids);
