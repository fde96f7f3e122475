import type { Deps } from '#server/base/http/context.ts';
import { audit, type AuditActor } from '#server/audit/audit.ts';
import { badRequest } from '#server/base/http/errors.ts';
import { lockSetting, saveSetting } from './queries-status.ts';

/** Makes the site read-only, or writable again. Other servers notice within two seconds. */
export async function changeReadOnly(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  actor: AuditActor,
  { isOn, until }: { isOn: boolean; until: string | null },
): Promise<void> {
  const at = clock.now();
  if (isOn && until !== null && until <= at.toISOString()) {
    const sentence = 'Please enter a time in the future.';
    throw badRequest(sentence, { until: sentence });
  }
  await db.transaction(async (trx) => {
    const before = (await lockSetting(trx, 'read_only')) as { since: string; until: string | null } | null;
    const after = isOn ? { since: before?.since ?? at.toISOString(), until } : null;
    await saveSetting(trx, 'read_only', after, actor?.userId ?? null, at);
    const action = isOn ? 'read_only.on' : 'read_only.off';
    await audit(trx, actor, { at, action, subject: 'settings', subjectId: 'read_only', before, after });
  });
  await settings.reload();
}
