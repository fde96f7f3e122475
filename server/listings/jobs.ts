import type { Job } from '#server/job.ts';

export const jobs: Job[] = [];
