import { expect, it } from 'vitest';
import { findLostPerks } from './lost-perks.ts';

it('a lower plan loses what only the higher one has', () => {
  expect(findLostPerks('pro_max', 'professional')).toEqual([
    'Top 10 search placement, drawn daily',
    'YouTube video on your profile',
  ]);
  expect(findLostPerks('professional', 'pro_max')).toEqual([]);
  expect(findLostPerks('professional', 'professional')).toEqual([]);
});

it('the free plan pauses what needs a plan, after the perks of the higher plan', () => {
  const lost = findLostPerks('pro_max', 'free');
  expect(lost.slice(0, 3)).toEqual([
    'Top 10 search placement, drawn daily',
    'YouTube video on your profile',
    'Verified badge',
  ]);
  expect(findLostPerks('professional', 'free')).toEqual(lost.slice(2));
  expect(findLostPerks('professional', 'free')).toContain('Insights');
  expect(findLostPerks('free', 'free')).toEqual([]);
});
