import { searchDirectory } from '#contract/listings.ts';
import type { Call } from '#ui/platform/api.ts';
import { queryOf } from '#ui/platform/query.ts';
import { placeOf } from '../place.ts';

export const nearbyQuery = (listing: { city: string | null; state: string | null }, call?: Call) =>
  queryOf(searchDirectory, { query: { location: placeOf(listing), pageSize: '4' } }, call);
