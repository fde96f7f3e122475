import type { Knex } from 'knex';
import { ownerFields } from '#contract/listings/practice-fields.ts';
import { announce, listingEvent } from '#server/base/webhooks/announce.ts';
import { badRequest, notFound } from '#server/base/http/errors.ts';
import { listingNotFound } from './errors.ts';
import { setPracticeName } from './practices.ts';
import { settleValues } from './settle-values.ts';
import { findPlacedPhotos, replaceGallery, type PlacedPhoto } from './queries-gallery.ts';
import {
  findExistingServiceIds,
  findHistoryEntry,
  findServiceIds,
  insertHistory,
  lockListing,
  replaceServices,
  updateListing,
  type FieldSource,
  type ListingRow,
  type SourceKind,
} from './queries-history.ts';

export { findLastEntry, isKept, lockListing, type FieldSource, type ListingRow } from './queries-history.ts';

export interface Source {
  kind: SourceKind;
  userId: number | null;
  /** The file name of an import. */
  name?: string;
  /** The API key. Only the history names it, because the sources of fields are read by more people. */
  madeWith?: string;
}

export interface Change {
  field: string;
  before: unknown;
  after: unknown;
}

/** The fields that people write, unlike those that the system sets. */
const restorableFields = new Set<string>([
  ...ownerFields,
  'serviceIds',
  'photos',
  'practiceImage',
  'profileImage',
  'practiceName',
  'logo',
]);

/** Fields that the system sets and a listing's page shows. */
const shownMarks = new Set(['isVerified', 'confirmedAt']);

const isSameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/**
 * Changes a listing. Owners, managers, staff, and claim decisions all change listings here, so that the values, the
 * history, and the source of each field are written in one transaction:
 *
 *   await changeListing(trx, id, { phone: '(555) 555-0142', serviceIds: [1, 4] }, { kind: 'staff', userId }, clock.now());
 *
 * Values are named like the columns, in camelCase, plus `serviceIds`, `photos`, and `practiceName`. Values that equal the stored ones are
 * skipped. This function checks no permissions; its callers do.
 *
 * Imports write whole sets in SQL instead, and must keep the same history and sources:
 *
 *   insert into listing_history (dentist_id, at, user_id, field, before, after, source, source_name)
 *   select id, :at, :userId, 'phone', to_jsonb(old_phone), to_jsonb(new_phone), 'import', :file
 *   from … where new_phone is distinct from old_phone
 *
 *   field_sources || jsonb_build_object('phone', jsonb_build_object('source', 'import', 'name', :file, 'at', :at))
 *
 * By default an import keeps a field that a person has edited:
 *
 *   field_sources -> 'phone' ->> 'source' in ('owner', 'manager', 'staff')
 */
export async function changeListing(
  trx: Knex,
  id: number,
  values: Record<string, unknown>,
  source: Source,
  at: Date,
  lockedRow?: ListingRow,
): Promise<Change[]> {
  const listing = lockedRow ?? (await lockListing(trx, id));
  if (!listing) throw listingNotFound();
  const { serviceIds, photos, ...columns } = settleValues(values, listing) as {
    serviceIds?: number[];
    photos?: PlacedPhoto[];
  } & Record<string, unknown>;
  const changes: Change[] = [];
  for (const [field, after] of Object.entries(columns)) {
    if (after !== undefined && !isSameJson(listing[field], after))
      changes.push({ field, before: listing[field] ?? null, after });
  }
  if (serviceIds !== undefined) {
    const after = [...new Set(serviceIds)].toSorted((a, b) => a - b);
    const before = await findServiceIds(trx, id);
    if (!isSameJson(before, after)) changes.push({ field: 'serviceIds', before, after });
  }
  if (photos !== undefined) {
    const before = await findPlacedPhotos(trx, id);
    if (!isSameJson(before, photos)) changes.push({ field: 'photos', before, after: photos });
  }
  if (changes.length === 0) return [];
  const changedColumns = Object.fromEntries(
    changes
      .filter(({ field }) => field in columns && field !== 'practiceName')
      .map(({ field, after }) => [field, after]),
  );
  const fieldSource: FieldSource = {
    source: source.kind,
    at: at.toISOString(),
    ...(source.name ? { name: source.name } : {}),
  };
  for (const { field, after } of changes) {
    if (field === 'serviceIds') await replaceServices(trx, id, after as number[]);
    if (field === 'photos') await replaceGallery(trx, id, after as PlacedPhoto[], at);
    if (field === 'practiceName')
      changedColumns.practiceId = await setPracticeName(
        trx,
        { ...listing, ...changedColumns },
        after as string | null,
        {
          userId: source.userId,
          at,
        },
      );
  }
  const fieldSources = Object.fromEntries(
    changes.filter(({ field }) => restorableFields.has(field)).map(({ field }) => [field, fieldSource]),
  );
  await updateListing(trx, id, changedColumns, fieldSources, at);
  await recordChanges(trx, id, changes, source, at, listing.heldAt !== null);
  return changes;
}

