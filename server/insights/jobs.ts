import { scheduled, type Job } from '#server/job.ts';
import { closeQuietSessions } from './queries-track.ts';
import { keepPromises } from './retention.ts';
import { sealDays } from './close-days.ts';

/** A visit is over after this long without a sign. */
const QUIET = 30 * 60_000;

export const jobs: Job[] = [
  scheduled('insights.close-visits', '*/5 * * * *', async ({ db, clock }) => {
    const before = new Date(clock.now().getTime() - QUIET);
    while ((await closeQuietSessions(db, before)) > 0);
  }),
  scheduled('insights.seal-days', '7 * * * *', async (deps) => void (await sealDays(deps))),
  // At night in New York.
  scheduled('insights.retention', '40 8 * * *', keepPromises),
];
