import { sweepLimits } from './base/http/limits/limits.ts';
import type { Deps } from './base/http/context.ts';
import { scheduled, type Job } from './base/jobs/queue.ts';
import { runDueJobs, startJobLoops, type Worker } from './base/jobs/worker.ts';
import { jobs as accounts } from './accounts/jobs.ts';
import { jobs as appointments } from './appointments/jobs.ts';
import { jobs as articles } from './articles/jobs.ts';
import { jobs as billing } from './billing/jobs.ts';
import { jobs as bulk } from './bulk/jobs.ts';
import { jobs as claims } from './claims/jobs.ts';
import { jobs as confirmations } from './confirmations/jobs.ts';
import { jobs as dataHealth } from './data-health/jobs.ts';
import { jobs as insights } from './insights/jobs.ts';
import { jobs as listings } from './listings/jobs.ts';
import { jobs as tables } from './tables/jobs.ts';
import { sendEmail } from './base/email/email.ts';
import { deleteOldLinks } from './base/http/downloads/download-links.ts';
import { deleteExpiredHumanChecks } from './base/http/limits/human-check.ts';

/** Every kind of background job with its schedule. */
const allJobs: Job[] = [
  sendEmail,
  scheduled('limits.sweep', '*/10 * * * *', sweepLimits),
  scheduled('human-checks.sweep', '*/10 * * * *', deleteExpiredHumanChecks),
  scheduled('download-links.sweep', '23 * * * *', deleteOldLinks),
  ...accounts,
  ...listings,
  ...appointments,
  ...claims,
  ...confirmations,
  ...dataHealth,
  ...billing,
  ...articles,
  ...insights,
  ...bulk,
  ...tables,
];

export const startWorker = (deps: Deps): Worker => startJobLoops(deps, allJobs);

/** Runs each due job once and returns. Used by tests and commands. */
export const runJobs = (deps: Deps): Promise<void> => runDueJobs(deps, allJobs);
