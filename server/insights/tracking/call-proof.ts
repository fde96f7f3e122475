import { SESSION_HEADER } from '#contract/insights/insights.ts';
import type { Ctx } from '#server/base/http/context.ts';
import { Refusal } from '#server/base/http/errors.ts';
import { hasTappedCall } from './queries-practice-contacts.ts';
import { findCachedSession } from './track.ts';

const DAY = 86_400_000;

/** Throws unless the request comes from a visit that used a phone link of this listing within a day. */
export async function requireTappedCall(ctx: Ctx, dentistId: number): Promise<void> {
  const { sessionId } = await findCachedSession(ctx.header(SESSION_HEADER), ctx);
  const since = new Date(ctx.clock.now().getTime() - DAY);
  if (!(await hasTappedCall(ctx.db, sessionId, dentistId, since)))
    throw new Refusal(409, 'no_call', 'Please call the practice first.');
}
