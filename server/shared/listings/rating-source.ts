/** The source that the ratings of invented listings name. */
export const SAMPLE_RATING_SOURCE = 'Sample data';

export const isSampleRating = (source: string | null): boolean => source === SAMPLE_RATING_SOURCE;
