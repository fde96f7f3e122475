import type { Knex } from 'knex';
import type { Period } from '#shared/insights/report-zone.ts';
import { rows } from '#server/base/db/knex.ts';
import { day, within } from '../days/queries-daily.ts';

/** Appointment requests of a listing by day. Erased ones still count. */
export const countAppointmentRequests = (
  db: Knex,
  dentistId: number,
  period: Period,
): Promise<{ day: string; n: number }[]> =>
  rows(
    db,
    `select to_char(${day('created_at')}, 'YYYY-MM-DD') as day, cast(count(*) as integer) as n from appointment_requests
     where dentist_id = :dentistId and ${within('created_at')} group by 1`,
    { dentistId, ...period },
  );

/** Appointment requests of several listings, summed before and from a day. */
export const sumAppointmentRequests = (
  db: Knex,
  ids: readonly number[],
  start: string,
  period: Period,
): Promise<{ dentistId: number; isBefore: boolean; n: number }[]> =>
  rows(
    db,
    `select dentist_id, ${day('created_at')} < cast(:start as date) as is_before, cast(count(*) as integer) as n
     from appointment_requests
     where dentist_id = any (cast(:ids as integer[])) and ${within('created_at')} group by 1, 2`,
    { ids, start, ...period },
  );

/** The answers to "Did they answer?" in the months of a period. */
export async function sumCallAnswers(
  db: Knex,
  dentistId: number,
  { from, to }: Period,
): Promise<{ yes: number; no: number; wrongNumber: number }> {
  const [row] = await rows<{ yes: number; no: number; wrongNumber: number }>(
    db,
    `select coalesce(sum(n) filter (where answer = 'yes'), 0) as yes, coalesce(sum(n) filter (where answer = 'no'), 0) as no,
       coalesce(sum(n) filter (where answer = 'wrong_number'), 0) as wrong_number
     from call_answers where dentist_id = :dentistId
       and month between date_trunc('month', cast(:from as date)) and cast(:to as date)`,
    { dentistId, from, to },
  );
  return row!;
}

/** Whether this visit used a phone link of the listing since a time. */
export async function hasTappedCall(db: Knex, sessionId: string, dentistId: number, since: Date): Promise<boolean> {
  const found = await rows(
    db,
    `select from user_events where session_id = :sessionId and dentist_id = :dentistId and event_type = 'contact'
       and metadata ->> 'contactType' = 'phone' and "timestamp" >= :since limit 1`,
    { sessionId, dentistId, since },
  );
  return found.length > 0;
}
