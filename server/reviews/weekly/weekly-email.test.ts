import { afterAll, beforeAll, expect, it } from 'vitest';
import { emailsTo } from '#server/test/emails/sent-emails.ts';
import { reviews, type Reviews } from '#server/test/people/reviews.ts';
import { enqueueWeeklyReviews, lastWeek, sendWeeklyReviews } from './weekly-email.ts';

let r: Reviews;
beforeAll(async () => void (r = await reviews()));
afterAll(() => r.app.stop());

async function publishReview(listing: number, stars: number): Promise<void> {
  r.app.deps.clock.set('2025-03-11T18:00:00Z');
  await r.save(await r.linkFor(listing), { stars });
  await r.publishAll();
}
/** Runs the weekly job and what it enqueued, at this time. */
async function run(at: string): Promise<void> {
  r.app.deps.clock.set(at);
  await enqueueWeeklyReviews(r.app.deps);
  for (const { payload } of await r.app.deps.db('jobs').where({ name: sendWeeklyReviews.name }))
    await sendWeeklyReviews.handle(payload, r.app.deps);
}
const digestsTo = async (email: string) =>
  (await emailsTo(r.app, email)).filter(({ subject }) => subject.endsWith('last week'));

it('covers the week from Monday to Sunday in New York', () => {
  // Sunday night in New York, and the Monday after it.
  expect(lastWeek(new Date('2025-03-17T03:59:00Z'))).toEqual({ from: '2025-03-03', to: '2025-03-09' });
  expect(lastWeek(new Date('2025-03-17T04:01:00Z'))).toEqual({ from: '2025-03-10', to: '2025-03-16' });
});

it('emails an owner once about the reviews of a week, until the owner turns it off', async () => {
  const [first, second, bobs] = [await r.create(), await r.create(), await r.create(r.bob)];
  for (const stars of [5, 2]) await publishReview(first, stars);
  await publishReview(second, 4);
  await publishReview(bobs, 1);
  const at = r.app.deps.clock.now();
  await r.app.deps.db('reviews').insert({ dentistId: first, source: 'imported', verifiedBy: null, status: 'published', stars: 1, visitMonth: '2025-01-01', body: 'From another directory.', authorName: 'Pia P.', language: 'en', writtenAt: at, sentAt: at, changedAt: at, publishedAt: at }); // prettier-ignore
  const off = { token: r.bob.token, body: { weeklyReviews: false } };
  expect((await r.app.call('PUT', '/api/user/notifications', off)).body).toMatchObject({ weeklyReviews: false });

  await run('2025-03-10T15:00:00Z');
  expect(await digestsTo(r.ann.email)).toEqual([]);
  await run('2025-03-17T15:00:00Z');
  await run('2025-03-17T16:00:00Z');
  const [email, ...more] = await digestsTo(r.ann.email);
  expect(more).toEqual([]);
  expect(await digestsTo(r.bob.email)).toEqual([]);
  expect(email!.subject).toBe('3 new reviews last week');
  expect(email!.text[0]).toContain('2 new reviews, 3.5 stars on average, 2 without a reply');
  expect(email!.text[1]).toContain('1 new review, 4 stars, 1 without a reply');

  const token = new URL(email!.unsubscribe!).searchParams.get('token');
  expect((await r.app.post('/api/notifications/unsubscribe', { token })).body.kind).toBe('weeklyReviews');
  r.app.deps.clock.set('2025-03-19T18:00:00Z');
  await r.save(await r.linkFor(first));
  await r.publishAll();
  await run('2025-03-24T15:00:00Z');
  expect(await digestsTo(r.ann.email)).toHaveLength(1);
});
