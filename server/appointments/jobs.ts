import { scheduled, type Job } from '#server/base/jobs/queue.ts';
import { sealStoredContacts } from './stored-requests.ts';
import { closeUnanswerable, eraseOldRequests } from './retention.ts';

export const jobs: Job[] = [
  scheduled('appointments.close', '*/5 * * * *', closeUnanswerable),
  scheduled('appointments.seal', '*/5 * * * *', sealStoredContacts),
  // 3:50 or 4:50 a.m. in New York.
  scheduled('appointments.erase', '50 8 * * *', eraseOldRequests),
];
