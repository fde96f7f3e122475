import { scheduled, type Job } from '#server/base/jobs/queue.ts';
import { deleteOldStarts } from './started-claims.ts';

export const jobs: Job[] = [scheduled('started-claims.sweep', '50 8 * * *', deleteOldStarts)];
