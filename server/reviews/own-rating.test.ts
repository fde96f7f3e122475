import { afterAll, beforeAll, expect, it } from 'vitest';
import { reviews, type Reviews } from '#server/test/people/reviews.ts';

let r: Reviews;
beforeAll(async () => {
  r = await reviews();
});
afterAll(() => r.app.stop());

it('counts every review of a listing when several are published or deleted at the same time', async () => {
  const { db, clock } = r.app.deps;
  const dentistId = await r.practice();
  const at = clock.now();
  const waiting = {
    dentistId, status: 'waiting', visitMonth: '2025-01-01', body: 'The visit took less than an hour.', authorName: 'Pia P.', language: 'en',
    writtenAt: at, sentAt: at, changedAt: at, publishAt: at,
  }; // prettier-ignore
  const ids = (await db('reviews').insert([1, 4, 5].map((stars) => ({ ...waiting, stars }))).returning('id')) as { id: number }[]; // prettier-ignore
  const stored = () => db('dentists').where({ id: dentistId }).first('ownRating', 'ownReviewCount');
  const [first, second, third] = ids.map(({ id }) => id);

  const publish = (id: number | undefined, on = db) => on('reviews').where({ id }).update({ status: 'published', publishedAt: at }); // prettier-ignore
  const one = await db.transaction();
  await publish(first, one);
  const other = Promise.resolve(publish(second));
  await waitForLock();
  await one.commit();
  await other;
  expect(await stored()).toEqual({ ownRating: 2.5, ownReviewCount: 2 });

  const remover = await db.transaction();
  await remover('reviews').where({ id: first }).delete();
  const last = Promise.resolve(publish(third));
  await waitForLock();
  await remover.commit();
  await last;
  expect(await stored()).toEqual({ ownRating: 4.5, ownReviewCount: 2 });

  async function waitForLock(): Promise<void> {
    await expect
      .poll(
        async () =>
          (await db('pg_stat_activity').where({ waitEventType: 'Lock' }).whereRaw('datname = current_database()'))
            .length,
      ) // prettier-ignore
      .toBeGreaterThan(0);
  }
});
