export const claimPath = (listingId: number): string => `/claim/${listingId}`;
