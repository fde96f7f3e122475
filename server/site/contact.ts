import type { z } from 'zod';
import type { sendContact } from '#contract/site.ts';
import type { Ctx } from '#server/http/context.ts';
import { enforceLimit } from '#server/http/limits.ts';
import { verifyHumanCheck } from '../http/human-check.ts';
import { emailContactMessage } from './emails.ts';
import { insertMessage } from './queries.ts';

/** Stores the message and emails it to support, in one transaction. */
export async function receiveContactMessage(body: z.output<(typeof sendContact)['body']>, ctx: Ctx): Promise<void> {
  await enforceLimit(ctx, 'LIMIT_CONTACT', ctx.ip, 'You have sent several messages. Please try again in an hour.');
  const { humanCheck, ...message } = body;
  await ctx.db.transaction(async (trx) => {
    await verifyHumanCheck(trx, ctx, humanCheck);
    const id = await insertMessage(trx, message, ctx.clock.now());
    await emailContactMessage(trx, ctx, { ...message, id });
  });
}
