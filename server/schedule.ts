import { sendResetEmail } from './accounts/sign-in/reset.ts';
import { sweepAccounts } from './accounts/sweep.ts';
import { deleteOldDeliveries, deliverWebhooks } from './accounts/webhooks/deliver.ts';
import { closeUnanswerable, eraseOldRequests } from './appointments/retention.ts';
import { sealStoredContacts } from './appointments/stored-requests.ts';
import { purgeDeletedArticles } from './articles/deleted.ts';
import { resumeRuns, writeNext } from './articles/generate.ts';
import { publishDueArticles } from './articles/publish.ts';
import { sendEmail } from './base/email/email.ts';
import type { Deps } from './base/http/context.ts';
import { deleteOldLinks } from './base/http/downloads/download-links.ts';
import { deleteExpiredHumanChecks } from './base/http/limits/human-check.ts';
import { sweepLimits } from './base/http/limits/limits.ts';
import { scheduled, type Job } from './base/jobs/queue.ts';
import { runDueJobs, startJobLoops, type Worker } from './base/jobs/worker.ts';
import { endGivenPlans } from './billing/admin/given-plans.ts';
import { followFailedRenewals } from './billing/failed-payments.ts';
import { announceRenewals, jobs as billing, reconcile } from './billing/jobs.ts';
import { comparePlanPrices } from './billing/stripe-prices.ts';
import {
  DRILL_SCHEDULE,
  drillNewestBackup,
  makeReportedBackup,
  runJob,
  sweepBackupRuns,
} from './bulk/backup/backup-runs.ts';
import { NIGHTLY_SCHEDULE } from './bulk/backup/backup-store.ts';
import { sweepQueue } from './bulk/queue/run-queue.ts';
import { dropStaleRuns } from './bulk/runs/runs.ts';
import { sweepUploads } from './bulk/upload/upload-chunks.ts';
import { sweepFiles } from './bulk/workbench/read-file.ts';
import { deleteOldStarts } from './claims/started-claims.ts';
import { askOwner, askOwners } from './confirmations/ask-owners.ts';
import { countCallList } from './confirmations/call-list.ts';
import { saveDataHealth } from './data-health/data-health.ts';
import { askForRelease } from './home/release.ts';
import { sealDays } from './insights/days/seal-days.ts';
import { enqueueMonthlyInsights, sendMonthlyInsights } from './insights/monthly-email.ts';
import { applyRetention } from './insights/privacy/retention.ts';
import { closeVisits } from './insights/tracking/track.ts';
import { purgeDeletedListings } from './listings/owner/owner.ts';
import { deleteUnusedPictures, removePictures } from './listings/photos/media.ts';
import { deleteUnusedShortlists } from './listings/shortlists/shortlists.ts';
import { settleTransfers } from './listings/transfers/settle.ts';
import { invitePatients, remindPatients } from './reviews/invite.ts';
import { refreshRanks } from './reviews/refresh-ranks.ts';
import { publishDueReviews } from './reviews/publish.ts';
import { eraseOldTraces } from './reviews/retention.ts';
import { enqueueWeeklyReviews, sendWeeklyReviews } from './reviews/weekly/weekly-email.ts';
import { addSample } from './opening/sample/add-sample.ts';
import { removeSample } from './opening/sample/sample-data.ts';
import { purgeChangedPages } from './site/cdn/purge-pages.ts';
import { submitChangedPages } from './site/indexnow/submit-pages.ts';
import { fetchDueSources } from './sources/sources.ts';
import { visitWebsitesJob } from './sources/websites/visit-websites.ts';
import { groupChangeJob } from './groups/changes.ts';
import { bulkChangeJob, sweepChanges } from './tables/jobs.ts';

