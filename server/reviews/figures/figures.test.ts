import { afterAll, beforeAll, expect, it } from 'vitest';
import { reviews, type Reviews } from '#server/test/people/reviews.ts';
import { listMonths } from './figures.ts';

let r: Reviews;
beforeAll(async () => void (r = await reviews()));
afterAll(() => r.app.stop());

it('lists months backwards over the turn of the year', () => {
  expect(listMonths('2026-02-28', 4)).toEqual(['2026-02', '2026-01', '2025-12', '2025-11']);
});

it('counts what happened to reviews in each month, with the stars of the refused ones', async () => {
  const { db, clock } = r.app.deps;
  const dentistId = await r.create();
  const review = { dentistId, stars: 3, visitMonth: '2025-01-01', body: 'They explained every step.', authorName: 'Patient', language: 'en' }; // prettier-ignore
  const at = (day: string) => ({ writtenAt: day, sentAt: day, changedAt: day });
  const published = { ...review, status: 'published' };
  await db('reviews').insert([
    // Still February in New York.
    { ...published, ...at('2025-03-01T04:00:00Z'), publishedAt: '2025-03-02T15:00:00Z' },
    { ...published, ...at('2025-03-03T15:00:00Z'), publishedAt: '2025-03-04T15:00:00Z', reportReason: 'insult', reportedAt: '2025-03-05T15:00:00Z' }, // prettier-ignore
    { ...published, ...at('2025-03-03T15:00:00Z'), publishedAt: '2025-03-04T15:00:00Z', source: 'sample' },
    {
      ...published,
      ...at('2025-03-03T15:00:00Z'),
      publishedAt: '2025-03-04T15:00:00Z',
      source: 'imported',
      verifiedBy: null,
    },
    { ...review, ...at('2025-03-03T15:00:00Z'), status: 'waiting', publishAt: '2025-03-04T15:00:00Z' },
    ...[1, 1, 5].map((stars) => ({ ...review, stars, ...at('2025-02-03T15:00:00Z'), status: 'refused', reason: 'copied', decidedAt: '2025-03-03T15:00:00Z' })), // prettier-ignore
    { ...review, ...at('2025-02-03T15:00:00Z'), status: 'refused', reason: 'insult', decidedAt: '2025-02-03T15:00:00Z', appealedAt: '2025-03-01T15:00:00Z' }, // prettier-ignore
    { ...published, ...at('2024-03-03T15:00:00Z'), publishedAt: '2024-03-03T15:00:00Z' },
  ]);
  clock.set('2025-03-10T15:00:00Z');
  const { token } = await r.app.signIn({ role: 'analyst' });
  const { body } = await r.app.get('/api/admin/review-figures', { token });
  expect(body.months).toHaveLength(12);
  expect(body.months.slice(0, 3)).toEqual([
    { month: '2025-03', received: 2, published: 2, refused: 3, reported: 1, appealed: 1 },
    { month: '2025-02', received: 5, published: 0, refused: 1, reported: 0, appealed: 0 },
    { month: '2025-01', received: 0, published: 0, refused: 0, reported: 0, appealed: 0 },
  ]);
  expect(body.refusals).toEqual([
    { month: '2025-03', reason: 'copied', stars: [2, 0, 0, 0, 1] },
    { month: '2025-02', reason: 'insult', stars: [0, 0, 1, 0, 0] },
  ]);
  const editor = await r.app.signIn({ role: 'editor' });
  expect((await r.app.get('/api/admin/review-figures', { token: editor.token })).status).toBe(403);
});
