import type { z } from 'zod';
import type { sendContact } from '#contract/site.ts';
import type { Ctx } from '#server/http/context.ts';
import { enforceLimit } from '#server/http/limits.ts';
import { enqueueEmail } from '#server/email.ts';
import { checkHuman } from './human-check.ts';
import { storeMessage } from './queries.ts';

/** Stores the message and mails it to support, or does neither. */
export async function receiveContact(body: z.output<(typeof sendContact)['body']>, ctx: Ctx): Promise<void> {
  await enforceLimit(
    ctx,
    'LIMIT_CONTACT',
    ctx.ip,
    'You have sent several messages already. Please try again in an hour.',
  );
  const { humanCheck, ...message } = body;
  await ctx.db.transaction(async (trx) => {
    await checkHuman(trx, ctx, humanCheck);
    await storeMessage(trx, message, ctx.clock.now());
    await enqueueEmail(trx, ctx, {
      to: ctx.config.SUPPORT_EMAIL,
      replyTo: message.email,
      subject: `[${message.category}] ${message.subject}`.replace(/[\r\n]+/g, ' '),
      text: [`From ${message.name} <${message.email}>`, message.message],
    });
  });
}
