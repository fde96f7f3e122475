import { afterAll, beforeAll, expect, it } from 'vitest';
import { listingPath } from '#contract/listings/listings.ts';
import { reviews, type Reviews } from '#server/test/people/reviews.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { decode, renderedSite } from './test/rendered-site.ts';

let r: Reviews;
let app: TestApp;
beforeAll(async () => {
  r = await reviews();
  app = await testApp({ site: renderedSite(), beside: r.app });
});
afterAll(async () => {
  await app.stop();
  await r.app.stop();
});

it('marks imported reviews on the profile and on their page, counts them apart, and keeps them from search engines', async () => {
  const dentistId = await r.practice();
  const at = app.deps.clock.now();
  const review = { dentistId, status: 'published', stars: 5, visitMonth: '2025-01-01', body: 'They explained every step.', authorName: 'Pia P.', language: 'en', writtenAt: at, sentAt: at, changedAt: at, publishedAt: at }; // prettier-ignore
  await app.deps.db('reviews').insert([1, 2].map(() => ({ ...review, source: 'imported', verifiedBy: null })));
  const listing = (await app.get(`/api/dentists/${dentistId}`)).body;
  const pages = await Promise.all([`/reviews/${dentistId}`, listingPath(listing)].map((path) => app.get(path)));
  for (const { status, text } of pages) {
    const html = decode(text);
    const has = (words: string) => html.includes(words);
    expect([status, has('2 imported reviews'), has('written in another directory'), has('>Imported<')]).toEqual([200, true, true, true]); // prettier-ignore
    expect([has('>Email verified<'), has('aggregateRating')]).toEqual([false, false]);
  }
});
