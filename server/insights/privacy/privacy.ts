import type { z } from 'zod';
import type * as contract from '#contract/accounts/privacy.ts';
import { ANSWER_DAYS, request as requestSchema } from '#contract/accounts/privacy.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { badRequest, notFound } from '#server/base/http/errors.ts';
import { enforceLimit } from '#server/base/http/limits/limits.ts';
import { rejectIfChanged } from '#server/base/http/edit-conflict.ts';
import { audit, lastChange } from '#server/audit/audit.ts';
import { verifyHumanCheck } from '#server/base/http/limits/human-check.ts';
import { emailPrivacyRequest } from '../emails.ts';
import { emailKeyOf, openContact, type Contact } from '#server/base/sealed-contacts.ts';
import * as sql from './queries-privacy.ts';

const DAY = 86_400_000;
const dueDate = (received: Date) => new Date(received.getTime() + ANSWER_DAYS * DAY);

export async function receivePrivacyRequest(
  body: z.output<(typeof contract.sendPrivacyRequest)['body']>,
  ctx: Ctx,
): Promise<void> {
  await enforceLimit(ctx, 'LIMIT_CONTACT', `privacy:${ctx.network}`);
  const { humanCheck, ...request } = body;
  const receivedAt = ctx.clock.now();
  const dueAt = dueDate(receivedAt);
  await ctx.db.transaction(async (trx) => {
    await verifyHumanCheck(trx, ctx, humanCheck);
    const id = await sql.addRequest(trx, { ...request, receivedAt, dueAt });
    await emailPrivacyRequest(trx, ctx, { ...request, id, dueAt });
  });
}

export async function recordPrivacyRequest(
  body: z.output<(typeof contract.addPrivacyRequest)['body']>,
  ctx: Ctx<Actor>,
): Promise<sql.RequestRow> {
  const now = ctx.clock.now();
  const { receivedAt: receivedAtText, ...request } = body;
  const receivedAt = receivedAtText ? new Date(receivedAtText) : now;
  if (receivedAt > now)
    throw badRequest('A request cannot have a future date.', { receivedAt: 'Please choose today or an earlier day.' });
  return ctx.db.transaction(async (trx) => {
    const id = await sql.addRequest(trx, { ...request, receivedAt, dueAt: dueDate(receivedAt) });
    const after = (await sql.findRequest(trx, id))!;
    await audit(trx, ctx.actor, { at: now, action: 'privacy.recorded', subject: 'privacy request', subjectId: id });
    return after;
  });
}

export async function closePrivacyRequest(
  id: number,
  { read, ...change }: z.output<(typeof contract.closePrivacyRequest)['body']>,
  ctx: Ctx<Actor>,
): Promise<sql.RequestRow> {
  const at = ctx.clock.now();
  const isClosing = change.status !== 'open';
  return ctx.db.transaction(async (trx) => {
    const before = await sql.lockRequest(trx, id);
    if (!before) throw notFound('That request does not exist.');
    await rejectIfChanged({
      read,
      schema: requestSchema,
      stored: before,
      newValues: change,
      actor: ctx.actor,
      findLastChange: () => lastChange(trx, { subject: 'privacy request', subjectId: id }, { fields: ['status'] }),
    });
    await sql.setStatus(trx, id, {
      ...change,
      closedAt: isClosing ? at : null,
      closedBy: isClosing ? ctx.actor.userId : null,
    });
    await audit(trx, ctx.actor, {
      at,
      action: isClosing ? 'privacy.closed' : 'privacy.reopened',
      subject: 'privacy request',
      subjectId: id,
      before: { status: before.status },
      after: { status: change.status },
      note: change.notes,
    });
    return (await sql.findRequest(trx, id))!;
  });
}

export async function exportOwnData({ db, actor, clock, secret }: Ctx<Actor>): Promise<Record<string, unknown>> {
  const emailKey = emailKeyOf(secret, actor.email);
  const { appointmentRequests = [], ...data } = await sql.findAccountData(db, { userId: actor.userId, emailKey });
  return {
    exportedAt: clock.now().toISOString(),
    ...data,
    appointmentRequests: (appointmentRequests as (Contact & { contact: string | null })[]).map((row) =>
      openContact(secret, row),
    ),
  };
}
