import type { z } from 'zod';
import { appointmentStates, type AppointmentState } from '#shared/appointments/appointment-state.ts';
import type { listAppointments, openAppointment } from '#contract/appointments/admin-appointments.ts';
import { listingPath } from '#shared/listings/listing-path.ts';
import { audit } from '#server/audit/audit.ts';
import type { StaffContext } from '#server/base/tables/bulk-action.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { notFound } from '#server/base/http/errors.ts';
import { changeState, findHistories } from './change-state.ts';
import { emailClosed } from './emails.ts';
import { countByState, findListed } from './queries-admin.ts';
import { lockRequest } from './stored-requests.ts';

const PAGE_SIZE = 50;
const requestNotFound = () => notFound('That request does not exist.');

export async function findCounts({ db }: Ctx<Actor>): Promise<Record<AppointmentState, number>> {
  const counts = new Map((await countByState(db)).map(({ state, n }) => [state, n]));
  return Object.fromEntries(appointmentStates.map((state) => [state, counts.get(state) ?? 0])) as Record<
    AppointmentState,
    number
  >;
}

export async function findRequests(
  ctx: Ctx<Actor>,
  { state, page = 1 }: z.output<(typeof listAppointments)['query']>,
): Promise<{ items: z.input<(typeof listAppointments)['reply']>; total: number }> {
  const rows = await findListed(ctx.db, state ?? null, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });
  const counts = await findCounts(ctx);
  const total = state ? counts[state] : Object.values(counts).reduce((sum, n) => sum + n, 0);
  return {
    items: rows.map((row) => ({ ...row, href: listingPath({ ...row, id: row.dentistId, state: row.listingState }) })),
    total,
  };
}

/** Shows a request to staff, and records the viewer in the audit log. */
export async function openRequest(ctx: Ctx<Actor>, id: number): Promise<z.input<(typeof openAppointment)['reply']>> {
  return ctx.db.transaction(async (trx) => {
    const request = await lockRequest(trx, ctx.secret, id);
    if (!request) throw requestNotFound();
    await audit(trx, ctx.actor, {
      at: ctx.clock.now(),
      action: 'appointment.opened',
      subject: 'appointment',
      subjectId: id,
      note: `Request to listing ${request.dentistId}`,
    });
    return {
      ...request,
      isErased: request.erasedAt !== null,
      href: listingPath({ ...request, id: request.dentistId, state: request.listingState }),
      history: (await findHistories(trx, [id])).get(id)!,
    };
  });
}

/** Closes a request as abuse, and returns its state before. */
export async function closeRequest(ctx: StaffContext, id: number): Promise<{ before: AppointmentState }> {
  return ctx.db.transaction(async (trx) => {
    const request = await lockRequest(trx, ctx.secret, id);
    if (!request) throw requestNotFound();
    const at = ctx.clock.now();
    await changeState(trx, request, { actor: 'staff', action: 'close', at, userId: ctx.actor.userId });
    await audit(trx, ctx.actor, {
      at,
      action: 'appointment.closed',
      subject: 'appointment',
      subjectId: id,
      before: { state: request.state },
      after: { state: 'closed' },
    });
    await emailClosed(trx, ctx, request, 'staff');
    return { before: request.state };
  });
}
