import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

interface StartedRow {
  dentistId: number;
  name: string;
  city: string | null;
  state: string | null;
  startedAt: Date;
}

/** Those that can still be sent: of listings without an owner, and without a pending claim of the same person. */
export const selectStartedClaims = (db: Knex, userId: number, limit: number): Promise<StartedRow[]> =>
  rows(
    db,
    `select s.dentist_id, d.name, d.city, d.state, s.started_at
     from started_claims s join dentists d on d.id = s.dentist_id
     where s.user_id = :userId and d.deleted_at is null and d.user_id is null
       and not exists (select from claim_requests c where c.dentist_id = d.id and c.user_id = :userId and c.status = 'pending')
     order by s.started_at desc, s.dentist_id limit :limit`,
    { userId, limit },
  );

export const findClaimable = async (db: Knex, id: number): Promise<{ userId: number | null } | undefined> =>
  (
    await rows<{ userId: number | null }>(db, 'select user_id from dentists where id = ? and deleted_at is null', [id])
  )[0];

/** Keeps the newest ones of each person. */
export async function upsertStartedClaim(
  db: Knex,
  { userId, dentistId, at, most }: { userId: number; dentistId: number; at: Date; most: number },
): Promise<void> {
  await db.transaction(async (trx) => {
    await trx('startedClaims')
      .insert({ userId, dentistId, startedAt: at })
      .onConflict(['user_id', 'dentist_id'])
      .merge();
    await rows(
      trx,
      `delete from started_claims where user_id = :userId and dentist_id in (
         select dentist_id from started_claims where user_id = :userId order by started_at desc, dentist_id offset :most
       )`,
      { userId, most },
    );
  });
}

export async function deleteStartedClaim(db: Knex, userId: number, dentistId: number): Promise<void> {
  await db('startedClaims').where({ userId, dentistId }).delete();
}

export async function deleteStartsBefore(db: Knex, before: Date): Promise<void> {
  await db('startedClaims').where('startedAt', '<', before).delete();
}
