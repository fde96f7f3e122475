import { expect, test } from 'vitest';
import { standingLabel } from '#shared/listings/standing.ts';
import {
  describeOpening,
  describeVerification,
  listLanguages,
  sharedPhoto,
  shownPictures,
  type Listing,
} from './listing.ts';

test('describes what was verified', () => {
  expect(describeVerification({ ownershipReviewedAt: '2026-03-04T23:30:00Z' })).toBe(
    'Ownership verified March 4, 2026.',
  );
  expect(describeVerification({ ownershipReviewedAt: null })).toBe('Ownership verified.');
});

test.each([
  [{ claimed: false, isVerified: false, isPaid: false, changesUnderReview: false }, 'Unclaimed'],
  [{ claimed: true, isVerified: false, isPaid: true, changesUnderReview: false }, 'Managed by the practice'],
  [{ claimed: true, isVerified: true, isPaid: false, changesUnderReview: false }, 'Managed by the practice'],
  [{ claimed: true, isVerified: true, isPaid: true, changesUnderReview: false }, 'Verified'],
  [{ claimed: true, isVerified: false, isPaid: true, changesUnderReview: true }, 'Changes under review'],
])('%j is %s', (listing, label) => expect(standingLabel(listing)).toBe(label));

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

test.each([
  ['a closed Monday', '2026-03-09: Closed', '2026-03-09T15:00:00Z', 'Closed · Opens tomorrow 8:30 AM'],
  ['open on a Sunday', '2026-03-08: 10:00 AM – 11:00 AM', '2026-03-08T15:30:00Z', 'Open now'],
  ['two weeks off', '2026-03-07 to 2026-03-22: Closed', '2026-03-09T15:00:00Z', 'Closed · Opens Mar 23, 8:30 AM'],
  ['an early end', '2026-03-09: 8:30 AM – 9:00 AM', '2026-03-09T15:00:00Z', 'Closed · Opens tomorrow 8:30 AM'],
])('counts holiday hours: %s', (_what, holidayHours, instant, text) => {
  expect(openingAt({ ...weekdayHours('8:30 AM - 5 PM'), holidayHours }, instant)).toBe(text);
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

test('photos need a paid plan, drawings of sample data do not, and other sites get no drawing', () => {
  const photo = `/media/${'ab'.repeat(20)}`;
  const drawing = `/media/${'0'.repeat(40)}`;
  const of = (isPaid: boolean, image: string) => {
    const listing = { isPaid, profileImage: image, practiceImage: image };
    return [shownPictures(listing).portrait, shownPictures(listing).cover, sharedPhoto(listing)];
  };
  expect(of(true, photo)).toEqual([photo, photo, photo]);
  expect(of(false, photo)).toEqual([null, null, null]);
  expect(of(true, drawing)).toEqual([drawing, drawing, null]);
  expect(of(false, drawing)).toEqual([drawing, drawing, null]);
});
