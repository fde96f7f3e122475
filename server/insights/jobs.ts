import { scheduled, type Job } from '#server/base/jobs/queue.ts';
import { enqueueMonthlyInsights, sendMonthlyInsights } from './monthly-email.ts';
import { closeQuietSessions } from './tracking/queries-track.ts';
import { applyRetention } from './privacy/retention.ts';
import { closeDays } from './days/close-days.ts';

/** A visit ends after this long without activity. */
const IDLE_MS = 30 * 60_000;

export const jobs: Job[] = [
  sendMonthlyInsights as Job,
  // 10 or 11 a.m. in New York.
  scheduled('insights.monthly', '0 15 2 * *', enqueueMonthlyInsights),
  scheduled('insights.close-visits', '*/5 * * * *', async ({ db, clock }) => {
    const before = new Date(clock.now().getTime() - IDLE_MS);
    while ((await closeQuietSessions(db, before)) > 0);
  }),
  scheduled('insights.seal-days', '7 * * * *', async (deps) => void (await closeDays(deps))),
  // 3:40 or 4:40 a.m. in New York.
  scheduled('insights.retention', '40 8 * * *', applyRetention),
];
