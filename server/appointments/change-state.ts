import type { Knex } from 'knex';
import {
  nextState,
  stateLabels,
  type AppointmentAction,
  type AppointmentActor,
  type AppointmentState,
} from '#shared/appointments/appointment-state.ts';
import type { AppointmentEntry } from '#contract/appointments/appointments.ts';
import { conflict } from '#server/base/http/errors.ts';
import { announce } from '#server/base/webhooks/announce.ts';
import * as sql from './queries.ts';
import type { RequestRow } from './stored-requests.ts';

interface Change {
  actor: AppointmentActor;
  action: AppointmentAction;
  at: Date;
  userId?: number;
  /** The API key. */
  madeWith?: string | undefined;
  offeredAt?: Date;
  reason?: string;
  message?: string | null;
}

/** Takes an action on a locked request, if the actor may take it in this state, and adds it to the history. */
export async function changeState(trx: Knex, request: RequestRow, change: Change): Promise<void> {
  const { actor, action, at, offeredAt, ...details } = change;
  const state = nextState(request.state, action, actor);
  if (state === null)
    throw conflict(
      `This isn't possible anymore. The request's state is: ${stateLabels[request.state]}.`,
      'not_possible',
    );
  await sql.updateRequest(trx, request.id, {
    state,
    // Two changes never share a time, which clients send back to prove that they saw the last one.
    changedAt: new Date(Math.max(at.getTime(), request.changedAt.getTime() + 1)),
    ...(offeredAt ? { offeredAt } : {}),
  });
  await sql.addEvent(trx, { requestId: request.id, at, actor, action, offeredAt: offeredAt ?? null, ...details });
  await announceRequest(trx, 'appointment.changed', { id: request.id, dentistId: request.dentistId, state, at });
}

/** Announces a request without the patient, whose details only the calls of the scope `appointments` return. */
export const announceRequest = (
  trx: Knex,
  type: 'appointment.requested' | 'appointment.changed',
  { id, dentistId, state, at }: { id: number; dentistId: number; state: AppointmentState; at: Date },
): Promise<void> =>
  announce(
    trx,
    { type, at, id, data: { appointmentId: id, listingId: dentistId, state }, path: '/api/user/appointments' },
    { listingId: dentistId },
  );

type HistoryRow = Omit<AppointmentEntry, 'at' | 'offeredAt'> & {
  at: Date;
  offeredAt: Date | null;
  by: string | null;
};

/** The histories of these requests, by request. */
export async function findHistories(db: Knex, ids: readonly number[]): Promise<Map<number, HistoryRow[]>> {
  const histories = new Map<number, HistoryRow[]>(ids.map((id) => [id, []]));
  for (const { requestId, ...entry } of await sql.findEvents(db, ids)) histories.get(requestId)!.push(entry);
  return histories;
}
