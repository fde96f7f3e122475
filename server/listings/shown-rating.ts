import { OWN_RATING_SOURCE } from '#shared/listings/rating-source.ts';

const shown = (own: string, imported: string) => `case when d.own_review_count > 0 then ${own} else ${imported} end`;

/** The rating of a listing d that pages show: that of reviews written here, or else that of an import. */
export const shownRating = {
  rating: shown('d.own_rating', 'd.rating'),
  reviewCount: shown('d.own_review_count', 'd.review_count'),
  source: shown(`'${OWN_RATING_SOURCE}'`, 'd.rating_source'),
};
export const shownRatingSql = `${shownRating.rating} as rating, ${shownRating.reviewCount} as review_count,
  ${shownRating.source} as rating_source`;
