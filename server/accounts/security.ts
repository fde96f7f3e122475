import type { z } from 'zod';
import type { getSecurity, saveSecurity } from '#contract/accounts.ts';
import { DEFAULT_IDLE_MINUTES } from '#server/http/carrier.ts';
import type { Actor, Ctx } from '#server/http/context.ts';
import { readSecurity, writeSetting } from './queries.ts';

type Security = z.input<(typeof getSecurity)['reply']>;

export const security = async (ctx: Ctx<Actor>): Promise<Security> =>
  (await readSecurity(ctx.db, DEFAULT_IDLE_MINUTES)) as Security;

export async function changeSecurity(
  change: z.output<(typeof saveSecurity)['body']>,
  ctx: Ctx<Actor>,
): Promise<Security> {
  const { userId } = ctx.actor;
  await ctx.db.transaction(async (trx) => {
    const at = ctx.clock.now();
    if (change.twoFactorRequired !== undefined)
      await writeSetting(trx, 'admin_two_factor_required', change.twoFactorRequired, userId, at);
    if (change.sessionTimeoutMinutes !== undefined)
      await writeSetting(trx, 'session_timeout_minutes', change.sessionTimeoutMinutes, userId, at);
  });
  return await security(ctx);
}
