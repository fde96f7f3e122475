import { afterAll, beforeAll, expect, it } from 'vitest';
import { reviews, type Reviews } from '#server/test/people/reviews.ts';
import { invitePatients } from './invite.ts';

const TEXTS = 24;
let r: Reviews;
beforeAll(async () => void (r = await reviews()));
afterAll(() => r.app.stop());

const endings = [
  '',
  ' Call 512 555 0100.',
  ' See www.example.com.',
  ' He is an idiot.',
  ' My son has epilepsy.',
  ' Muy amables todos.',
];
const textOf = (n: number) =>
  `Visit ${n * 7919} took ${n} minutes in room ${n * 31} on floor ${n % 9}.${endings[n % endings.length]}`;

it('takes the same path at the same time with any stars and answers', async () => {
  const listing = await r.practice();
  const tokens: string[] = [];
  for (let n = 0; n < TEXTS; n++) {
    const { email } = await r.acceptedPatient(listing);
    r.app.deps.clock.set('2025-03-11T17:31:00Z');
    await invitePatients(r.app.deps);
    tokens.push(await r.tokenOf(email));
    r.app.deps.clock.set('2025-03-03T15:00:00Z');
  }
  const run = async (starsOf: (n: number) => number, answer: string) => {
    await r.app.deps.db('reviews').delete();
    r.app.deps.clock.set('2025-03-11T18:00:00Z');
    for (const [n, token] of tokens.entries()) {
      const answers = { explained: answer, onTime: answer, priceAsTold: answer, wouldReturn: answer };
      await r.save(token, { text: textOf(n), stars: starsOf(n), ...answers });
      // Ten in an hour from one network would be a burst, and twenty in a day a campaign.
      r.app.deps.clock.advance(2 * 3_600_000);
    }
    const sent = await r.app.deps.db('reviews').orderBy('invitationId').select('status', 'flags', 'publishAt', 'dueAt');
    await r.publishAll();
    const published = await r.app.deps.db('reviews').orderBy('invitationId').select('status', 'flags', 'publishedAt');
    return { sent, published };
  };
  const one = await run(() => 1, 'no');
  expect(await run(() => 5, 'yes')).toEqual(one);
  expect(await run((n) => (n % 5) + 1, '')).toEqual(one);
  expect(new Set(one.published.map(({ status }: { status: string }) => status))).toEqual(
    new Set(['flagged', 'published']),
  );
}, 120_000);
