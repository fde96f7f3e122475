import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

export interface PlacedPhoto {
  hash: string;
  alt: string;
}

export async function findPlacedPhotos(db: Knex, dentistId: number): Promise<PlacedPhoto[]> {
  return rows<PlacedPhoto>(db, 'select hash, alt from dentist_photos where dentist_id = ? order by position, id', [
    dentistId,
  ]);
}

/** Replaces the gallery with these photos, in this order. Pictures that were deleted since are skipped. */
export async function replaceGallery(trx: Knex, dentistId: number, photos: PlacedPhoto[], at: Date): Promise<void> {
  const hashes = photos.map((photo) => photo.hash);
  await rows(
    trx,
    'delete from dentist_photos where dentist_id = :dentistId and not (hash = any(cast(:hashes as text[])))',
    { dentistId, hashes },
  );
  await rows(
    trx,
    `insert into dentist_photos (dentist_id, hash, position, alt, width, height, created_at)
     select :dentistId, p.hash, p.position, p.alt, m.real_width, m.real_height, cast(:at as timestamptz)
     from unnest(cast(:hashes as text[]), cast(:alts as text[])) with ordinality as p (hash, alt, position)
     join media m on m.hash = p.hash and m.width = 1600
     on conflict (dentist_id, hash) do update set position = excluded.position, alt = excluded.alt`,
    { dentistId, hashes, alts: photos.map((photo) => photo.alt), at },
  );
}
