import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import type { PlacedPhoto } from '../queries-gallery.ts';

export interface PhotoRow extends PlacedPhoto {
  id: number;
  dentistId: number;
  position: number;
  width: number;
  height: number;
}

export interface MediaSize {
  width: number;
  bytes: Buffer;
  realWidth: number;
  realHeight: number;
}

export async function mediaExists(db: Knex, hash: string): Promise<boolean> {
  return (await rows(db, 'select 1 as one from media where hash = ? and width = 1600', [hash])).length === 1;
}

export async function storeMedia(
  trx: Knex,
  hash: string,
  sizes: MediaSize[],
  { at, keepBytes, isReview }: { at: Date; keepBytes: boolean; isReview: boolean },
): Promise<void> {
  for (const size of sizes) {
    await trx('media')
      .insert({ hash, ...size, bytes: keepBytes ? size.bytes : null, createdAt: at, isReview })
      // A picture that is uploaded again counts as new, so that it is not deleted as unused.
      .onConflict(['hash', 'width'])
      .merge(['createdAt']);
  }
}

export interface MediaRow {
  /** Null if a bucket has them. */
  bytes: Buffer | null;
  isReview: boolean;
  /** A picture of a review is public while the review is published. */
  isPublic: boolean;
}

export async function readMedia(db: Knex, hash: string, width: number): Promise<MediaRow | null> {
  const [row] = await rows<MediaRow>(
    db,
    `select m.bytes, m.is_review, not m.is_review or exists (select from review_photos p join reviews v on v.id = p.review_id
       join dentists d on d.id = v.dentist_id where p.hash = m.hash and v.status = 'published' and d.deleted_at is null) as is_public
     from media m where m.hash = ? and m.width = ?`,
    [hash, width],
  );
  return row ?? null;
}

/** The pictures of reviews that were deleted along with their listing. */
export const findOrphanedReviewMedia = async (db: Knex): Promise<string[]> =>
  (
    await rows<{ hash: string }>(
      db,
      `select distinct m.hash from media m where m.is_review and not exists (select from review_photos p where p.hash = m.hash)`,
      [],
    )
  ).map(({ hash }) => hash);

export async function deleteMedia(trx: Knex, hashes: readonly string[]): Promise<void> {
  await rows(trx, 'delete from media where hash = any(cast(? as text[]))', [hashes]);
}

export async function findGalleries(db: Knex, dentistIds: readonly number[]): Promise<PhotoRow[]> {
  return rows<PhotoRow>(
    db,
    'select id, dentist_id, hash, position, alt, width, height from dentist_photos where dentist_id = any(cast(? as integer[])) order by dentist_id, position, id',
    [dentistIds],
  );
}

/** The gallery for visitors, empty without a paid plan. */
export async function findPublicGallery(db: Knex, dentistId: number): Promise<PhotoRow[]> {
  return rows<PhotoRow>(
    db,
    `select p.id, p.dentist_id, p.hash, p.position, p.alt, p.width, p.height
     from dentist_photos p join dentists d on d.id = p.dentist_id
     where d.id = ? and d.deleted_at is null and d.is_paid order by p.position, p.id`,
    [dentistId],
  );
}

/** Deletes pictures that are older, shown nowhere, and in no history since. */
export async function deleteUnusedMedia(db: Knex, before: Date): Promise<string[]> {
  const deletedRows = await rows<{ hash: string }>(
    db,
    `delete from media m where m.created_at < :before and not m.is_review
       and not exists (select from dentist_photos p where p.hash = m.hash)
       and not exists (select from dentists d where d.practice_image = '/media/' || m.hash or d.profile_image = '/media/' || m.hash or d.logo = '/media/' || m.hash)
       and not exists (select from practices p where p.image = '/media/' || m.hash)
       and not exists (select from groups g where g.logo = '/media/' || m.hash)
       and not exists (select from system_settings s where s.name = 'site' and s.value ->> 'logo' = '/media/' || m.hash)
       and not exists (select from articles a where a.content like '%/media/' || m.hash || '%')
       and not exists (select from deleted_articles a where a.article ->> 'content' like '%/media/' || m.hash || '%')
       and not exists (select from listing_history h where h.at >= :before and h.field in ('photos', 'practiceImage', 'profileImage', 'logo')
                       and coalesce(cast(h.before as text), '') || coalesce(cast(h.after as text), '') like '%' || m.hash || '%')
     returning m.hash`,
    { before },
  );
  return [...new Set(deletedRows.map((row) => row.hash))];
}

/** True if the picture was in the gallery of this listing, according to its history. */
export const wasInGallery = async (db: Knex, dentistId: number, hash: string): Promise<boolean> =>
  (
    await rows(
      db,
      `select 1 as one from listing_history h
       where h.dentist_id = :dentistId and h.field = 'photos' and h.before @> cast(:photo as jsonb)
         and exists (select from media m where m.hash = :hash) limit 1`,
      { dentistId, hash, photo: JSON.stringify([{ hash }]) },
    )
  ).length > 0;
