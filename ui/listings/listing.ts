import { dayNames, isOpenAt, parseWeekHours } from '#contract/opening-hours.ts';
import type { Listing } from '#contract/listings.ts';
import { placeOf } from './place.ts';

export type { Listing, SearchItem } from '#contract/listings.ts';
export { placeOf } from './place.ts';
export { listingPath } from '#contract/listing-path.ts';

export const isUnclaimed = (listing: Listing): boolean => listing.userId === null;

/** With the title, once, the way people are addressed: "Dana Whitfield, DDS". */
export function fullName({ name, title }: Pick<Listing, 'name' | 'title'>): string {
  return title && !name.toLowerCase().includes(title.toLowerCase()) ? `${name}, ${title}` : name;
}

export const addressOf = (listing: Pick<Listing, 'address' | 'city' | 'state' | 'zipCode'>): string =>
  [listing.address, [placeOf(listing), listing.zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');

export const mapsUrl = (listing: Listing): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(addressOf(listing) || listing.name)}`;

export const telUrl = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;

export const hasHours = (listing: Listing): boolean => dayNames.some((day) => listing[`${day}Hours`]?.trim());

/** Null when the hours say nothing we can be sure of. */
export function openState(listing: Listing, now: Date): 'open' | 'closed' | null {
  const week = parseWeekHours(listing);
  if (week === null || listing.timeZone === null) return null;
  return isOpenAt(week, listing.timeZone, now) ? 'open' : 'closed';
}

const dates = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' });
export const dateOf = (instant: string): string => dates.format(new Date(instant));

/** What stands behind the Verified badge: only what really was checked. */
export function checkedFor(listing: Listing): string {
  const owned = listing.ownershipReviewedAt
    ? `ownership reviewed on ${dateOf(listing.ownershipReviewedAt)}`
    : listing.isVerified
      ? 'ownership reviewed'
      : 'listed by its owner';
  return listing.isPaid ? `${owned}, subscription active` : owned;
}

/** Only web links; whatever else someone wrote does not become one. */
export function webLink(text: string | null): string | null {
  if (!text || !URL.canParse(text)) return null;
  const { protocol } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? text : null;
}

export const features = (listing: Listing): { key: string; label: string; on: boolean }[] => [
  { key: 'newPatients', label: 'Accepts new patients', on: listing.acceptsNewPatients },
  { key: 'insurance', label: 'Accepts insurance', on: listing.acceptsInsurance },
  { key: 'emergency', label: 'Emergency services', on: listing.emergencyServices },
  { key: 'wheelchair', label: 'Wheelchair accessible', on: listing.wheelchairAccessible },
  { key: 'parking', label: 'Parking available', on: listing.parkingAvailable },
];
