import type { Knex } from 'knex';
import { ownerFields } from '#contract/practice-fields.ts';
import { badRequest, notFound } from '#server/http/errors.ts';
import {
  findHistoryEntry,
  insertHistory,
  findExistingServiceIds,
  lockListing,
  findServiceIds,
  replaceServices,
  updateListing,
  type FieldSource,
  type ListingRow,
  type SourceKind,
} from './queries-history.ts';
import { findPlacedPhotos, replaceGallery, type PlacedPhoto } from './photos/queries-photos.ts';

/**
 * The one way to change a listing. Whoever changes one (owner, manager, staff, an import, a decision on a claim) comes
 * through here, so that a change, its history and the source of each field are one transaction:
 *
 *   await changeListing(trx, id, { phone: '(555) 555-0142', serviceIds: [1, 4] }, { kind: 'staff', userId: actor.userId }, clock.now());
 *
 * Names are those of the columns in camelCase, and `serviceIds` and `photos` for what hangs on a listing. Values equal to
 * what is stored write nothing. Nothing here decides who may: callers do.
 *
 * A bulk load that writes whole sets in SQL says the same with
 *
 *   insert into listing_history (dentist_id, at, user_id, field, before, after, source, source_name)
 *   select id, :at, :userId, 'phone', to_jsonb(old_phone), to_jsonb(new_phone), 'import', :file from … where new_phone is distinct from old_phone
 *
 * and field_sources || jsonb_build_object('phone', jsonb_build_object('source', 'import', 'name', :file, 'at', :at)) in its
 * update. A field that a person has the last word on is one where
 *
 *   field_sources -> 'phone' ->> 'source' in ('owner', 'manager', 'staff')
 *
 * An import leaves it alone unless its operator says otherwise.
 */
export interface Source {
  kind: SourceKind;
  userId: number | null;
  /** The file of an import. */
  name?: string;
}

export interface Change {
  field: string;
  before: unknown;
  after: unknown;
}

/** What people write on a listing, as against what the house decides about it. */
const restorableFields = new Set<string>([...ownerFields, 'serviceIds', 'photos', 'practiceImage', 'profileImage']);

const isSameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

export async function changeListing(
  trx: Knex,
  id: number,
  values: Record<string, unknown>,
  source: Source,
  at: Date,
  row?: ListingRow,
): Promise<Change[]> {
  const listing = row ?? (await lockListing(trx, id));
  if (!listing) throw notFound('We could not find this listing.');
  const { serviceIds, photos, ...columns } = values as { serviceIds?: number[]; photos?: PlacedPhoto[] } & Record<
    string,
    unknown
  >;
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
  const written = Object.fromEntries(
    changes.filter(({ field }) => field in columns).map(({ field, after }) => [field, after]),
  );
  const stamp: FieldSource = {
    source: source.kind,
    at: at.toISOString(),
    ...(source.name ? { name: source.name } : {}),
  };
  for (const { field, after } of changes) {
    if (field === 'serviceIds') await replaceServices(trx, id, after as number[]);
    if (field === 'photos') await replaceGallery(trx, id, after as PlacedPhoto[], at);
  }
  const stamped = changes
    .filter(({ field }) => restorableFields.has(field))
    .map(({ field }) => [field, stamp] as const);
  await updateListing(trx, id, written, Object.fromEntries(stamped), at);
  await recordChanges(trx, id, changes, source, at);
  return changes;
}

/** The history alone, for a change that was written another way in this transaction. */
export async function recordChanges(trx: Knex, id: number, changes: Change[], source: Source, at: Date): Promise<void> {
  await insertHistory(
    trx,
    changes.map((change) => ({
      dentistId: id,
      at,
      userId: source.userId,
      ...change,
      source: source.kind,
      sourceName: source.name ?? null,
    })),
  );
}

/** The cover follows the gallery, so it is put back with it. */
export const isRestorable = (field: string): boolean => restorableFields.has(field) && field !== 'practiceImage';

/** Writes what a field held before this entry. It is a change like any other: it can be put back too. */
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
  if (!isRestorable(entry.field)) throw badRequest('This change cannot be put back here.');
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
