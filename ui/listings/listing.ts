import { dayNames, isOpenAt, parseWeekHours } from '#contract/opening-hours.ts';
import type { Listing } from '#contract/listings.ts';
import { placeOf } from './place.ts';
import { formatUtcDate } from '#ui/kit/format.ts';

export type { Listing, SearchItem } from '#contract/listings.ts';
export { placeOf } from './place.ts';
export { listingPath } from '#contract/listing-path.ts';

export const isUnclaimed = (listing: Listing): boolean => !listing.claimed;

/** "Dana Whitfield, DDS". The title is left out if the name already contains it. */
export function fullName({ name, title }: Pick<Listing, 'name' | 'title'>): string {
  return title && !name.toLowerCase().includes(title.toLowerCase()) ? `${name}, ${title}` : name;
}

export const addressOf = (listing: Pick<Listing, 'address' | 'city' | 'state' | 'zipCode'>): string =>
  [listing.address, [placeOf(listing), listing.zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');

export const mapsUrl = (listing: Listing): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(addressOf(listing) || listing.name)}`;

export const telUrl = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;

export const hasHours = (listing: Listing): boolean => dayNames.some((day) => listing[`${day}Hours`]?.trim());

/** Null if the hours or the time zone are unknown. */
export function openState(listing: Listing, now: Date): 'open' | 'closed' | null {
  const week = parseWeekHours(listing);
  if (week === null || listing.timeZone === null) return null;
  return isOpenAt(week, listing.timeZone, now) ? 'open' : 'closed';
}

const dates = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' });
export const dateOf = (instant: string): string => dates.format(new Date(instant));

/** Explains the Verified badge, which needs the check and a paid plan. */
export const describeVerification = ({ ownershipReviewedAt }: Pick<Listing, 'ownershipReviewedAt'>): string =>
  `Ownership verified${ownershipReviewedAt ? ` ${formatUtcDate(ownershipReviewedAt)}` : ''}. Paid member.`;

/** Null unless the text is an http or https URL, so that no other scheme becomes a link. */
export function webLink(text: string | null): string | null {
  if (!text || !URL.canParse(text)) return null;
  const { protocol } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? text : null;
}

export const listFeatures = (listing: Listing): { key: string; label: string; on: boolean }[] => [
  { key: 'newPatients', label: 'Accepts new patients', on: listing.acceptsNewPatients },
  { key: 'insurance', label: 'Accepts insurance', on: listing.acceptsInsurance },
  { key: 'emergency', label: 'Emergency services', on: listing.emergencyServices },
  { key: 'wheelchair', label: 'Wheelchair accessible', on: listing.wheelchairAccessible },
  { key: 'parking', label: 'Parking available', on: listing.parkingAvailable },
];
