import { slugify } from '#shared/slug.ts';
import { findState, stateSlug } from '#shared/places/states.ts';
import { formatNumber } from '#ui/kit/format.ts';

/** A state, or a city in it. */
export interface MapPlace {
  state: string;
  city?: string | undefined;
  dentistCount: number;
}

export const formatDentistCount = (count: number): string =>
  `${formatNumber(count)} ${count === 1 ? 'dentist' : 'dentists'}`;
/** "Texas" or "Austin, TX". The code leaves room for the name of the city. */
export const placeName = ({ state, city }: Pick<MapPlace, 'state' | 'city'>): string =>
  city ? `${city}, ${findState(state)?.code ?? state}` : state;

export function directoryPath({ state, city }: Pick<MapPlace, 'state' | 'city'>): string {
  const usState = findState(state);
  const path = `/dentists/${usState ? stateSlug(usState) : slugify(state)}`;
  return city ? `${path}/${slugify(city)}` : path;
}
