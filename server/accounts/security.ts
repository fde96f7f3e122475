import type { z } from 'zod';
import { getSecurity, type saveSecurity } from '#contract/accounts/accounts.ts';
import { DEFAULT_IDLE_MINUTES } from '#server/base/http/callers/session-timeout.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { rejectIfChanged } from '#server/base/http/edit-conflict.ts';
import { announceSecurityChange } from './announce-security.ts';
import { lockSettings, findLastSettingChange, readSecuritySettings, saveSetting } from './queries.ts';
import { passwordRequired, requireRecentPassword } from './sign-in/own-password.ts';

type SecuritySettings = z.input<(typeof getSecurity)['reply']>;

const settingNames = {
  twoFactorRequired: 'admin_two_factor_required',
  sessionTimeoutMinutes: 'session_timeout_minutes',
};

export const getSecuritySettings = async (ctx: Ctx<Actor>): Promise<SecuritySettings> =>
  (await readSecuritySettings(ctx.db, DEFAULT_IDLE_MINUTES)) as SecuritySettings;

type Change = Partial<Pick<SecuritySettings, keyof typeof settingNames>>;

const isWeaker = (stored: SecuritySettings, { twoFactorRequired, sessionTimeoutMinutes }: Change): boolean =>
  (stored.twoFactorRequired && twoFactorRequired === false) ||
  (sessionTimeoutMinutes !== undefined && sessionTimeoutMinutes > stored.sessionTimeoutMinutes);

/** Says what changed, for the email to the other administrators. */
const describeChange = (stored: SecuritySettings, { twoFactorRequired, sessionTimeoutMinutes }: Change): string[] => [
  ...(twoFactorRequired === undefined || twoFactorRequired === stored.twoFactorRequired
    ? []
    : [
        twoFactorRequired
          ? 'Two-factor login is now required for staff.'
          : 'Two-factor login is no longer required for staff.',
      ]),
  ...(sessionTimeoutMinutes === undefined || sessionTimeoutMinutes === stored.sessionTimeoutMinutes
    ? []
    : [
        `People are now signed out after ${sessionTimeoutMinutes} minutes of inactivity, before after ${stored.sessionTimeoutMinutes}.`,
      ]),
];

/** A weaker setting needs a password that was entered just now, because an unattended screen could be signed in. */
export async function saveSecuritySettings(
  { read, password, ...change }: z.output<(typeof saveSecurity)['body']>,
  ctx: Ctx<Actor>,
): Promise<SecuritySettings> {
  const { userId } = ctx.actor;
  const isConfirmed = password !== undefined || isWeaker(await getSecuritySettings(ctx), change);
  if (isConfirmed) await requireRecentPassword(ctx, password);
  await ctx.db.transaction(async (trx) => {
    const at = ctx.clock.now();
    await lockSettings(trx);
    const stored = (await readSecuritySettings(trx, DEFAULT_IDLE_MINUTES)) as SecuritySettings;
    await rejectIfChanged({
      read,
      schema: getSecurity.reply,
      stored,
      newValues: change,
      actor: ctx.actor,
      findLastChange: (fields) =>
        findLastSettingChange(
          trx,
          fields.map((field) => settingNames[field as keyof typeof settingNames] ?? field),
        ),
    });
    // Another administrator can have made the setting stronger since.
    if (!isConfirmed && isWeaker(stored, change)) throw passwordRequired();
    const sentences = describeChange(stored, change);
    if (sentences.length === 0) return;
    for (const [field, name] of Object.entries(settingNames)) {
      const value = change[field as keyof typeof change];
      if (value !== undefined) await saveSetting(trx, name, value, userId, at);
    }
    const pick = ({ twoFactorRequired, sessionTimeoutMinutes }: SecuritySettings) => ({
      twoFactorRequired,
      sessionTimeoutMinutes,
    });
    await announceSecurityChange(
      trx,
      ctx,
      {
        action: 'security.updated',
        subject: 'settings',
        subjectId: 'security',
        before: pick(stored),
        after: { ...pick(stored), ...change },
      },
      sentences.join(' '),
    );
  });
  return await getSecuritySettings(ctx);
}
