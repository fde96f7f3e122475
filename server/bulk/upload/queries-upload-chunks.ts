import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

export interface UploadId {
  userId: number;
  sha256: string;
}

/** Chunks have no gaps, so the end of the last one is the number of bytes that have arrived. */
export async function countArrivedBytes(db: Knex, { userId, sha256 }: UploadId): Promise<number> {
  const [row] = await rows<{ n: number }>(
    db,
    `select coalesce(max(ends), 0) as n from import_pieces where user_id = :userId and sha256 = :sha256`,
    { userId, sha256 },
  );
  return Number(row!.n);
}
export async function countPendingBytes(db: Knex, userId: number): Promise<number> {
  const [row] = await rows<{ n: number }>(
    db,
    `select coalesce(sum(ends - starts), 0) as n from import_pieces where user_id = ?`,
    [userId],
  );
  return Number(row!.n);
}

/** Stores a chunk only if it continues the file. Concurrent duplicates are dropped. */
export async function addChunk(
  db: Knex,
  { userId, sha256 }: UploadId,
  chunk: { starts: number; bytes: Buffer; at: Date },
): Promise<void> {
  await rows(
    db,
    `insert into import_pieces (user_id, sha256, starts, ends, bytes, arrived_at)
     select :userId, :sha256, :starts, :ends, :bytes, :at
     where cast(:starts as bigint) = (select coalesce(max(ends), 0) from import_pieces where user_id = :userId and sha256 = :sha256)
     on conflict do nothing`,
    { userId, sha256, ...chunk, ends: chunk.starts + chunk.bytes.length },
  );
}
export async function findChunk(db: Knex, { userId, sha256 }: UploadId, starts: number): Promise<Buffer | null> {
  const [row] = await rows<{ bytes: Buffer }>(
    db,
    `select bytes from import_pieces where user_id = :userId and sha256 = :sha256 and starts = :starts`,
    { userId, sha256, starts },
  );
  return row?.bytes ?? null;
}
export const deleteChunks = (db: Knex, { userId, sha256 }: UploadId) =>
  db('importPieces').where({ userId, sha256 }).delete();

/** Deletes the chunks of files that haven't grown since then. All chunks of a file are deleted together, so it never has a gap. */
export const deleteChunksBefore = (db: Knex, before: Date) =>
  rows(
    db,
    `delete from import_pieces p using (select user_id, sha256 from import_pieces group by 1, 2 having max(arrived_at) < :before) stale
     where p.user_id = stale.user_id and p.sha256 = stale.sha256`,
    { before },
  );
