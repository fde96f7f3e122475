import { findState, stateSlug } from '#contract/states.ts';
import { formatNumber } from '#ui/kit/format.ts';

/** A tile: a state, or a city of one. */
export interface Spot {
  state: string;
  city?: string | undefined;
  dentistCount: number;
}

export const dentists = (count: number): string => `${formatNumber(count)} dentists`;
export const nameOf = ({ state, city }: Pick<Spot, 'state' | 'city'>): string => (city ? `${city}, ${state}` : state);

const hyphened = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f']/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** The page in the directory of a state or city. */
export function hrefOf({ state, city }: Pick<Spot, 'state' | 'city'>): string {
  const known = findState(state);
  const path = `/dentists/${known ? stateSlug(known) : hyphened(state)}`;
  return city ? `${path}/${hyphened(city)}` : path;
}
