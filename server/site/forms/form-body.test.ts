import { expect, it } from 'vitest';
import { saveReview } from '#contract/reviews/reviews.ts';
import { toBody } from './form-body.ts';

const review = {
  token: 'a'.repeat(43),
  stars: '4',
  serviceId: '',
  visitMonth: '2025-03',
  text: 'They explained each step well.',
  language: 'en',
  signed: 'yes',
};

it.each([
  ['no checkbox', {}, []],
  ['one checkbox', { removedPhotos: '3' }, [3]],
  ['two checkboxes', { removedPhotos: ['3', '5'] }, [3, 5]],
])('a review posted without scripts removes the photos of %s and adds none', (_name, boxes, removedPhotos) => {
  const body = toBody(saveReview as never, { ...review, ...boxes }, 'sender');
  expect(saveReview.body.parse(body)).toMatchObject({ removedPhotos, photos: [], photoConsent: false });
});
