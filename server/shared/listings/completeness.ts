/** Parts of a profile that patients look for. Each is complete or missing. */
export const listingParts = [
  'photos',
  'description',
  'services',
  'hours',
  'languages',
  'insurancePlans',
  'prices',
] as const;
export type ListingPart = (typeof listingParts)[number];

/** After this time, patients can't rely on hours that were confirmed. */
const CONFIRMED_DAYS = 180;
const DAY = 86_400_000;

export interface ListingContent {
  photoCount: number;
  serviceCount: number;
  hasHours: boolean;
  bio: string | null;
  languages: string | null;
  insurancePlans: string | null;
  whiteningPriceFrom: number | null;
  confirmedAt: Date | string | null;
  /** Since when the practice states its hours; null if it doesn't state all of them. */
  hoursStatedAt: Date | string | null;
}

/** Hours count once the practice has saved them, or confirmed the listing, in the last six months. */
export function findMissingParts(listing: ListingContent, now: Date): ListingPart[] {
  const isConfirmed = [listing.confirmedAt, listing.hoursStatedAt].some(
    (at) => at !== null && now.getTime() - new Date(at).getTime() <= CONFIRMED_DAYS * DAY,
  );
  const isComplete: Record<ListingPart, boolean> = {
    photos: listing.photoCount > 0,
    description: Boolean(listing.bio?.trim()),
    services: listing.serviceCount > 0,
    hours: listing.hasHours && isConfirmed,
    languages: Boolean(listing.languages?.trim()),
    insurancePlans: Boolean(listing.insurancePlans?.trim()),
    prices: listing.whiteningPriceFrom !== null,
  };
  return listingParts.filter((part) => !isComplete[part]);
}
