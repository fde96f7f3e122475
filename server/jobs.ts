import { sweepLimits } from './http/limits.ts';
import type { Deps } from './http/context.ts';
import { scheduled, type Job } from './job.ts';
import { work, workOff, type Worker } from './worker.ts';
import { jobs as accounts } from './accounts/jobs.ts';
import { jobs as articles } from './articles/jobs.ts';
import { jobs as billing } from './billing/jobs.ts';
import { jobs as bulk } from './bulk/jobs.ts';
import { jobs as claims } from './claims/jobs.ts';
import { jobs as insights } from './insights/jobs.ts';
import { jobs as listings } from './listings/jobs.ts';
import { sendMail } from './mail.ts';
import { deleteExpiredHumanChecks } from './http/human-check.ts';

/** The one list of background work: every kind of job and its schedule. */
const allJobs: Job[] = [
  sendMail,
  scheduled('limits.sweep', '*/10 * * * *', sweepLimits),
  scheduled('human-checks.sweep', '*/10 * * * *', deleteExpiredHumanChecks),
  ...accounts,
  ...listings,
  ...claims,
  ...billing,
  ...articles,
  ...insights,
  ...bulk,
];

/** Works until it is stopped. */
export const startWorker = (deps: Deps): Worker => work(deps, allJobs);

/** Runs what is due, once, and returns: for tests and commands. */
export const runJobs = (deps: Deps): Promise<void> => workOff(deps, allJobs);
