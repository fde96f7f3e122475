import { sessionTimeouts } from '#contract/accounts.ts';
import { scheduled, type Job } from '#server/job.ts';
import { sweepSessions } from './queries-sessions.ts';
import { sendReset } from './reset.ts';

export const jobs: Job[] = [
  sendReset as Job,
  scheduled('accounts.sweep', '7 * * * *', async ({ db, clock }) => {
    const now = clock.now();
    await sweepSessions(db, now, new Date(now.getTime() - Math.max(...sessionTimeouts) * 60_000));
  }),
];
