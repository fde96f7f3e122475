import { z } from 'zod';
import { job, scheduled, type Job } from '#server/base/jobs/queue.ts';
import { runChange } from './bulk-changes.ts';
import { deleteOldChanges } from './queries-bulk.ts';

/** Listings that were deleted in bulk can be restored as long, too. */
const KEPT_MS = 30 * 86_400_000;

export const bulkChangeJob = job('tables.bulk-change', {
  payload: z.object({ id: z.int() }),
  handle: ({ id }, deps) => runChange(deps, id),
});

export const jobs: Job[] = [
  bulkChangeJob,
  scheduled('tables.sweep', '10 9 * * *', async ({ db, clock }) => {
    await deleteOldChanges(db, new Date(clock.now().getTime() - KEPT_MS));
  }),
];
