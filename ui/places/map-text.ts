import { slugify } from '#contract/slug.ts';
import { findState, stateSlug } from '#contract/states.ts';
import { formatNumber } from '#ui/kit/format.ts';

/** A state, or a city in it. */
export interface MapPlace {
  state: string;
  city?: string | undefined;
  dentistCount: number;
}

export const formatDentistCount = (count: number): string => `${formatNumber(count)} dentists`;
export const placeName = ({ state, city }: Pick<MapPlace, 'state' | 'city'>): string =>
  city ? `${city}, ${state}` : state;

export function directoryPath({ state, city }: Pick<MapPlace, 'state' | 'city'>): string {
  const usState = findState(state);
  const path = `/dentists/${usState ? stateSlug(usState) : slugify(state)}`;
  return city ? `${path}/${slugify(city)}` : path;
}
