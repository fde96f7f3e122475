import type { Knex } from 'knex';
import type { AppliedValues } from '#server/base/tables/bulk-action.ts';
import { conflict } from '#server/base/http/errors.ts';
import type { Change } from './history.ts';
import { findPlacedPhotos } from './queries-gallery.ts';
import { findServiceIds, type ListingRow } from './queries-history.ts';

/** The values that an action on many listings changed on one of them, or null for none. */
export const valuesOf = (changes: readonly Change[]): AppliedValues | null =>
  changes.length === 0
    ? null
    : {
        before: Object.fromEntries(changes.map(({ field, before }) => [field, before])),
        after: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
      };

/** The database orders the keys of stored values, so photos are compared by their values. */
const comparable = (field: string, value: unknown): unknown =>
  field === 'photos' && Array.isArray(value) ? value.map(({ hash, alt }: { hash: string; alt: string }) => [hash, alt]) : value; // prettier-ignore

/** Refuses to undo an action on a listing if a field no longer has the value that the action wrote. */
export async function rejectIfEdited(trx: Knex, listing: ListingRow, after: AppliedValues['after']): Promise<void> {
  for (const [field, value] of Object.entries(after)) {
    const current =
      field === 'serviceIds'
        ? await findServiceIds(trx, listing.id)
        : field === 'photos'
          ? await findPlacedPhotos(trx, listing.id)
          : listing[field];
    if (JSON.stringify(comparable(field, current ?? null)) !== JSON.stringify(comparable(field, value ?? null)))
      throw conflict('It was edited since.');
  }
}
