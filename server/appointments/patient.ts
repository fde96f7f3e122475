import type { Knex } from 'knex';
import type { z } from 'zod';
import type { answerAsPatient } from '#contract/appointments/appointments.ts';
import { isOpen } from '#shared/appointments/appointment-state.ts';
import { listingPath } from '#shared/listings/listing-path.ts';
import type { Ctx } from '#server/base/http/context.ts';
import { conflict, notFound } from '#server/base/http/errors.ts';
import { changeState, findHistories } from './change-state.ts';
import { emailPatientAnswer } from './emails.ts';
import { hashToken } from './links.ts';
import { eraseRequests } from './queries-settings.ts';
import * as stored from './stored-requests.ts';

type View = z.input<typeof answerAsPatient.reply>;

const unknownLink = () =>
  notFound('This link is no longer valid. Requests are deleted 90 days after their last change.');

async function toView(db: Knex, request: stored.RequestRow): Promise<View> {
  const [history = []] = (await findHistories(db, [request.id])).values();
  return {
    ...request,
    practice: {
      name: request.listingName,
      href: request.listingDeleted
        ? null
        : listingPath({ ...request, id: request.dentistId, state: request.listingState }),
      phone: request.listingPhone,
      timeZone: request.timeZone,
    },
    history,
  };
}

export async function viewOwn({ db, secret }: Ctx, token: string): Promise<View> {
  const request = await stored.findByToken(db, secret, hashToken(token));
  if (!request) throw unknownLink();
  return toView(db, request);
}

export async function answerOwn(
  ctx: Ctx,
  { token, action, offeredAt }: z.output<(typeof answerAsPatient)['body']>,
): Promise<View> {
  return ctx.db.transaction(async (trx) => {
    const request = await stored.lockByToken(trx, ctx.secret, hashToken(token));
    if (!request) throw unknownLink();
    if (action === 'accept' && request.offeredAt && offeredAt && +request.offeredAt !== Date.parse(offeredAt))
      throw conflict('The practice has changed its offer. Please look at the new time.', 'changed_meanwhile');
    await changeState(trx, request, { actor: 'patient', action, at: ctx.clock.now() });
    await emailPatientAnswer(trx, ctx, request, action);
    return toView(trx, (await stored.findRequest(trx, ctx.secret, request.id))!);
  });
}

/** Erases the patient's data at once. The practice learns of it if it might still expect the patient. */
export async function deleteOwn(ctx: Ctx, token: string): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const request = await stored.lockByToken(trx, ctx.secret, hashToken(token));
    if (!request) throw unknownLink();
    const now = ctx.clock.now();
    if (isOpen(request.state) || request.state === 'accepted') {
      await changeState(trx, request, { actor: 'patient', action: 'cancel', at: now });
      await emailPatientAnswer(trx, ctx, request, 'delete');
    }
    await eraseRequests(trx, [request.id], now);
  });
}
