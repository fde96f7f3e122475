import type { Listing } from '#contract/listings/listings.ts';
import type { Call } from '#ui/base/platform/api.ts';
import { cardSearch } from '../card/card-search.ts';
import { placeOf } from '../place.ts';

const RADIUS_MILES = 25;

/** The service by which practices are similar. */
export const sharedService = ({ services }: Pick<Listing, 'services'>): string | undefined => services[0]?.name;

type Place = Pick<Listing, 'city' | 'state' | 'zipCode' | 'services'>;

export const nearbyQuery = (listing: Place, call?: Call) => {
  const service = sharedService(listing);
  const zip = /^\d{5}/.exec(listing.zipCode ?? '')?.[0];
  const location = zip
    ? { location: zip, radius: String(RADIUS_MILES), sort: 'distance' as const }
    : { location: placeOf(listing) };
  return cardSearch({ ...location, ...(service ? { service } : {}), paidFirst: '0', pageSize: '4' }, call);
};
