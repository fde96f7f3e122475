import { scheduled, type Job } from '#server/job.ts';
import { NIGHTLY, nightlyBackup } from './backups.ts';
import { sweepPieces } from './pieces.ts';
import { dropStaleRuns } from './runs.ts';

export const jobs: Job[] = [
  scheduled('imports.sweep', '* * * * *', dropStaleRuns),
  scheduled('uploads.sweep', '11 * * * *', sweepPieces),
  scheduled('backups.nightly', NIGHTLY, nightlyBackup),
];
