import { expect, test } from 'vitest';
import { describeRatingSource } from './rating-source.ts';

test('a rating names its source, and says if none is recorded', () => {
  expect(describeRatingSource({ rating: 4.9, ratingSource: 'Google' })).toBe('Rating source: Google.');
  for (const ratingSource of [null, ' '])
    expect(describeRatingSource({ rating: 4.9, ratingSource })).toBe('Rating source: not recorded.');
  expect(describeRatingSource({ rating: null, ratingSource: 'Google' })).toBeNull();
});
