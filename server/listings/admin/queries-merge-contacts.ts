import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import type { MergeRow } from './queries-merge.ts';

/** Moves appointment requests, reviews, and the settings unless the kept listing has its own. */
export async function moveAppointments(
  trx: Knex,
  goneId: number,
  keptId: number,
): Promise<Pick<MergeRow, 'movedRequests' | 'movedReviews' | 'movedSettings'>> {
  const requests = await rows<{ id: number }>(
    trx,
    'update appointment_requests set dentist_id = :keptId where dentist_id = :goneId returning id',
    { goneId, keptId },
  );
  const reviews = await rows<{ id: number }>(
    trx,
    'update reviews set dentist_id = :keptId where dentist_id = :goneId returning id',
    { goneId, keptId },
  );
  const settings = await rows(
    trx,
    `update appointment_settings set dentist_id = :keptId where dentist_id = :goneId
       and not exists (select from appointment_settings where dentist_id = :keptId) returning dentist_id`,
    { goneId, keptId },
  );
  return {
    movedRequests: requests.map(({ id }) => id),
    movedReviews: reviews.map(({ id }) => id),
    movedSettings: settings.length > 0,
  };
}

export async function moveAppointmentsBack(
  trx: Knex,
  { goneId, keptId, movedRequests, movedReviews, movedSettings }: MergeRow,
): Promise<void> {
  await trx('appointmentRequests').whereIn('id', movedRequests).update({ dentistId: goneId });
  await trx('reviews').whereIn('id', movedReviews).update({ dentistId: goneId });
  if (movedSettings) await trx('appointmentSettings').where({ dentistId: keptId }).update({ dentistId: goneId });
}

const ADD_SUMS = `insert into call_answers as c (dentist_id, month, answer, n)
  select :dentistId, x.month, x.answer, x.n
  from json_to_recordset(cast(:sums as json)) as x (month date, answer text, n integer)
  on conflict (dentist_id, month, answer) do update set n = c.n + excluded.n`;

/** Adds the sums of call answers to those of the kept listing. */
export async function moveCallAnswers(trx: Knex, goneId: number, keptId: number): Promise<MergeRow['movedCalls']> {
  const sums = await rows<MergeRow['movedCalls'][number]>(
    trx,
    `delete from call_answers where dentist_id = ? returning to_char(month, 'YYYY-MM-DD') as month, answer, n`,
    [goneId],
  );
  await rows(trx, ADD_SUMS, { dentistId: keptId, sums: JSON.stringify(sums) });
  return sums;
}

export async function moveCallAnswersBack(trx: Knex, { goneId, keptId, movedCalls }: MergeRow): Promise<void> {
  const sums = JSON.stringify(movedCalls);
  const moved = `json_to_recordset(cast(:sums as json)) as x (month date, answer text, n integer)
     where c.dentist_id = :keptId and c.month = x.month and c.answer = x.answer`;
  await rows(trx, `delete from call_answers c using ${moved} and c.n <= x.n`, { keptId, sums });
  await rows(trx, `update call_answers c set n = c.n - x.n from ${moved}`, { keptId, sums });
  await rows(trx, ADD_SUMS, { dentistId: goneId, sums });
}
