import { countCallList } from './call-list.ts';
import { scheduled, type Job } from '#server/base/jobs/queue.ts';
import { askOwner, askOwners } from './ask-owners.ts';

export const jobs: Job[] = [
  askOwner as Job,
  // On weekdays, when offices read email. 10 or 11 a.m. in New York.
  scheduled('confirmations.ask-owners', '20 15 * * 1-5', askOwners),
  scheduled('confirmations.call-list', '25 * * * *', countCallList),
];
