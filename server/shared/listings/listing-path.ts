import { findState, stateSlug } from '../places/states.ts';

/** The path of a listing's page. */
export function listingPath(listing: {
  id: number;
  state: string | null;
  citySlug: string | null;
  slug: string | null;
}): string {
  const state = listing.state === null ? undefined : findState(listing.state);
  return state && listing.citySlug && listing.slug
    ? `/${stateSlug(state)}/${listing.citySlug}/dentist/${listing.slug}`
    : `/profile/${listing.id}`;
}
