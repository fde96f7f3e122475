import type { Knex } from 'knex';
import type { CallAnswer } from '#contract/calls.ts';
import { rows } from '#server/base/db/knex.ts';

export const listingExists = async (db: Knex, id: number): Promise<boolean> =>
  (await rows(db, 'select from dentists where id = ? and deleted_at is null', [id])).length > 0;

/** Concurrent answers for a listing wait for each other here. */
export async function countAnswer(trx: Knex, dentistId: number, month: string, answer: CallAnswer): Promise<void> {
  await rows(
    trx,
    `insert into call_answers as c (dentist_id, month, answer, n) values (:dentistId, cast(:month as date), :answer, 1)
     on conflict (dentist_id, month, answer) do update set n = c.n + 1`,
    { dentistId, month, answer },
  );
}

export async function findWrongNumberDay(trx: Knex, dentistId: number): Promise<string | null> {
  const [row] = await rows<{ day: string }>(
    trx,
    `select to_char(day, 'YYYY-MM-DD') as day from wrong_number_days where dentist_id = ?`,
    [dentistId],
  );
  return row?.day ?? null;
}
export async function setWrongNumberDay(trx: Knex, dentistId: number, day: string): Promise<void> {
  await trx('wrongNumberDays').insert({ dentistId, day }).onConflict('dentistId').merge();
}
export async function deleteWrongNumberDay(trx: Knex, dentistId: number): Promise<void> {
  await trx('wrongNumberDays').where({ dentistId }).delete();
}
