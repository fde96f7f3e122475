import { expect, test } from 'vitest';
import { describeOpening, describeVerification, listLanguages, type Listing } from './listing.ts';

const paid = { isPaid: true, isVerified: true, ownershipReviewedAt: '2026-03-04T23:30:00Z' } as Listing;

test('describes only what was verified', () => {
  expect(describeVerification(paid)).toBe('Ownership verified March 4, 2026. Paid member.');
  expect(describeVerification({ ...paid, isPaid: false })).toBe('Ownership verified March 4, 2026.');
  expect(describeVerification({ ...paid, ownershipReviewedAt: null })).toBe('Ownership verified. Paid member.');
  expect(describeVerification({ ...paid, ownershipReviewedAt: null, isVerified: false })).toBe(
    'Listed by its owner. Paid member.',
  );
});

const weekdayHours = (text: string) =>
  Object.fromEntries(['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => [`${day}Hours`, text]));
const openingAt = (listing: object, instant: string) =>
  describeOpening({ timeZone: 'America/Chicago', ...listing } as Listing, new Date(instant))?.text;

test.each([
  ['Monday 7:00', '2026-03-09T12:00:00Z', 'Closed · Opens 8:30 AM'],
  ['Monday 8:30', '2026-03-09T13:30:00Z', 'Open now'],
  ['Monday, in the lunch break', '2026-03-09T17:15:00Z', 'Closed · Opens 1:00 PM'],
  ['Monday evening', '2026-03-10T01:00:00Z', 'Closed · Opens tomorrow 8:30 AM'],
  ['Friday evening', '2026-03-14T01:00:00Z', 'Closed · Opens Monday 8:30 AM'],
  ['Sunday, an hour before the clocks change', '2026-03-08T07:30:00Z', 'Closed · Opens tomorrow 8:30 AM'],
])('says when a practice opens next: %s', (_when, instant, text) => {
  expect(openingAt(weekdayHours('8:30 AM - 12 PM, 1 PM - 5 PM'), instant)).toBe(text);
});

test('says nothing about hours that are unknown, and only "Closed" for a practice that never opens', () => {
  expect(openingAt({}, '2026-03-09T12:00:00Z')).toBeUndefined();
  expect(openingAt({ ...weekdayHours('9 - 5'), timeZone: null }, '2026-03-09T12:00:00Z')).toBeUndefined();
  expect(openingAt(weekdayHours('Closed'), '2026-03-09T12:00:00Z')).toBe('Closed');
});

test('separates languages however the text does', () => {
  for (const languages of ['English, Spanish', 'English; Spanish', 'English and Spanish', ' English/Spanish '])
    expect(listLanguages({ languages })).toEqual(['English', 'Spanish']);
  expect(listLanguages({ languages: null })).toEqual([]);
});
