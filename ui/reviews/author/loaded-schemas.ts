export { reviewForm } from '#contract/reviews/reviews.ts';
