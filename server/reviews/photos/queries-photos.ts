import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

interface PhotoRow {
  id: number;
  hash: string;
  digest: string;
  width: number;
  height: number;
}

export const findPhotos = (db: Knex, reviewId: number): Promise<PhotoRow[]> =>
  rows(db, 'select id, hash, digest, width, height from review_photos where review_id = ? order by id', [reviewId]);

export async function insertPhoto(
  trx: Knex,
  photo: Omit<PhotoRow, 'id'> & { reviewId: number; createdAt: Date },
): Promise<void> {
  await trx('reviewPhotos').insert(photo);
}

/** Deletes these photos, and returns the names of their pictures. */
export const deletePhotos = async (trx: Knex, ids: readonly number[]): Promise<string[]> =>
  (
    await rows<{ hash: string }>(trx, 'delete from review_photos where id = any(cast(? as integer[])) returning hash', [
      ids,
    ])
  ).map(({ hash }) => hash);

/** The photos of reviews that were refused before this time. */
export const findRefusedPhotos = async (trx: Knex, before: Date): Promise<number[]> =>
  (
    await rows<{ id: number }>(
      trx,
      `select p.id from review_photos p join reviews v on v.id = p.review_id where v.status = 'refused' and v.decided_at < ?`,
      [before],
    )
  ).map(({ id }) => id);
