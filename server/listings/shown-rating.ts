import { OWN_RATING_SOURCE } from '#shared/listings/rating-source.ts';

/** The rating of a listing d that pages show: that of reviews written here, or else that of an import. */
export const shownRatingSql = `case when d.own_review_count > 0 then d.own_rating else d.rating end as rating,
  case when d.own_review_count > 0 then d.own_review_count else d.review_count end as review_count,
  case when d.own_review_count > 0 then '${OWN_RATING_SOURCE}' else d.rating_source end as rating_source`;
