import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { z } from 'zod';
import {
  CONFIRMATION_LINK_DAYS,
  type AskedListing,
  type AskedListings,
  type confirmByLink as confirmContract,
} from '#contract/confirmations.ts';
import { listingPath } from '#shared/listings/listing-path.ts';
import { audit } from '#server/audit/audit.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { conflict, Refusal } from '#server/base/http/errors.ts';
import { confirmFacts } from '#server/listings/facts.ts';
import { listingNotFound } from '#server/listings/errors.ts';
import { findOwnRow, type OwnRow } from '#server/listings/owner/owner.ts';
import { findCatalogPlans } from '#server/listings/plans/plans.ts';
import { lockListing, type ListingRow } from '#server/listings/history.ts';
import { isSigned, readMailing, type Mailing } from './links.ts';
import { findRequest } from './queries.ts';
import { listStatedFacts } from './stated-facts.ts';

const DAY = 86_400_000;

const invalidLink = () =>
  new Refusal(
    400,
    'invalid_token',
    `This link is no longer valid. A link works for ${CONFIRMATION_LINK_DAYS} days. You can confirm your listings on your dashboard at any time.`,
  );

/** The mailing and the listings of a link. It must be signed, be recent, and its owner must still own the listings. */
async function openLink(ctx: Ctx, db: Knex, token: string): Promise<Mailing & { ids: number[] }> {
  const mailing = readMailing(token);
  const age = mailing ? ctx.clock.now().getTime() - mailing.sentAt.getTime() : Infinity;
  if (!mailing || age < 0 || age > CONFIRMATION_LINK_DAYS * DAY) throw invalidLink();
  const request = await findRequest(db, mailing.userId, mailing.sentAt);
  if (!request || !isSigned(ctx, token, mailing, request.email)) throw invalidLink();
  return { ...mailing, ids: request.ids };
}

async function describeListings(db: Knex, { ids, sentAt }: { ids: number[]; sentAt: Date }): Promise<AskedListings> {
  const plans = await findCatalogPlans(db);
  const listings: AskedListing[] = [];
  for (const id of ids) {
    const row = await findOwnRow(db, id);
    if (row) listings.push({ ...describeRow(row, sentAt), facts: listStatedFacts(row, plans) });
  }
  const facts = JSON.stringify(listings.map((listing) => [listing.id, listing.facts]));
  return { listings, shown: createHash('sha256').update(facts).digest('base64url') };
}

const describeRow = (row: OwnRow, sentAt: Date) => ({
  id: row.id,
  name: row.name,
  place: [row.practiceName !== row.name && row.practiceName, [row.city, row.state].filter(Boolean).join(', ')]
    .filter(Boolean)
    .join(' · '),
  href: listingPath(row),
  confirmedAt: row.confirmedAt?.toISOString() ?? null,
  isConfirmed: row.confirmedAt !== null && row.confirmedAt >= sentAt,
});

export async function viewConfirmation(ctx: Ctx, token: string): Promise<AskedListings> {
  return describeListings(ctx.db, await openLink(ctx, ctx.db, token));
}

/** The link proves that the owner received the email, so it needs no login. A listing that is already confirmed stays as it is. */
export async function confirmByLink(
  ctx: Ctx,
  { token, listingIds, shown }: z.output<(typeof confirmContract)['body']>,
): Promise<AskedListings> {
  return ctx.db.transaction(async (trx) => {
    const link = await openLink(ctx, trx, token);
    const chosen = link.ids.filter((id) => listingIds.includes(id));
    if (chosen.length === 0) throw invalidLink();
    const locked = [];
    for (const id of chosen) locked.push(await lockListing(trx, id));
    // The owner may have changed before the lock.
    const open = locked.filter((row) => row?.userId === link.userId && !isConfirmedSince(row, link)) as ListingRow[];
    if (open.length > 0 && (await describeListings(trx, link)).shown !== shown)
      throw conflict('Something changed after you opened this page. Please check it again.', 'changed');
    const source = { kind: 'owner', userId: link.userId } as const;
    for (const { id } of open) await confirmFacts(trx, id, { source, at: ctx.clock.now() });
    return describeListings(trx, link);
  });
}

const isConfirmedSince = ({ confirmedAt }: ListingRow, { sentAt }: Mailing): boolean =>
  confirmedAt instanceof Date && confirmedAt >= sentAt;

/** Records what the practice said when staff called it. */
export async function confirmByPhone(ctx: Ctx<Actor>, id: number): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const listing = await lockListing(trx, id);
    if (!listing) throw listingNotFound();
    const now = ctx.clock.now();
    await confirmFacts(trx, id, { source: { kind: 'staff', userId: ctx.actor.userId }, at: now });
    await audit(trx, ctx.actor, {
      at: now,
      action: 'listing.confirmed',
      subject: 'listing',
      subjectId: id,
      note: 'By phone',
      before: { confirmedAt: listing.confirmedAt ?? null },
      after: { confirmedAt: now },
    });
  });
}
