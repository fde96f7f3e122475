import { z } from 'zod';
import type * as contract from '#contract/inbox.ts';
import { audit, lastChange } from '#server/audit/audit.ts';
import type { StaffContext } from '#server/base/tables/bulk-action.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { rejectIfChanged } from '#server/base/http/edit-conflict.ts';
import { conflict, notFound } from '#server/base/http/errors.ts';
import { emailReply } from './emails.ts';
import { findInboxItem, type Detail } from './inbox.ts';
import * as sql from './queries.ts';

const noSuchMessage = () => notFound('This message no longer exists.');

/** Stores and emails an answer in one transaction. The answer's first author becomes the assignee if there is none. */
export async function replyToMessage(
  ctx: Ctx<Actor>,
  id: number,
  { message, close }: z.output<(typeof contract.replyToMessage)['body']>,
): Promise<Detail> {
  const at = ctx.clock.now();
  const { userId } = ctx.actor;
  return ctx.db.transaction(async (trx) => {
    const received = await sql.lockMessage(trx, id);
    if (!received) throw noSuchMessage();
    if (received.status === 'closed')
      throw conflict('Someone closed this message. Reopen it to reply.', 'already_closed');
    const body = message.trim();
    await sql.insertReply(trx, { messageId: id, at, authorId: userId, body });
    await emailReply(trx, ctx, received, { text: body, author: ctx.actor.name });
    const item = await sql.lockItem(trx, 'message', id);
    await sql.updateItem(trx, item.id, {
      readAt: item.readAt ?? at,
      assigneeId: item.assigneeId ?? userId,
      snoozedUntil: null,
    });
    if (close) await sql.setMessageStatus(trx, id, { status: 'closed', closedAt: at, closedBy: userId });
    await audit(trx, ctx.actor, { at, action: 'message.answered', subject: 'message', subjectId: id });
    return findInboxItem(trx, 'message', id);
  });
}

export async function changeMessageStatus(
  ctx: StaffContext,
  id: number,
  { status, read }: z.output<(typeof contract.changeMessage)['body']>,
): Promise<Detail> {
  const at = ctx.clock.now();
  return ctx.db.transaction(async (trx) => {
    const before = await sql.lockMessage(trx, id);
    if (!before) throw noSuchMessage();
    await rejectIfChanged({
      read,
      schema: z.object({ status: z.string() }),
      stored: before,
      newValues: { status },
      actor: ctx.actor,
      findLastChange: () => lastChange(trx, { subject: 'message', subjectId: id }, { fields: ['status'] }),
    });
    const isClosed = status === 'closed';
    await sql.setMessageStatus(trx, id, {
      status,
      closedAt: isClosed ? at : null,
      closedBy: isClosed ? ctx.actor.userId : null,
    });
    if (before.status !== status)
      await audit(trx, ctx.actor, {
        at,
        action: isClosed ? 'message.closed' : 'message.reopened',
        subject: 'message',
        subjectId: id,
        before: { status: before.status },
        after: { status },
      });
    return findInboxItem(trx, 'message', id);
  });
}
