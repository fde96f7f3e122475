// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { Platform } from '#ui/base/platform/platform.ts';
import { PlatformContext } from '#ui/base/platform/platform.ts';
import { testListing } from '../test-listing.ts';
import { ContactCard, HoursCard } from './ProfileCards.tsx';
import { Plans } from './PlansAndPrices.tsx';
import { ProfileHero } from './ProfileHero.tsx';
import { Features, Services } from './ProfileSections.tsx';

const now = new Date('2026-03-09T12:00:00Z');
const show = (parts: ReactNode) =>
  render(
    <PlatformContext value={{} as Platform}>
      <MemoryRouter>{parts}</MemoryRouter>
    </PlatformContext>,
  );

it('an unclaimed profile says that nothing is confirmed, with the source and date of its facts', () => {
  show(<ProfileHero listing={{ ...testListing, claimed: false }} now={now} />);
  expect(
    screen.getByText('Not confirmed by the practice. Call before you go. From imported data, March 1, 2026.'),
  ).toBeTruthy();
  expect(screen.getByText('Rating source: Google.')).toBeTruthy();
});

it('a profile without a photo has no banner, but the initials', () => {
  show(<ProfileHero listing={testListing} now={now} />);
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.getByText('DW')).toBeTruthy();
});

it('the first contact is the address, which opens a map', () => {
  show(<ContactCard listing={testListing} />);
  const [first] = screen.getAllByRole('term');
  expect(first!.textContent).toBe('Address');
  const address = screen.getByRole('link', { name: '100 Main St, Austin, TX 78701' });
  expect(address.getAttribute('href')).toMatch(/maps\/search/);
});

it('services lead to the practices nearby that offer them, and features without a value leave no gap', () => {
  show(
    <>
      <Services listing={testListing} />
      <Features listing={{ ...testListing, known: {}, languages: null }} now={now} />
    </>,
  );
  const service = screen.getByRole('link', { name: 'Teeth Whitening' });
  expect(service.getAttribute('href')).toBe('/directory?location=Austin%2C+TX&service=Teeth+Whitening');
  expect(screen.queryByRole('heading', { name: 'Practice Features' })).toBeNull();
});

it('a profile says once whether the practice is open, and when it opens next', () => {
  show(
    <>
      <ProfileHero listing={testListing} now={now} />
      <HoursCard listing={testListing} now={now} />
    </>,
  );
  expect(screen.getAllByText(/Closed ·|Opens/).map((one) => one.textContent)).toEqual(['Closed · Opens 8:00 AM']);
  expect(within(screen.getByRole('region', { name: 'Office Hours' })).getByText('Monday')).toBeTruthy();
});

it('a profile lists a yes and a no, and says once what the practice has not confirmed', () => {
  show(<Features listing={testListing} now={now} />);
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items).toEqual([
    'Accepts new patients',
    'Accepts insurance',
    'No emergency services',
    'Languages: English, Spanish',
  ]);
  expect(screen.getByText('The practice hasn’t confirmed: membership plan, wheelchair access, parking.')).toBeTruthy();
});

it('facts, hours, and plans that were stated more than a year ago are marked', () => {
  const later = new Date('2027-04-01T12:00:00Z');
  const listing = { ...testListing, plans: ['Aetna'], plansStatedOn: '2026-03-01' };
  show(
    <>
      <Features listing={listing} now={later} />
      <HoursCard listing={listing} now={later} />
      <Plans listing={listing} now={later} />
    </>,
  );
  expect(screen.getByText(/^Stated more than a year ago: new patients, insurance, emergency services\./)).toBeTruthy();
  expect(screen.getAllByText(/^Stated on March 1, 2026, more than a year ago\./)).toHaveLength(2);
});

it('coming holiday hours can be added to a calendar, and without any there is no link', () => {
  const { unmount } = show(<HoursCard listing={{ ...testListing, holidayHours: '2026-11-26: Closed' }} now={now} />);
  const link = screen.getByRole('link', { name: 'Add to your calendar' });
  expect(link.getAttribute('href')).toMatch(/^\/[^ ]+\/holidays\.ics$/);
  unmount();
  show(<HoursCard listing={{ ...testListing, holidayHours: '2025-11-27: Closed' }} now={now} />);
  expect(screen.queryByRole('link', { name: 'Add to your calendar' })).toBeNull();
});

it('a practice that takes bookings has a link to them, which search engines don’t follow', () => {
  const bookingUrl = 'https://book.example/new?office=7';
  show(<ProfileHero listing={{ ...testListing, bookingUrl }} now={now} />);
  const link = screen.getByRole('link', { name: 'Book online' });
  expect([link.getAttribute('href'), link.getAttribute('rel'), link.getAttribute('target')]).toEqual([
    bookingUrl,
    'noopener noreferrer nofollow',
    '_blank',
  ]);
});

it.each([null, undefined, 'javascript:alert(1)'])('a profile has no such link for %s', (bookingUrl) => {
  show(<ProfileHero listing={{ ...testListing, bookingUrl }} now={now} />);
  expect(screen.queryByRole('link', { name: 'Book online' })).toBeNull();
});
