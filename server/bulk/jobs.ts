import { scheduled, type Job } from '#server/job.ts';
import { NIGHTLY, nightlyBackup } from './backup/backup-store.ts';
import { sweepPieces } from './upload/upload-chunks.ts';
import { dropStaleRuns } from './runs/runs.ts';

export const jobs: Job[] = [
  scheduled('imports.sweep', '* * * * *', dropStaleRuns),
  scheduled('uploads.sweep', '11 * * * *', sweepPieces),
  scheduled('backups.nightly', NIGHTLY, nightlyBackup),
];
