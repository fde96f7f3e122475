import { scheduled, type Job } from '#server/job.ts';
import { sweepPictures } from './photos/media.ts';
import { purgeListings } from './owner/owner.ts';

export const jobs: Job[] = [
  scheduled('listings.purge', '20 8 * * *', async (deps) => {
    while ((await purgeListings(deps)) > 0);
  }),
  scheduled('media.sweep', '40 8 * * *', sweepPictures),
];
