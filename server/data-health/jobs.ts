import { scheduled, type Job } from '#server/base/jobs/queue.ts';
import { saveDataHealth } from './data-health.ts';

export const jobs: Job[] = [scheduled('data-health.daily', '10 9 * * *', saveDataHealth)];
