import { handleFailedJobs as handleFailedJobsContract } from '#contract/home/failed-jobs.ts';
import { staffCounts, staffHome } from '#contract/home/staff-home.ts';
import { admin } from '#server/base/http/guards.ts';
import { serve, type Route } from '#server/base/http/serve.ts';
import { countInboxes, findHome, handleFailedJobs } from './home.ts';

export const routes: Route[] = [
  serve(staffHome, admin, (_input, ctx) => findHome(ctx)),
  serve(staffCounts, admin, (_input, ctx) => countInboxes(ctx)),
  serve(handleFailedJobsContract, admin, ({ body }, ctx) => handleFailedJobs(ctx, body)),
];
