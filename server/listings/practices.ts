import type { Knex } from 'knex';
import { cleanText } from '#server/places/location.ts';
import type { ListingRow } from './queries-history.ts';
import * as sql from './queries-practices.ts';

export const countPractices = sql.countPractices;

export async function* streamPractices(db: Knex, sliceSize = 2_000): AsyncGenerator<sql.PracticeRow[]> {
  for (let afterId = 0; ;) {
    const slice = await sql.findPracticesAfter(db, afterId, sliceSize);
    if (slice.length > 0) yield slice;
    if (slice.length < sliceSize) return;
    afterId = slice.at(-1)!.id;
  }
}

export async function findPracticesPage(
  db: Knex,
  name: string,
  page: number,
  pageSize: number,
): Promise<{ items: sql.PracticeRow[]; total: number }> {
  const nameStart = cleanText(name);
  return {
    items: await sql.findPracticesByName(db, nameStart, (page - 1) * pageSize, pageSize),
    total: await sql.countPractices(db, nameStart),
  };
}

/**
 * Gives a listing a practice of this name, without changing other listings: an existing practice in the same city, the
 * listing's own practice under a new name if no other dentist works there, or a new practice. Null removes the practice.
 * Returns the id of the practice.
 */
export async function setPracticeName(
  trx: Knex,
  listing: ListingRow,
  name: string | null,
  { userId, at }: { userId: number | null; at: Date },
): Promise<number | null> {
  if (name === null) return null;
  const place = { city: listing.city as string | null, state: listing.state as string | null };
  const existing = await sql.findPracticeByPlace(trx, { name, ...place });
  if (existing) return existing.id;
  const practiceId = listing.practiceId as number | null;
  if (practiceId !== null && (await sql.isOnlyListing(trx, practiceId, listing.id))) {
    await sql.renamePractice(trx, practiceId, name);
    return practiceId;
  }
  const { address, zipCode, phone } = listing;
  const practice = await sql.insertPractice(trx, {
    name,
    ...place,
    address,
    zipCode,
    phone,
    isActive: true,
    createdBy: userId,
    createdAt: at,
  });
  return practice.id;
}
