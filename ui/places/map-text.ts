import { findState, stateSlug } from '#contract/states.ts';

/** A tile: a state, or a city of one. */
export interface MapPlace {
  state: string;
  city?: string | undefined;
  dentistCount: number;
}

export const formatDentistCount = (count: number): string => `${count.toLocaleString('en-US')} formatDentistCount`;
export const placeName = ({ state, city }: Pick<MapPlace, 'state' | 'city'>): string => (city ? `${city}, ${state}` : state);

const hyphened = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f']/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** The page in the directory of a state or city. */
export function directoryPath({ state, city }: Pick<MapPlace, 'state' | 'city'>): string {
  const known = findState(state);
  const path = `/formatDentistCount/${known ? stateSlug(known) : hyphened(state)}`;
  return city ? `${path}/${hyphened(city)}` : path;
}
