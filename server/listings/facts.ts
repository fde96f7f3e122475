import type { Knex } from 'knex';
import {
  factFields,
  newListingFacts,
  perishableFields,
  type FactField,
  type PerishableField,
} from '#shared/listings/facts.ts';
import { listingNotFound } from './errors.ts';
import { lockListing, recordChanges, type Source } from './history.ts';
import { stampFields } from './queries-facts.ts';

export { findStatements } from './queries-facts.ts';

/** Completes a new listing with the documented defaults. A fact that is null was left open on purpose. */
export const fillFacts = <V extends Partial<Record<FactField, boolean | null>>>(values: V): V => ({
  ...values,
  ...Object.fromEntries(
    factFields.filter((field) => values[field] === undefined).map((field) => [field, newListingFacts[field]]),
  ),
});

/**
 * Records that someone confirmed what a listing says: each of these fields that has a value gets this source and date. Without
 * `fields`, everything on the listing was confirmed, which also sets the date that its page shows. The values stay as they are; a
 * value that was wrong is changed with changeListing(). This function checks no permissions; its callers do.
 */
export async function confirmFacts(
  trx: Knex,
  listingId: number,
  { source, at }: { source: Source; at: Date },
  fields?: readonly PerishableField[],
): Promise<void> {
  const listing = await lockListing(trx, listingId);
  if (!listing) throw listingNotFound();
  const statedFields = (fields ?? perishableFields).filter((field) => (listing[field] ?? '') !== '');
  const stamp = { source: source.kind, at: at.toISOString() };
  const isWhole = fields === undefined;
  await stampFields(trx, listingId, [...statedFields, ...(isWhole ? ['confirmedAt'] : [])], stamp);
  if (!isWhole) return;
  await recordChanges(
    trx,
    listingId,
    [{ field: 'confirmedAt', before: listing.confirmedAt ?? null, after: at }],
    source,
    at,
    listing.heldAt !== null,
  );
}
