import type { z } from 'zod';
import type { sendContact } from '#contract/site.ts';
import { hasPlan } from '#shared/billing/entitlement.ts';
import { facts } from '#shared/billing/plans.ts';
import type { Ctx } from '#server/base/http/context.ts';
import { enforceLimit } from '#server/base/http/limits/limits.ts';
import { verifyHumanCheck } from '../base/http/limits/human-check.ts';
import { emailContactMessage } from './emails.ts';
import { findAccountPlan, insertMessage } from './queries.ts';

const HOUR = 3_600_000;

/**
 * Stores the message and emails it to support, in one transaction. Returns the hours within which we promise an answer. A paying
 * owner's message always comes first, but the shorter time is returned only after a login, because it would reveal that the
 * address pays.
 */
export async function receiveContactMessage(body: z.output<(typeof sendContact)['body']>, ctx: Ctx): Promise<number> {
  await enforceLimit(ctx, 'LIMIT_CONTACT', ctx.network, 'You have sent several messages. Please try again in an hour.');
  const { humanCheck, ...message } = body;
  const isOwner = ctx.actor !== null && hasPlan(ctx.actor);
  await ctx.db.transaction(async (trx) => {
    await verifyHumanCheck(trx, ctx, humanCheck);
    const account = isOwner ? ctx.actor! : await findAccountPlan(trx, message.email);
    const isPriority = account !== undefined && hasPlan(account);
    const now = ctx.clock.now();
    const hours = isPriority ? facts.priorityAnswerHours : facts.answerHours;
    const turn = { priority: isPriority ? 1 : 0, dueAt: new Date(now.getTime() + hours * HOUR) } as const;
    const id = await insertMessage(trx, { ...message, ...turn }, now);
    await emailContactMessage(trx, ctx, { ...message, id, isPriority });
  });
  return isOwner ? facts.priorityAnswerHours : facts.answerHours;
}
