import { z } from 'zod';
import type { SampleData } from '#contract/opening/sample-data.ts';
import { seedArticles } from '#server/articles/seed.ts';
import { seedClaims } from '#server/claims/sample/sample-claims.ts';
import type { Actor, Ctx, Deps } from '#server/base/http/context.ts';
import { conflict } from '#server/base/http/errors.ts';
import { enqueue, job } from '#server/base/jobs/queue.ts';
import { storeSamplePictures } from '#server/listings/photos/sample/sample-pictures.ts';
import { seedSample } from '#server/sample/seed.ts';
import { countListings } from '../setup/queries-setup.ts';
import { findSampleData, markSamplePresent } from './sample-data.ts';

const LISTINGS = 2_000;

/** Adds invented listings to an empty directory, so that staff can look around. No sample account can log in. */
export async function addSampleData(ctx: Ctx<Actor>): Promise<SampleData> {
  if ((await countListings(ctx.db)) > 0)
    throw conflict('This directory has listings already, so it needs no sample data.', 'not_empty');
  await enqueue(ctx.db, addSample, {}, { key: 'sample.add' });
  return findSampleData(ctx);
}

export const addSample = job('sample.add', {
  payload: z.object({}),
  async handle(_payload, deps) {
    const options = { count: LISTINGS, clock: deps.clock, hashPassword: () => Promise.resolve(null) };
    const wasAdded = await seedSample(urlOf(deps), { ...options, storePictures: () => storeSamplePictures(deps) });
    if (!wasAdded) return;
    await markSamplePresent(deps);
    await seedClaims(deps);
    await seedArticles(deps);
  },
});

const urlOf = ({ db }: Deps): string =>
  (db.client as { config: { connection: { connectionString: string } } }).config.connection.connectionString;
