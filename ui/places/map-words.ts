import { slugify } from '#contract/slug.ts';
import { findState, stateSlug } from '#contract/states.ts';

/** A tile: a state, or a city of one. */
export interface Spot {
  state: string;
  city?: string | undefined;
  dentistCount: number;
}

export const dentists = (count: number): string => `${count.toLocaleString('en-US')} dentists`;
export const nameOf = ({ state, city }: Pick<Spot, 'state' | 'city'>): string => (city ? `${city}, ${state}` : state);

/** The page in the directory of a state or city. */
export function hrefOf({ state, city }: Pick<Spot, 'state' | 'city'>): string {
  const known = findState(state);
  const path = `/dentists/${known ? stateSlug(known) : slugify(state)}`;
  return city ? `${path}/${slugify(city)}` : path;
}
