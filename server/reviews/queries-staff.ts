import type { Knex } from 'knex';
import type { ReviewStatus } from '#shared/reviews/review.ts';
import { rows } from '#server/base/db/knex.ts';

/** Up to 500 waiting reviews whose wait is over. */
export const findDueReviews = async (db: Knex, now: Date): Promise<number[]> =>
  (
    await rows<{ id: number }>(
      db,
      `select id from reviews where status = 'waiting' and publish_at <= :now order by publish_at, id limit 500`,
      { now },
    )
  ).map(({ id }) => id);

/** The same author's reviews of other listings, by the key of the email address. */
export const findReviewsOfAuthor = (
  db: Knex,
  reviewId: number,
): Promise<{ id: number; listing: string; status: ReviewStatus }[]> =>
  rows(
    db,
    `select v.id, d.name as listing, v.status
     from reviews own join review_invitations oi on oi.id = own.invitation_id
     join review_invitations i on i.email_key = oi.email_key and i.id <> oi.id
     join reviews v on v.invitation_id = i.id join dentists d on d.id = v.dentist_id
     where own.id = :reviewId order by v.id desc limit 20`,
    { reviewId },
  );

/** How many other reviews came from the network or the device of one, while its fingerprint is kept. */
export async function countSame(db: Knex, origin: 'network' | 'device', reviewId: number): Promise<number> {
  const [row] = await rows<{ n: number }>(
    db,
    `select cast(count(*) as integer) as n from reviews own join reviews v on v.${origin}_key = own.${origin}_key and v.id <> own.id
     where own.id = :reviewId`,
    { reviewId },
  );
  return row!.n;
}

export const findServiceName = async (db: Knex, id: number | null): Promise<string | null> =>
  id === null
    ? null
    : ((await rows<{ name: string }>(db, 'select name from services where id = ?', [id]))[0]?.name ?? null);
