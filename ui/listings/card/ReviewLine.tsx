import type { CardListing } from './card-search.ts';
import css from './ReviewLine.module.css';

/** A sentence of the newest review, in its own language. */
export const ReviewLine = ({ listing: { reviewLine } }: { listing: Pick<CardListing, 'reviewLine'> }) =>
  reviewLine && (
    <p className={css.line}>
      {reviewLine.isSample && 'Sample review: '}
      <q lang={reviewLine.language}>{reviewLine.text}</q>
    </p>
  );
