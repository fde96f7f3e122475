import { findState, stateSlug } from './states.ts';

/** The address of a listing's page. */
export function listingPath(one: {
  id: number;
  state: string | null;
  citySlug: string | null;
  slug: string | null;
}): string {
  const state = one.state === null ? undefined : findState(one.state);
  return state && one.citySlug && one.slug
    ? `/${stateSlug(state)}/${one.citySlug}/dentist/${one.slug}`
    : `/profile/${one.id}`;
}