/** Writes only the history, for a change that this transaction makes in another way. */
export async function recordChanges(
  trx: Knex,
  id: number,
  changes: Change[],
  source: Source,
  at: Date,
  isHeld = false,
): Promise<void> {
  await insertHistory(
    trx,
    changes.map((change) => ({
      dentistId: id,
      at,
      userId: source.userId,
      ...change,
      source: source.kind,
      sourceName: source.name ?? null,
      madeWith: source.madeWith ?? null,
    })),
  );
  await announceChanges(trx, id, changes, at, isHeld);
}

/**
 * Announces changes to what the listing's page shows. A change to columns that only staff or the system use causes no event. A held
 * listing has no page, so it is announced as new when its hold ends.
 */
async function announceChanges(
  trx: Knex,
  listingId: number,
  changes: Change[],
  at: Date,
  isHeld: boolean,
): Promise<void> {
  const afterOf = new Map(changes.map(({ field, after }) => [field, after]));
  const isReleased = isHeld && afterOf.get('deletedAt') === null;
  if (isHeld && !isReleased) return;
  const fields = changes.flatMap(({ field }) =>
    field === 'userId' ? ['claimed'] : restorableFields.has(field) || shownMarks.has(field) ? [field] : [],
  );
  const type =
    isReleased || afterOf.has('created')
      ? 'listing.created'
      : afterOf.has('deletedAt')
        ? afterOf.get('deletedAt') === null
          ? 'listing.restored'
          : 'listing.deleted'
        : 'listing.updated';
  if (type === 'listing.updated' && fields.length === 0) return;
  const event = listingEvent(type, listingId, at, type === 'listing.updated' ? fields : undefined);
  await announce(trx, event, { listingId, isPublic: true });
}

/** The cover cannot be restored by itself, because it is the first photo of the gallery. */
export const isRestorable = (field: string): boolean => restorableFields.has(field) && field !== 'practiceImage';

/** Writes the value that a field had before a history entry. This adds an entry, so it can be undone too. */
export async function restoreField(
  trx: Knex,
  id: number,
  entryId: number,
  source: Source,
  at: Date,
): Promise<Change[]> {
  const listing = await lockListing(trx, id);
  const entry = listing && (await findHistoryEntry(trx, id, entryId));
  if (!entry) throw notFound('We could not find this change.');
  if (!isRestorable(entry.field)) throw badRequest('This change cannot be restored here.');
  let value = entry.before;
  if (entry.field === 'serviceIds') value = await findExistingServiceIds(trx, (value as number[] | null) ?? []);
  if (entry.field === 'name' && !value) throw badRequest('A listing needs a name.');
  const values: Record<string, unknown> = { [entry.field]: value };
  if (entry.field === 'photos') {
    const gallery = (value as PlacedPhoto[] | null) ?? [];
    Object.assign(values, { photos: gallery, practiceImage: gallery[0] ? `/media/${gallery[0].hash}` : null });
  }
  return changeListing(trx, id, values, source, at, listing);
}
