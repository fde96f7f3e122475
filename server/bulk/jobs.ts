import { scheduled, type Job } from '#server/jobs/queue.ts';
import { NIGHTLY_SCHEDULE, makeNightlyBackup } from './backup/backup-store.ts';
import { deleteStaleChunks } from './upload/upload-chunks.ts';
import { dropStaleRuns } from './runs/runs.ts';

export const jobs: Job[] = [
  scheduled('imports.sweep', '* * * * *', dropStaleRuns),
  scheduled('uploads.sweep', '11 * * * *', deleteStaleChunks),
  scheduled('backups.nightly', NIGHTLY_SCHEDULE, makeNightlyBackup),
];
