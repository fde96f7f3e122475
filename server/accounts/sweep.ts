import { sessionTimeouts } from '#contract/accounts/accounts.ts';
import { deleteOldUndeliverable } from '#server/base/email/undeliverable.ts';
import type { Deps } from '#server/base/http/context.ts';
import { deleteKeysExpiredBefore } from './queries-api-keys.ts';
import { deleteExpiredChanges } from './queries-email-changes.ts';
import { deleteExpiredSessions, deleteOldAddresses } from './queries-sessions.ts';
import { deleteExpiredVerifications } from './queries-verification.ts';

const DAY_MS = 24 * 3_600_000;

export async function sweepAccounts({ db, clock }: Deps): Promise<void> {
  const now = clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  await deleteExpiredSessions(db, now, before(Math.max(...sessionTimeouts) * 60_000));
  await deleteExpiredVerifications(db, now);
  await deleteOldUndeliverable(db, before(180 * DAY_MS));
  await deleteExpiredChanges(db, now);
  await deleteKeysExpiredBefore(db, before(30 * DAY_MS));
  await deleteOldAddresses(db, before(90 * DAY_MS));
}
