import { expect, it } from 'vitest';
import type { ShownReviews } from '#contract/reviews/reviews.ts';
import { testListing } from '../test-listing.ts';
import { dentistJsonLd } from './json-ld.ts';

const none = { yes: 0, asked: 0 };
const reviews: ShownReviews = {
  total: 1,
  matching: 1,
  average: 4,
  stars: [0, 0, 0, 1, 0],
  answers: { explained: none, onTime: none, priceAsTold: none, wouldReturn: none },
  services: [],
  languages: [{ language: 'es', count: 1 }],
  withPhotos: 0,
  verified: 1,
  mentions: [],
  source: 'here',
  reviews: [
    {
      id: 1,
      stars: 4,
      explained: null,
      onTime: null,
      priceAsTold: null,
      wouldReturn: null,
      service: null,
      visitMonth: '2026-02',
      text: 'Muy amables y puntuales.',
      language: 'es',
      author: 'Pia P.',
      photos: [],
      writtenAt: '2026-03-01T12:00:00.000Z',
      verifiedBy: 'visit',
      reply: null,
      repliedAt: null,
    },
  ],
};
const markupOf = (shown?: ShownReviews) => dentistJsonLd(testListing, 'https://example.com', shown);

it('marks up the rating and the reviews that were written on this site', () => {
  expect(markupOf(reviews)).toMatchObject({
    aggregateRating: { ratingValue: 4, reviewCount: 1 },
    review: [
      { author: { name: 'Pia P.' }, datePublished: '2026-03-01', inLanguage: 'es', reviewRating: { ratingValue: 4 } },
    ],
  });
});

it('marks up no imported rating or review, no sample, and nothing without reviews', () => {
  expect(testListing.rating).not.toBeNull();
  const imported = { ...reviews, source: 'imported' as const };
  for (const shown of [
    undefined,
    imported,
    { ...reviews, source: 'sample' as const },
    { ...reviews, source: null, total: 0, reviews: [] },
  ]) {
    expect(markupOf(shown)).not.toHaveProperty('aggregateRating');
    expect(markupOf(shown)).not.toHaveProperty('review');
  }
});

it('marks up where patients book, as the page shows it', () => {
  const listing = { ...testListing, bookingUrl: 'https://book.example/new' };
  const actionOf = (isPaid: boolean) => dentistJsonLd({ ...listing, isPaid }, 'https://example.com').potentialAction;
  expect(actionOf(true)).toEqual({ '@type': 'ReserveAction', target: 'https://book.example/new' });
  expect(actionOf(false)).toBeUndefined();
});
