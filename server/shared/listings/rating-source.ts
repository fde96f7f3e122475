/** The source that the ratings of invented listings name. */
export const SAMPLE_RATING_SOURCE = 'Sample data';

export const isSampleRating = (source: string | null): boolean => source === SAMPLE_RATING_SOURCE;

/** The source of a rating whose reviews were all written on this site. */
export const OWN_RATING_SOURCE = 'reviews on this site';

export const isOwnRating = (source: string | null): boolean => source === OWN_RATING_SOURCE;
