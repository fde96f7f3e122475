import { findState } from '#shared/places/states.ts';

export const placeOf = ({ city, state }: { city: string | null; state: string | null }): string =>
  [city, state && (findState(state)?.code ?? state)].filter(Boolean).join(', ');
