import type { z } from 'zod';
import { getSecurity, type saveSecurity } from '#contract/accounts/accounts.ts';
import { DEFAULT_IDLE_MINUTES } from '#server/http/session-timeout.ts';
import type { Actor, Ctx } from '#server/http/context.ts';
import { rejectIfChanged } from '#server/http/edit-conflict.ts';
import { lockSettings, findLastSettingChange, readSecuritySettings, saveSetting } from './queries.ts';

type SecuritySettings = z.input<(typeof getSecurity)['reply']>;

const settingNames = {
  twoFactorRequired: 'admin_two_factor_required',
  sessionTimeoutMinutes: 'session_timeout_minutes',
};

export const getSecuritySettings = async (ctx: Ctx<Actor>): Promise<SecuritySettings> =>
  (await readSecuritySettings(ctx.db, DEFAULT_IDLE_MINUTES)) as SecuritySettings;

export async function saveSecuritySettings(
  { read, ...change }: z.output<(typeof saveSecurity)['body']>,
  ctx: Ctx<Actor>,
): Promise<SecuritySettings> {
  const { userId } = ctx.actor;
  await ctx.db.transaction(async (trx) => {
    const at = ctx.clock.now();
    await lockSettings(trx);
    await rejectIfChanged({
      read,
      schema: getSecurity.reply,
      stored: (await readSecuritySettings(trx, DEFAULT_IDLE_MINUTES)) as SecuritySettings,
      newValues: change,
      actor: ctx.actor,
      findLastChange: (fields) =>
        findLastSettingChange(
          trx,
          fields.map((field) => settingNames[field as keyof typeof settingNames] ?? field),
        ),
    });
    for (const [field, name] of Object.entries(settingNames)) {
      const value = change[field as keyof typeof change];
      if (value !== undefined) await saveSetting(trx, name, value, userId, at);
    }
  });
  return await getSecuritySettings(ctx);
}
