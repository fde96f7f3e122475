import { afterAll, beforeAll, expect, it } from 'vitest';
import { reviewForm } from '#contract/reviews/reviews.ts';
import type { Ctx } from '#server/base/http/context.ts';
import { reviews, type Reviews } from '#server/test/people/reviews.ts';
import { saveOwnReview } from '../author.ts';
import { publishDueReviews } from '../publish.ts';

const WAVES = 25;
const PER_WAVE = 80;
const LISTINGS = 400;
const MINUTE = 60_000;

let r: Reviews;
beforeAll(async () => void (r = await reviews()));
afterAll(() => r.app.stop());

const endings = [
  '',
  '',
  '',
  ' Call 512 555 0100.',
  ' See www.example.com.',
  ' He is an idiot.',
  ' My son has epilepsy.',
  ' Muy amables todos.',
];
/** A repeatable number below 2³² for each seed. */
const mix = (seed: number): number => Math.imul(seed ^ (seed >>> 15), 2_246_822_519) >>> 0;
/** Twelve words that no other review has. */
const textOf = (n: number) =>
  `${Array.from({ length: 12 }, (_, at) => `w${mix(n * 12 + at + 1).toString(36)}`).join(' ')}.${endings[mix(n) % endings.length]}`;

/** The first chains send from one network each, the next about one practice each, and the others from everywhere about any. */
const placeOf = (chain: number, wave: number) => ({
  network: chain < 10 ? `10.0.${chain}.0` : `10.${chain}.${wave}.0`,
  listing: chain >= 10 && chain < 20 ? chain : 20 + ((chain * WAVES + wave) % (LISTINGS - 20)),
});

it('sends 2,000 reviews the same way at the same time with other stars and answers', async () => {
  const { db, clock } = r.app.deps;
  const ids = (await db('dentists')
    .insert(Array.from({ length: LISTINGS }, (_, n) => ({ name: `Dr. Chain ${n}`, state: 'Texas' })))
    .returning('id')) as { id: number }[];
  clock.set('2025-03-11T18:00:00Z');
  const tokens: string[][] = [];
  for (let wave = 0; wave < WAVES; wave++)
    tokens.push(
      await Promise.all(
        Array.from({ length: PER_WAVE }, (_, chain) => r.linkFor(ids[placeOf(chain, wave).listing]!.id)),
      ),
    );

  const run = async (starsOf: (n: number) => number, answerOf: (n: number) => string) => {
    await db('reviews').delete();
    await db('rateLimits').delete();
    clock.set('2025-03-11T18:00:00Z');
    for (let wave = 0; wave < WAVES; wave++) {
      await Promise.all(
        tokens[wave]!.map((token, chain) => {
          const n = wave * PER_WAVE + chain;
          const answer = answerOf(n);
          const answers = { explained: answer, onTime: answer, priceAsTold: answer, wouldReturn: answer };
          const form = reviewForm.parse(r.form({ text: textOf(n), stars: starsOf(n), ...answers }));
          const ctx = { ...r.app.deps, actor: null, network: placeOf(chain, wave).network } as unknown as Ctx;
          return saveOwnReview(ctx, { ...form, token, photos: [] });
        }),
      );
      clock.advance(2 * MINUTE);
    }
    const sent = await db('reviews').orderBy('body').select('body', 'status', 'flags', 'publishAt', 'dueAt');
    clock.set('2025-03-12T18:00:00Z');
    for (let minutes = 0; minutes <= WAVES * 2; minutes += 5) {
      await publishDueReviews(r.app.deps);
      clock.advance(5 * MINUTE);
    }
    const ended = await db('reviews').orderBy('body').select('body', 'status', 'flags', 'publishedAt', 'dueAt');
    return { sent, ended };
  };

  const one = await run(() => 1, () => 'no'); // prettier-ignore
  const other = await run((n) => (mix(n + 7) % 5) + 1, (n) => ['yes', '', 'no'][n % 3]!); // prettier-ignore
  expect(one.sent).toHaveLength(2_000);
  expect(other).toEqual(one);
  const flags = new Set(one.ended.flatMap((review: { flags: string[] }) => review.flags));
  expect([...flags].toSorted()).toEqual(['burst', 'insult', 'link', 'othersHealth', 'phone', 'surge']);
  expect(new Set(one.ended.map(({ status }: { status: string }) => status))).toEqual(new Set(['flagged', 'published']));
}, 300_000);