/** Every scheduled job, in UTC. `docs/schedule.md` has the same table with the times of New York. */
export const timetable: Job[] = [
  scheduled({ everySeconds: 5 }, 'webhooks.deliver', (deps) => deliverWebhooks(deps)),
  scheduled({ everySeconds: 15 }, 'articles.publish', publishDueArticles),
  scheduled({ everySeconds: 15 }, 'site.purge', purgeChangedPages),
  scheduled('* * * * *', 'articles.tidy', resumeRuns),
  scheduled('* * * * *', 'imports.sweep', dropStaleRuns),
  scheduled('* * * * *', 'importQueue.sweep', sweepQueue),
  scheduled('* * * * *', 'importFiles.sweep', sweepFiles),
  scheduled('* * * * *', 'transfers.settle', settleTransfers),
  scheduled('*/5 * * * *', 'appointments.close', closeUnanswerable),
  scheduled('*/5 * * * *', 'appointments.seal', sealStoredContacts),
  scheduled('*/5 * * * *', 'backups.sweep', sweepBackupRuns),
  scheduled('*/5 * * * *', 'insights.close-visits', closeVisits),
  scheduled('*/5 * * * *', 'reviews.publish', publishDueReviews),
  scheduled('*/10 * * * *', 'human-checks.sweep', deleteExpiredHumanChecks),
  scheduled('*/10 * * * *', 'limits.sweep', sweepLimits),
  scheduled('*/10 * * * *', 'site.indexnow', (deps) => submitChangedPages(deps)),
  scheduled('5 * * * *', 'billing.renewals', announceRenewals),
  scheduled('5 * * * *', 'billing.failed_renewals', followFailedRenewals),
  scheduled('7 * * * *', 'accounts.sweep', sweepAccounts),
  scheduled('7 * * * *', 'insights.seal-days', sealDays),
  scheduled('11 * * * *', 'uploads.sweep', sweepUploads),
  scheduled('15 * * * *', 'billing.given_plans', endGivenPlans),
  scheduled('23 * * * *', 'download-links.sweep', deleteOldLinks),
  scheduled('25 * * * *', 'confirmations.call-list', countCallList),
  scheduled('35 * * * *', 'billing.prices', comparePlanPrices),
  scheduled(NIGHTLY_SCHEDULE, 'backups.nightly', makeReportedBackup),
  scheduled('20 8 * * *', 'articles.purge_deleted', purgeDeletedArticles),
  scheduled('20 8 * * *', 'billing.reconcile', reconcile),
  scheduled('20 8 * * *', 'listings.purge', purgeDeletedListings),
  scheduled('40 8 * * *', 'insights.retention', applyRetention),
  scheduled('40 8 * * *', 'media.sweep', deleteUnusedPictures),
  scheduled('50 8 * * *', 'appointments.erase', eraseOldRequests),
  scheduled('50 8 * * *', 'reviews.erase', eraseOldTraces),
  scheduled('50 8 * * *', 'reviews.refresh', refreshRanks),
  scheduled('50 8 * * *', 'webhooks.sweep', deleteOldDeliveries),
  scheduled('50 8 * * *', 'shortlists.sweep', deleteUnusedShortlists),
  scheduled('50 8 * * *', 'started-claims.sweep', deleteOldStarts),
  scheduled('10 9 * * *', 'data-health.daily', saveDataHealth),
  scheduled('10 9 * * *', 'tables.sweep', sweepChanges),
  scheduled('20 10 * * *', 'sources.fetch', fetchDueSources),
  scheduled('40 10 * * *', 'home.release', askForRelease),
  scheduled('20 15 * * 1-5', 'confirmations.ask-owners', askOwners),
  scheduled('30 17 * * *', 'reviews.invite', invitePatients),
  scheduled('30 17 * * *', 'reviews.remind', remindPatients),
  scheduled(DRILL_SCHEDULE, 'backups.drill', drillNewestBackup),
  scheduled('0 15 * * 1', 'reviews.weekly', enqueueWeeklyReviews),
  scheduled('0 15 2 * *', 'insights.monthly', enqueueMonthlyInsights),
];

/** Jobs that something else enqueues. */
const enqueuedJobs: Job[] = [
  sendEmail,
  sendResetEmail as Job,
  writeNext as Job,
  ...billing,
  runJob as Job,
  askOwner as Job,
  sendMonthlyInsights as Job,
  sendWeeklyReviews as Job,
  bulkChangeJob,
  groupChangeJob,
  removePictures as Job,
  addSample as Job,
  removeSample as Job,
  visitWebsitesJob as Job,
];

const allJobs = [...enqueuedJobs, ...timetable];

export const startWorker = (deps: Deps): Worker => startJobLoops(deps, allJobs);

/** Runs each due job once and returns. Used by tests and commands. */
export const runJobs = (deps: Deps): Promise<void> => runDueJobs(deps, allJobs);
