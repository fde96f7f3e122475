import { z } from 'zod';
import type { Deps } from '#server/base/http/context.ts';
import { job } from '#server/base/jobs/queue.ts';
import { runChange } from './bulk-changes.ts';
import { deleteOldChanges } from './queries-bulk.ts';

/** Listings that were deleted in bulk can be restored as long, too. */
const KEPT_MS = 30 * 86_400_000;

export const bulkChangeJob = job('tables.bulk-change', {
  payload: z.object({ id: z.int() }),
  handle: ({ id }, deps) => runChange(deps, id),
});

export const sweepChanges = ({ db, clock }: Deps): Promise<number> =>
  deleteOldChanges(db, new Date(clock.now().getTime() - KEPT_MS));
