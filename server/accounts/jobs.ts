import { sessionTimeouts } from '#contract/accounts/accounts.ts';
import { scheduled, type Job } from '#server/base/jobs/queue.ts';
import { deleteExpiredChanges } from './queries-email-changes.ts';
import { deleteExpiredSessions, deleteOldAddresses } from './queries-sessions.ts';
import { deleteExpiredVerifications } from './queries-verification.ts';
import { deleteOldUndeliverable } from '#server/base/email/undeliverable.ts';
import { sendResetEmail } from './sign-in/reset.ts';

export const jobs: Job[] = [
  sendResetEmail as Job,
  scheduled('accounts.sweep', '7 * * * *', async ({ db, clock }) => {
    const now = clock.now();
    await deleteExpiredSessions(db, now, new Date(now.getTime() - Math.max(...sessionTimeouts) * 60_000));
    await deleteExpiredVerifications(db, now);
    await deleteOldUndeliverable(db, new Date(now.getTime() - 180 * 24 * 3_600_000));
    await deleteExpiredChanges(db, now);
    await deleteOldAddresses(db, new Date(now.getTime() - 90 * 24 * 3_600_000));
  }),
];
