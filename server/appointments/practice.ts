import type { Knex } from 'knex';
import type { z } from 'zod';
import {
  declineReasonLabel,
  describeTimes,
  FALLBACK_ZONE,
  formatAppointment,
  inboxLists,
  stateLabels,
  type InboxList,
} from '#shared/appointments/appointment-state.ts';
import type { PracticeAnswer, receivedAppointments } from '#contract/appointments/appointments.ts';
import { toCsv } from '#shared/insights/report.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { badRequest, conflict, notFound } from '#server/base/http/errors.ts';
import { requireRole } from '#server/listings/access/access.ts';
import { requireActivePlan } from '#server/listings/access/plan.ts';
import { changeState, findHistories } from './change-state.ts';
import { emailDeclined, emailOffer } from './emails.ts';
import { toInstant } from './queries.ts';
import * as stored from './stored-requests.ts';

type Received = z.input<(typeof receivedAppointments)['reply']>[number];

const PAGE_SIZE = 20;
const MAX_EXPORTED = 10_000;
const YEAR = 366 * 86_400_000;

const requestNotFound = () => notFound("We couldn't find this request.");

async function addHistories(db: Knex, requests: readonly stored.RequestRow[]): Promise<Received[]> {
  const histories = await findHistories(
    db,
    requests.map(({ id }) => id),
  );
  return requests.map((request) => ({ ...request, history: histories.get(request.id)! }));
}

export async function findInbox(
  { db, actor, secret }: Ctx<Actor>,
  { list, page = 1, listing }: { list: InboxList; page?: number | undefined; listing?: number | undefined },
): Promise<{ items: Received[]; total: number }> {
  const { items, total } = await stored.findReceived(db, secret, actor, inboxLists[list], listing ?? null, {
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
  });
  return { items: await addHistories(db, items), total };
}

/** Refuses requests to other people's listings, and requests from the time of an earlier owner, as if they didn't exist. */
async function lockReceived(trx: Knex, { actor, secret }: Ctx<Actor>, id: number): Promise<stored.RequestRow> {
  const request = await stored.lockRequest(trx, secret, id);
  if (!request || request.erasedAt !== null || request.ownerId === null || request.ownerId !== request.listingOwner)
    throw requestNotFound();
  await requireRole(trx, actor, request.dentistId).catch(() => {
    throw requestNotFound();
  });
  return request;
}

export async function answerRequest(ctx: Ctx<Actor>, id: number, answer: PracticeAnswer): Promise<Received> {
  return ctx.db.transaction(async (trx) => {
    const request = await lockReceived(trx, ctx, id);
    await requireActivePlan(trx, request.dentistId, 'Appointment requests are');
    if (Date.parse(answer.changedAt) !== request.changedAt.getTime())
      throw conflict('This request has changed. Please look at it again.', 'changed_meanwhile');
    const { userId, madeWith } = ctx.actor;
    const change = { actor: 'practice', at: ctx.clock.now(), userId, madeWith } as const;
    if (answer.action === 'offer') {
      const offeredAt = await readOfferedTime(trx, answer.localTime, request.timeZone, change.at);
      const offer = { offeredAt, message: answer.message };
      await changeState(trx, request, { ...change, action: 'offer', ...offer });
      await emailOffer(trx, ctx, request, offer);
    } else if (answer.action === 'decline') {
      await changeState(trx, request, { ...change, action: 'decline', reason: answer.reason });
      await emailDeclined(trx, ctx, request, answer.reason);
    } else await changeState(trx, request, { ...change, action: 'call' });
    return (await addHistories(trx, [(await stored.findRequest(trx, ctx.secret, id))!]))[0]!;
  });
}

/** False for February 30, which `Date` would read as a day in March. */
function isOnCalendar(localTime: string): boolean {
  const at = new Date(`${localTime}Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(localTime);
}

async function readOfferedTime(trx: Knex, localTime: string, zone: string | null, now: Date): Promise<Date> {
  const refuse = (sentence: string) => badRequest(sentence, { localTime: sentence });
  const at = isOnCalendar(localTime) ? await toInstant(trx, localTime, zone ?? FALLBACK_ZONE) : null;
  if (!at) throw refuse('That time does not exist. Please choose another.');
  if (at <= now) throw refuse('Please choose a time in the future.');
  if (at.getTime() - now.getTime() > YEAR) throw refuse('Please choose a time within a year.');
  return at;
}

const columns = [
  ['id', 'Request'],
  ['listing', 'Listing'],
  ['state', 'State'],
  ['name', 'Name'],
  ['email', 'Email'],
  ['phone', 'Phone'],
  ['times', 'Preferred times'],
  ['service', 'Service'],
  ['insurance', 'Insurance plan'],
  ['patient', 'New or returning'],
  ['offered', 'Offered time'],
  ['reason', 'Reason'],
  ['received', 'Received'],
  ['changed', 'Last change'],
].map(([key, label]) => ({ key: key!, label: label! }));

export async function exportReceived({ db, actor, secret }: Ctx<Actor>): Promise<string> {
  const requests = await addHistories(db, await stored.findAllReceived(db, secret, actor.userId, MAX_EXPORTED));
  const rows = requests.map((request) => {
    const { timeZone, history, offeredAt } = request;
    const reason = history.findLast((entry) => entry.reason !== null)?.reason;
    return {
      id: request.id,
      listing: request.listingName,
      state: stateLabels[request.state],
      name: request.name,
      email: request.email,
      phone: request.phone,
      times: describeTimes(request.times),
      service: request.service,
      insurance: request.insurance,
      patient: request.isNewPatient ? 'New' : 'Returning',
      offered: offeredAt ? formatAppointment(offeredAt, timeZone) : null,
      reason: reason ? declineReasonLabel(reason) : null,
      received: formatAppointment(request.createdAt, timeZone),
      changed: formatAppointment(request.changedAt, timeZone),
    };
  });
  return toCsv([{ title: 'Appointment requests', columns, rows }]);
}
