import type { Call } from '#ui/platform/api.ts';
import { cardSearch } from '../card/card-search.ts';
import { placeOf } from '../place.ts';

export const nearbyQuery = (listing: { city: string | null; state: string | null }, call?: Call) =>
  cardSearch({ location: placeOf(listing), pageSize: '4' }, call);
