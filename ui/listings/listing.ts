import { findOpening, type DatedHours } from '#shared/listings/holiday-hours.ts';
import { dayNames, type HoursTexts } from '#shared/listings/opening-hours.ts';
import type { Listing } from '#contract/listings/listings.ts';
import { isSamplePicture } from '#shared/listings/photos.ts';
import { placeOf } from './place.ts';
import { formatCalendarMonthDay, formatUtcDate } from '#ui/kit/format.ts';

export type { Listing, SearchItem } from '#contract/listings/listings.ts';
export { placeOf } from './place.ts';
export { fullName } from '#shared/listings/full-name.ts';
export { listingPath } from '#shared/listings/listing-path.ts';

/** The pictures that visitors see: photos need a paid plan, and drawings of sample data don't. */
export function shownPictures({
  isPaid,
  profileImage,
  practiceImage,
}: Pick<Listing, 'isPaid' | 'profileImage' | 'practiceImage'>): { portrait: string | null; cover: string | null } {
  const show = (url: string | null) => (isPaid || isSamplePicture(url) ? url : null);
  return { portrait: show(profileImage), cover: show(practiceImage) };
}

/** The photo of the practice for other sites, which wouldn't know a drawing as a sample. */
export const sharedPhoto = ({ isPaid, practiceImage }: Pick<Listing, 'isPaid' | 'practiceImage'>): string | null =>
  isPaid && !isSamplePicture(practiceImage) ? practiceImage : null;

export const isUnclaimed = (listing: Pick<Listing, 'claimed'>): boolean => !listing.claimed;

export const addressOf = (listing: Pick<Listing, 'address' | 'city' | 'state' | 'zipCode'>): string =>
  [listing.address, [placeOf(listing), listing.zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');

export const mapsUrl = (listing: Listing): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(addressOf(listing) || listing.name)}`;

export const telUrl = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;

export const hasHours = (listing: HoursTexts): boolean => dayNames.some((day) => listing[`${day}Hours`]?.trim());

/** Whether the practice is open, and when it opens next. Null if the hours or the time zone are unknown. */
export function describeOpening(
  listing: DatedHours & Pick<Listing, 'timeZone'>,
  now: Date,
): { isOpen: boolean; text: string } | null {
  const opening = findOpening(listing, listing.timeZone, now);
  if (opening === null) return null;
  if (opening.isOpen) return { isOpen: true, text: 'Open now' };
  const { next } = opening;
  if (next === null) return { isOpen: false, text: 'Closed' };
  const dayName = next.day.slice(0, 1).toUpperCase() + next.day.slice(1);
  // A weekday alone would mean the next one.
  const day =
    next.daysAhead === 0
      ? ''
      : next.daysAhead === 1
        ? 'tomorrow '
        : next.daysAhead < 7
          ? `${dayName} `
          : `${formatCalendarMonthDay(next.date)}, `;
  return { isOpen: false, text: `Closed · Opens ${day}${next.time}` };
}

/** Explains the Verified badge, which needs the check and a paid plan. */
export const describeVerification = ({ ownershipReviewedAt }: Pick<Listing, 'ownershipReviewedAt'>): string =>
  `Ownership verified${ownershipReviewedAt ? ` ${formatUtcDate(ownershipReviewedAt)}` : ''}.`;

/** Null unless the text is an http or https URL, so that no other scheme becomes a link. */
export function webLink(text: string | null): string | null {
  if (!text || !URL.canParse(text)) return null;
  const { protocol } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? text : null;
}

/** The languages of a listing, however its text separates them. */
export const listLanguages = ({ languages }: Pick<Listing, 'languages'>): string[] =>
  (languages ?? '')
    .split(/[,;/|]| and /)
    .map((language) => language.trim())
    .filter(Boolean);
