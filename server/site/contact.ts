import type { z } from 'zod';
import type { sendContact } from '#contract/site.ts';
import type { Ctx } from '#server/http/context.ts';
import { enforceLimit } from '#server/http/limits.ts';
import { enqueueEmail } from '#server/email.ts';
import { verifyHumanCheck } from '../http/human-check.ts';
import { insertMessage } from './queries.ts';

/** Stores the message and emails it to support, in one transaction. */
export async function receiveContactMessage(body: z.output<(typeof sendContact)['body']>, ctx: Ctx): Promise<void> {
  await enforceLimit(ctx, 'LIMIT_CONTACT', ctx.ip, 'You have sent several messages. Please try again in an hour.');
  const { humanCheck, ...message } = body;
  await ctx.db.transaction(async (trx) => {
    await verifyHumanCheck(trx, ctx, humanCheck);
    await insertMessage(trx, message, ctx.clock.now());
    await enqueueEmail(trx, ctx, {
      to: ctx.config.SUPPORT_EMAIL,
      replyTo: message.email,
      subject: `[${message.category}] ${message.subject}`.replace(/[\r\n]+/g, ' '),
      text: [`From ${message.name} <${message.email}>`, message.message],
    });
  });
}
