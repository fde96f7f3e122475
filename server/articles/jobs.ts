import { scheduled, type Job } from '#server/base/jobs/queue.ts';
import { purgeDeletedArticles } from './deleted.ts';
import { resumeRuns, writeNext } from './generate.ts';
import { publishDueArticles } from './publish.ts';

export const jobs: Job[] = [
  writeNext as Job,
  // If a server stops during a run, the next run is only seconds away.
  scheduled('articles.publish', { everySeconds: 15 }, async (deps) => void (await publishDueArticles(deps))),
  scheduled('articles.tidy', '* * * * *', resumeRuns),
  scheduled('articles.purge_deleted', '20 8 * * *', purgeDeletedArticles),
];
