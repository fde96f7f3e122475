import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

export interface ListingRow {
  id: number;
  name: string;
  practiceName: string | null;
  city: string | null;
  state: string | null;
  userId: number | null;
  deletedAt: Date | null;
  /** Since when the listing waits for staff to compare it with another one. It has deletedAt as well. */
  heldAt: Date | null;
  fieldSources: Record<string, FieldSource>;
  [column: string]: unknown;
}

export interface FieldSource {
  source: SourceKind;
  name?: string;
  /** The key of the source in the list of sources. */
  via?: string;
  at: string;
}

export type SourceKind = 'owner' | 'manager' | 'staff' | 'import' | 'claim' | 'system';

export interface HistoryRow {
  id: number;
  dentistId: number;
  at: Date;
  userId: number | null;
  userName: string | null;
  field: string;
  before: unknown;
  after: unknown;
  source: SourceKind;
  sourceName: string | null;
  madeWith: string | null;
}

/** True of public and of held listings. A held listing has deleted_at as well, so that every query of public listings leaves it out. */
export const isKept = '(d.deleted_at is null or d.held_at is not null)';

/** Locks a listing until the transaction ends. Deleted listings are found only with `deleted`. */
export async function lockListing(trx: Knex, id: number, { deleted = false } = {}): Promise<ListingRow | null> {
  const [row] = await rows<ListingRow>(
    trx,
    `select d.*, (select name from practices where id = d.practice_id) as practice_name
     from dentists d where d.id = ? ${deleted ? '' : `and ${isKept}`} for update`,
    [id],
  );
  return row ?? null;
}

export async function findServiceIds(db: Knex, dentistId: number): Promise<number[]> {
  const serviceRows = await rows<{ serviceId: number }>(
    db,
    'select service_id from dentist_services where dentist_id = ? order by service_id',
    [dentistId],
  );
  return serviceRows.map((row) => row.serviceId);
}

/** Filters out ids of services that don't exist. */
export async function findExistingServiceIds(db: Knex, ids: readonly number[]): Promise<number[]> {
  const serviceRows = await rows<{ id: number }>(db, 'select id from services where id = any(cast(? as integer[]))', [
    ids,
  ]);
  return serviceRows.map((row) => row.id);
}

export async function replaceServices(trx: Knex, dentistId: number, ids: readonly number[]): Promise<void> {
  await rows(
    trx,
    'delete from dentist_services where dentist_id = :dentistId and not (service_id = any(cast(:ids as integer[])))',
    { dentistId, ids },
  );
  await rows(
    trx,
    `insert into dentist_services (dentist_id, service_id) select :dentistId, unnest(cast(:ids as integer[]))
     on conflict (dentist_id, service_id) do nothing`,
    { dentistId, ids },
  );
}

export async function updateListing(
  trx: Knex,
  id: number,
  columns: Record<string, unknown>,
  sources: Record<string, FieldSource>,
  at: Date,
): Promise<void> {
  await trx('dentists')
    .where({ id })
    .update({
      ...columns,
      updatedAt: at,
      fieldSources: trx.raw('field_sources || cast(? as jsonb)', [JSON.stringify(sources)]),
    });
}

interface NewHistoryRow {
  dentistId: number;
  at: Date;
  userId: number | null;
  field: string;
  before: unknown;
  after: unknown;
  source: SourceKind;
  sourceName: string | null;
  madeWith: string | null;
}

const toJson = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

export async function insertHistory(trx: Knex, entries: NewHistoryRow[]): Promise<void> {
  if (entries.length === 0) return;
  await trx('listingHistory').insert(
    entries.map((entry) => ({ ...entry, before: toJson(entry.before), after: toJson(entry.after) })),
  );
}

export async function findHistory(
  db: Knex,
  dentistId: number,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<HistoryRow[]> {
  return rows<HistoryRow>(
    db,
    `select h.id, h.dentist_id, h.at, h.user_id, u.name as user_name, h.field, h.before, h.after, h.source, h.source_name,
       h.made_with
     from listing_history h left join users u on u.id = h.user_id
     where h.dentist_id = :dentistId and (cast(:before as bigint) is null or h.id < :before) order by h.id desc limit :limit`,
    { dentistId, before: before ?? null, limit },
  );
}

/** The last change of any of these fields. */
export async function findLastEntry(
  db: Knex,
  dentistId: number,
  fields: readonly string[],
): Promise<HistoryRow | null> {
  const [row] = await rows<HistoryRow>(
    db,
    `select h.*, u.name as user_name from listing_history h left join users u on u.id = h.user_id
     where h.dentist_id = :dentistId and h.field = any(cast(:fields as text[])) order by h.id desc limit 1`,
    { dentistId, fields },
  );
  return row ?? null;
}

export async function findHistoryEntry(db: Knex, dentistId: number, entryId: number): Promise<HistoryRow | null> {
  const [row] = await rows<HistoryRow>(
    db,
    `select h.*, null as user_name from listing_history h where h.dentist_id = ? and h.id = ?`,
    [dentistId, entryId],
  );
  return row ?? null;
}
