import { scheduled, type Job } from '#server/base/jobs/queue.ts';
import { purgeDeletedListings } from './owner/owner.ts';
import { deleteUnusedPictures } from './photos/media.ts';
import { deleteUnusedShortlists } from './shortlists/shortlists.ts';
import { settleTransfers } from './transfers/settle.ts';

export const jobs: Job[] = [
  scheduled('listings.purge', '20 8 * * *', async (deps) => {
    while ((await purgeDeletedListings(deps)) > 0);
  }),
  scheduled('media.sweep', '40 8 * * *', deleteUnusedPictures),
  scheduled('transfers.settle', '* * * * *', settleTransfers),
  scheduled('shortlists.sweep', '50 8 * * *', deleteUnusedShortlists),
];
