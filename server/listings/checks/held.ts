import type { Knex } from 'knex';
import { listingPath } from '#shared/listings/listing-path.ts';
import { findIdentityChanges, pickIdentity } from '#shared/listings/identity.ts';
import { audit } from '#server/audit/audit.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { conflict } from '#server/base/http/errors.ts';
import { listingNotFound } from '../errors.ts';
import { changeListing, lockListing, type Source } from '../history.ts';
import { explainMatch, findMatches, MATCH_SCORE, type FoundMatch } from '../matching/matching.ts';
import type { ListingRow } from '../queries-history.ts';
import * as sql from './queries-checks.ts';

/** Colleagues of a large office share its phone number and address. */
const MOST_MATCHES = 100;
const MOST_SHOWN = 10;

interface Described {
  name: string | null;
  practiceName: string | null;
  phone: string | null;
  address: string | null;
  zipCode: string | null;
}

/**
 * The public listings that a listing of this person may copy, the most likely first. Their own listings count only from the score of
 * a match on, because a practice adds each of its dentists with the same phone number and address.
 */
export async function findOriginals(
  db: Knex,
  userId: number,
  { name, practiceName, phone, address, zipCode }: Described,
): Promise<FoundMatch[]> {
  const keys = { phone, address, zip: zipCode, npi: null, license: null, licenseState: null };
  const byName = await findMatches(db, { ...keys, name }, MOST_MATCHES);
  const byPractice = practiceName ? await findMatches(db, { ...keys, name: practiceName }, MOST_MATCHES) : [];
  const own = await sql.findOwnIds(db, userId, [...byName, ...byPractice].map(({ id }) => id)); // prettier-ignore
  const found = [
    ...byName.filter(({ id, score }) => !own.has(id) || score >= MATCH_SCORE),
    ...byPractice.filter(({ id }) => !own.has(id)),
  ].toSorted((a, b) => b.score - a.score);
  return [...new Map(found.toReversed().map((match) => [match.id, match])).values()].toReversed();
}

const describe = (listing: ListingRow): Described => pickIdentity(listing);

/** The listings that a held one matches, for the staff who compare them. */
export async function describeOriginals(db: Knex, id: number) {
  const listing = await sql.findHeld(db, id);
  if (!listing) return [];
  const originals = (await findOriginals(db, listing.userId ?? 0, describe(listing))).slice(0, MOST_SHOWN);
  const described = await sql.findDescribed(
    db,
    originals.map((match) => match.id),
  );
  return originals.flatMap((match) => {
    const row = described.find((one) => one.id === match.id);
    if (!row) return [];
    const address = [row.address, row.city, [row.state, row.zipCode].filter(Boolean).join(' ')]
      .filter(Boolean)
      .join(', ');
    return [
      { ...row, address, href: listingPath(row), claimed: row.userId !== null, why: explainMatch(match.evidence) },
    ];
  });
}

/**
 * Holds an unverified listing whose new name, phone number, or address matches a listing that it didn't match before. A verified one
 * stays public, because staff know its owner and check the change.
 */
export async function holdIfCopied(trx: Knex, before: ListingRow, listing: ListingRow, at: Date): Promise<void> {
  const { userId } = listing;
  if (before.isVerified || listing.heldAt || userId === null) return;
  if (findIdentityChanges(pickIdentity(before), pickIdentity(listing)).length === 0) return;
  const known = new Set((await findOriginals(trx, userId, describe(before))).map(({ id }) => id));
  const originals = await findOriginals(trx, userId, describe(listing));
  if (originals.every(({ id }) => id === listing.id || known.has(id))) return;
  await changeListing(trx, listing.id, { deletedAt: at, heldAt: at }, { kind: 'system', userId: null }, at, listing);
}

/** The values with which a held listing becomes public. */
export const published = { deletedAt: null, heldAt: null };

/** Makes a held listing public, because staff have compared it with the listings that it matches. */
export async function publishHeld(ctx: Ctx<Actor>, id: number): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const listing = await lockListing(trx, id);
    if (!listing) throw listingNotFound();
    if (!listing.heldAt) throw conflict('This listing is public already.', 'not_held');
    const at = ctx.clock.now();
    await changeListing(trx, id, published, { kind: 'staff', userId: ctx.actor.userId }, at, listing);
    const note = listing.name;
    await audit(trx, ctx.actor, { at, action: 'listing.published', subject: 'listing', subjectId: id, note });
  });
}

/**
 * Decides on the held listings of someone whose claim was approved. A copy of the claimed listing is deleted, and a listing that
 * matched nothing else is published.
 */
export async function decideHeld(trx: Knex, userId: number, claimedIds: readonly number[], source: Source, at: Date) {
  for (const id of await sql.findHeldIds(trx, userId)) {
    const listing = await lockListing(trx, id);
    if (!listing?.heldAt) continue;
    const originals = await findOriginals(trx, userId, describe(listing));
    if (originals.length === 0) await changeListing(trx, id, published, source, at, listing);
    else if (originals.every((match) => claimedIds.includes(match.id))) {
      for (const check of await sql.lockOpenChecks(trx, id)) {
        await sql.closeCheck(trx, check.id, { status: 'withdrawn' });
        const note = 'The practice was claimed instead.';
        await sql.insertCheckEvent(trx, { claimId: check.id, at, kind: 'withdrawn', actorId: null, note });
      }
      await changeListing(trx, id, { deletedAt: at, heldAt: null }, source, at, listing);
    }
  }
}
