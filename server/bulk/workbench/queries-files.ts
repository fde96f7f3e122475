import type { Knex } from 'knex';
import type { FileFormat } from '#contract/bulk/workbench.ts';
import { rows } from '#server/base/db/knex.ts';
import type { FileStep } from './move-steps.ts';

export interface FileRow {
  id: number;
  createdAt: Date;
  userName: string;
  name: string;
  bytes: number;
  status: 'reading' | 'ready' | 'failed';
  reading: number;
  format: FileFormat;
  found: {
    encoding?: string;
    delimiter?: string;
    headerLine?: number;
    sheet?: string;
    sheets?: string[];
    note?: string | null;
  };
  headers: string[];
  rows: number;
  mapping: Record<string, string | null> | null;
  recipe: FileStep[];
  undone: FileStep[];
  version: number;
  runId: number | null;
  message: string | null;
}

const COLUMNS = `id, created_at, user_name, name, bytes, status, reading, format, found, headers, rows, mapping, recipe, undone, version, run_id, message`;
const JSON_COLUMNS = new Set(['format', 'found', 'mapping', 'recipe', 'undone']);

export async function insertFile(
  db: Knex,
  file: { at: Date; userId: number | null; userName: string; name: string },
): Promise<number> {
  const [row] = await rows<{ id: number }>(
    db,
    `insert into import_files (created_at, used_at, user_id, user_name, name) values (:at, :at, :userId, :userName, :name) returning id`,
    file,
  );
  return row!.id;
}

export async function findFile(db: Knex, id: number): Promise<FileRow | null> {
  const [file] = await rows<FileRow>(db, `select ${COLUMNS} from import_files where id = ?`, [id]);
  return file ? { ...file, bytes: Number(file.bytes) } : null;
}
export async function lockFile(trx: Knex, id: number): Promise<FileRow | null> {
  const [file] = await rows<FileRow>(trx, `select ${COLUMNS} from import_files where id = ? for update`, [id]);
  return file ?? null;
}
export const listFiles = (db: Knex) =>
  rows<FileRow>(db, `select ${COLUMNS} from import_files order by id desc limit 50`);

export async function updateFile(db: Knex, id: number, values: Partial<FileRow> & { usedAt?: Date }): Promise<void> {
  const columns = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      JSON_COLUMNS.has(name) && value !== null ? JSON.stringify(value) : value,
    ]),
  );
  await db('importFiles').where({ id }).update(columns);
}

/** Saves the progress of a reading. False if a newer one has started. */
export async function saveReading(
  db: Knex,
  id: number,
  reading: number,
  values: Partial<FileRow> & { usedAt: Date },
): Promise<boolean> {
  return db.transaction(async (trx) => {
    const file = await lockFile(trx, id);
    if (file?.reading !== reading) return false;
    await updateFile(trx, id, values);
    return true;
  });
}

export const deleteFile = (db: Knex, id: number) => db('importFiles').where({ id }).delete();
export const deleteFilesBefore = (db: Knex, before: Date) =>
  rows(db, `delete from import_files where used_at < ?`, [before]);

/** Takes files whose reading stopped with its server, and counts how often it did. */
export const takeStoppedReadings = (db: Knex, before: Date, at: Date) =>
  rows<{ id: number; reading: number; stops: number }>(
    db,
    `update import_files set stops = stops + 1, used_at = :at
     where id in (select id from import_files where status = 'reading' and used_at < :before limit 5 for update skip locked)
     returning id, reading, stops`,
    { before, at },
  );

export const addBytes = (db: Knex, fileId: number, starts: number, bytes: Buffer) =>
  rows(db, `insert into import_file_bytes (file_id, starts, bytes) values (:fileId, :starts, :bytes)`, {
    fileId,
    starts,
    bytes,
  });
export async function findBytes(db: Knex, fileId: number, starts: number): Promise<Buffer | null> {
  const [row] = await rows<{ bytes: Buffer }>(
    db,
    `select bytes from import_file_bytes where file_id = ? and starts = ?`,
    [fileId, starts],
  );
  return row?.bytes ?? null;
}

/** A block is JSON, because a block is read as a whole and Postgres compresses it. */
export interface Block {
  firstRow: number;
  rows: string;
}
export const addBlocks = (db: Knex, fileId: number, blocks: readonly Block[]) =>
  rows(
    db,
    `insert into import_file_blocks (file_id, first_row, rows)
     select :fileId, f, r from unnest(cast(:firstRows as int[]), cast(:rows as text[])) t (f, r)
     on conflict (file_id, first_row) do update set rows = excluded.rows`,
    { fileId, firstRows: blocks.map(({ firstRow }) => firstRow), rows: blocks.map((block) => block.rows) },
  );
export const deleteBlocks = (db: Knex, fileId: number) => db('importFileBlocks').where({ fileId }).delete();
export const listBlocks = (db: Knex, fileId: number, firstRows: readonly number[]) =>
  rows<Block>(
    db,
    `select first_row, rows from import_file_blocks where file_id = ? and first_row = any(?) order by first_row`,
    [fileId, firstRows],
  );
export const listBlocksAfter = (db: Knex, fileId: number, after: number, limit: number) =>
  rows<Block>(
    db,
    `select first_row, rows from import_file_blocks where file_id = ? and first_row > ? order by first_row limit ?`,
    [fileId, after, limit],
  );

export async function insertName(
  db: Knex,
  table: 'services' | 'practice_types',
  name: string,
): Promise<{ id: number; name: string; isNew: boolean }> {
  const [added] = await rows<{ id: number }>(
    db,
    `insert into ${table} (name) select :name where not exists (select from ${table} where lower(name) = lower(:name))
     on conflict do nothing returning id`,
    { name },
  );
  if (added) return { id: added.id, name, isNew: true };
  const [known] = await rows<{ id: number; name: string }>(
    db,
    `select id, name from ${table} where lower(name) = lower(?)`,
    [name],
  );
  return { ...known!, isNew: false };
}
export const listTownNames = async (db: Knex) =>
  (
    await rows<{ name: string }>(db, `select distinct name_norm as name from cities where zip_count > 0 order by 1`)
  ).map(({ name }) => name);
export const listNames = async (db: Knex, table: 'services' | 'practice_types') =>
  (await rows<{ name: string }>(db, `select name from ${table} order by name`)).map(({ name }) => name);
