import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { SHOWN_REVIEW, type ShownRow } from './queries-shown.ts';

const RECEIVED = `v.dentist_id = :dentistId and v.status = 'published' and v.source <> 'sample'`;

export const findReceived = (
  db: Knex,
  dentistId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<ShownRow[]> =>
  rows(db, `${SHOWN_REVIEW} where ${RECEIVED} order by v.written_at desc, v.id desc limit :limit offset :offset`, {
    dentistId,
    limit,
    offset,
  });

export async function countReceived(db: Knex, dentistId: number): Promise<number> {
  const [row] = await rows<{ n: number }>(
    db,
    `select cast(count(*) as integer) as n from reviews v where ${RECEIVED}`,
    { dentistId },
  );
  return row!.n;
}

export const findReceivedReview = async (db: Knex, id: number): Promise<ShownRow | undefined> =>
  (await rows<ShownRow>(db, `${SHOWN_REVIEW} where v.id = ?`, [id]))[0];

/** The owner and the managers of a listing. */
export const findTeam = (db: Knex, dentistId: number): Promise<{ id: number; email: string; name: string }[]> =>
  rows(
    db,
    `select u.id, u.email, u.name from users u where u.id in (
       select user_id from dentists where id = :dentistId
       union select listing_editors(id) from dentists where id = :dentistId and user_id is not null) order by u.id`,
    { dentistId },
  );
