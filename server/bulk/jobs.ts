import { scheduled, type Job } from '#server/base/jobs/queue.ts';
import { NIGHTLY_SCHEDULE } from './backup/backup-store.ts';
import {
  DRILL_SCHEDULE,
  drillNewestBackup,
  makeReportedBackup,
  runJob,
  sweepBackupRuns,
} from './backup/backup-runs.ts';
import { deleteAbandonedUploads } from './read/spool.ts';
import { deleteStaleChunks } from './upload/upload-chunks.ts';
import { dropStaleRuns } from './runs/runs.ts';
import { sweepQueue } from './queue/run-queue.ts';
import { sweepFiles } from './workbench/read-file.ts';

export const jobs: Job[] = [
  scheduled('imports.sweep', '* * * * *', dropStaleRuns),
  scheduled('importQueue.sweep', '* * * * *', sweepQueue),
  scheduled('importFiles.sweep', '* * * * *', sweepFiles),
  scheduled('uploads.sweep', '11 * * * *', async (deps) => {
    await deleteStaleChunks(deps);
    await deleteAbandonedUploads(deps.config.DATA_DIR);
  }),
  scheduled('backups.nightly', NIGHTLY_SCHEDULE, makeReportedBackup),
  scheduled('backups.drill', DRILL_SCHEDULE, drillNewestBackup),
  scheduled('backups.sweep', '*/5 * * * *', sweepBackupRuns),
  runJob as Job,
];
