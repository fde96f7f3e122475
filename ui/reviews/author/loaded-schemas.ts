export { linkForm, reviewForm } from '#contract/reviews/reviews.ts';
