import type { z } from 'zod';
import {
  ANSWER_DAYS,
  request as requestSchema,
  type addPrivacyRequest,
  type closePrivacyRequest,
  type sendPrivacyRequest,
} from '#contract/privacy.ts';
import type { Actor, Ctx } from '#server/http/context.ts';
import { badRequest, notFound } from '#server/http/errors.ts';
import { enforceLimit } from '#server/http/limits.ts';
import { enqueueEmail } from '#server/email.ts';
import { rejectIfChanged } from '#server/http/edit-conflict.ts';
import { audit, lastChange } from '#server/audit/audit.ts';
import { checkHuman } from '#server/site/human-check.ts';
import * as sql from './queries-privacy.ts';

const DAY = 86_400_000;
const dueFrom = (received: Date) => new Date(received.getTime() + ANSWER_DAYS * DAY);
const spoken = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' });

export async function receiveRequest(body: z.output<(typeof sendPrivacyRequest)['body']>, ctx: Ctx): Promise<void> {
  await enforceLimit(ctx, 'LIMIT_CONTACT', `privacy:${ctx.ip}`);
  const { humanCheck, ...request } = body;
  const receivedAt = ctx.clock.now();
  const dueAt = dueFrom(receivedAt);
  await ctx.db.transaction(async (trx) => {
    await checkHuman(trx, ctx, humanCheck);
    await sql.addRequest(trx, { ...request, receivedAt, dueAt });
    await enqueueEmail(trx, ctx, {
      to: request.email,
      name: request.name,
      subject: 'We received your privacy request',
      text: [
        `Thanks for writing to us. We'll answer by ${spoken.format(dueAt)}.`,
        "If you didn't send this request, please reply to this email.",
      ],
    });
    await enqueueEmail(trx, ctx, {
      to: ctx.config.SUPPORT_EMAIL,
      subject: `Privacy request: ${request.kind}, due ${spoken.format(dueAt)}`,
      text: [`From ${request.name} <${request.email}>`, request.message || 'No message.'],
      replyTo: request.email,
    });
  });
}

export async function writeDown(
  body: z.output<(typeof addPrivacyRequest)['body']>,
  ctx: Ctx<Actor>,
): Promise<sql.RequestRow> {
  const now = ctx.clock.now();
  const { receivedAt: given, ...request } = body;
  const receivedAt = given ? new Date(given) : now;
  if (receivedAt > now)
    throw badRequest('A request cannot come from the future.', { receivedAt: 'Please choose a day that has been.' });
  return ctx.db.transaction(async (trx) => {
    const id = await sql.addRequest(trx, { ...request, receivedAt, dueAt: dueFrom(receivedAt) });
    const after = (await sql.findRequest(trx, id))!;
    await audit(trx, ctx.actor, { at: now, action: 'privacy.recorded', subject: 'privacy request', subjectId: id });
    return after;
  });
}

export async function closeRequest(
  id: number,
  { read, ...change }: z.output<(typeof closePrivacyRequest)['body']>,
  ctx: Ctx<Actor>,
): Promise<sql.RequestRow> {
  const at = ctx.clock.now();
  const closing = change.status !== 'open';
  return ctx.db.transaction(async (trx) => {
    const before = await sql.lockRequest(trx, id);
    if (!before) throw notFound('There is no such request.');
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
      closedAt: closing ? at : null,
      closedBy: closing ? ctx.actor.userId : null,
    });
    await audit(trx, ctx.actor, {
      at,
      action: closing ? 'privacy.closed' : 'privacy.reopened',
      subject: 'privacy request',
      subjectId: id,
      before: { status: before.status },
      after: { status: change.status },
      note: change.notes,
    });
    return (await sql.findRequest(trx, id))!;
  });
}

export async function myData({ db, actor, clock }: Ctx<Actor>): Promise<Record<string, unknown>> {
  const held = await sql.heldAbout(db, actor.userId);
  return { exportedAt: clock.now().toISOString(), ...held };
}
