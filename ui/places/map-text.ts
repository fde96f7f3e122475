import { findState, stateSlug } from '#contract/states.ts';

/** A state, or a city in it. */
export interface MapPlace {
  state: string;
  city?: string | undefined;
  dentistCount: number;
}

export const formatDentistCount = (count: number): string => `${count.toLocaleString('en-US')} dentists`;
export const placeName = ({ state, city }: Pick<MapPlace, 'state' | 'city'>): string =>
  city ? `${city}, ${state}` : state;

const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f']/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

export function directoryPath({ state, city }: Pick<MapPlace, 'state' | 'city'>): string {
  const usState = findState(state);
  const path = `/dentists/${usState ? stateSlug(usState) : slugOf(state)}`;
  return city ? `${path}/${slugOf(city)}` : path;
}
