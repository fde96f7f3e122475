import type { z } from 'zod';
import { getSecurity, type saveSecurity } from '#contract/accounts.ts';
import { DEFAULT_IDLE_MINUTES } from '#server/http/authenticate.ts';
import type { Actor, Ctx } from '#server/http/context.ts';
import { rejectIfChanged } from '#server/http/edit-conflict.ts';
import { holdSettings, lastSetting, readSecurity, writeSetting } from './queries.ts';

type Security = z.input<(typeof getSecurity)['reply']>;

const names = {
  twoFactorRequired: 'admin_two_factor_required',
  sessionTimeoutMinutes: 'session_timeout_minutes',
};

export const security = async (ctx: Ctx<Actor>): Promise<Security> =>
  (await readSecurity(ctx.db, DEFAULT_IDLE_MINUTES)) as Security;

export async function changeSecurity(
  { read, ...change }: z.output<(typeof saveSecurity)['body']>,
  ctx: Ctx<Actor>,
): Promise<Security> {
  const { userId } = ctx.actor;
  await ctx.db.transaction(async (trx) => {
    const at = ctx.clock.now();
    await holdSettings(trx);
    await rejectIfChanged({
      read,
      schema: getSecurity.reply,
      stored: (await readSecurity(trx, DEFAULT_IDLE_MINUTES)) as Security,
      newValues: change,
      actor: ctx.actor,
      findLastChange: (fields) =>
        lastSetting(
          trx,
          fields.map((field) => names[field as keyof typeof names] ?? field),
        ),
    });
    for (const [field, name] of Object.entries(names)) {
      const value = change[field as keyof typeof change];
      if (value !== undefined) await writeSetting(trx, name, value, userId, at);
    }
  });
  return await security(ctx);
}
