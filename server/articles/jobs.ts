import { scheduled, type Job } from '#server/job.ts';
import { resumeRuns, writeNext } from './generate.ts';
import { publishDueArticles } from './publish.ts';

export const jobs: Job[] = [
  writeNext as Job,
  // A server that dies at it keeps only its own turn: the next one is a few seconds away.
  scheduled('articles.publish', { everySeconds: 15 }, async (deps) => void (await publishDueArticles(deps))),
  scheduled('articles.tidy', '* * * * *', resumeRuns),
];
