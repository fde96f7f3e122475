import type { ShownReview } from '#contract/reviews/reviews.ts';
import { photoSet } from '#shared/listings/photos.ts';
import { describeMonth, reviewQuestions, verificationLabels } from '#shared/reviews/review.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Rating } from '#ui/kit/display/Rating.tsx';
import { formatDate } from '#ui/kit/format.ts';
import { Photos } from '#ui/kit/overlays/Photos.tsx';
import css from './ReviewItem.module.css';

interface ReviewItemProps {
  review: ShownReview;
  isSample: boolean;
  practice: string;
}

/** A published review, in its own language, with the practice's reply. */
export function ReviewItem({ review, isSample, practice }: ReviewItemProps) {
  const { id, author, photos, service, visitMonth, language, verifiedBy, reply, repliedAt } = review;
  const answered = reviewQuestions.filter(({ name }) => review[name] !== null);
  return (
    <article className={css.review} aria-labelledby={`review-${id}`}>
      <p className={css.head}>
        <Rating value={review.stars} />
        <strong id={`review-${id}`}>{author}</strong>
        <Badge tone={verifiedBy === 'visit' ? 'good' : 'neutral'}>
          {isSample ? 'Sample review' : verifiedBy ? verificationLabels[verifiedBy] : 'Imported'}
        </Badge>
      </p>
      <p className={css.small}>
        Visited {describeMonth(visitMonth)}
        {service && `, ${service}`} · Written {formatDate(review.writtenAt)}
      </p>
      <p className={css.text} lang={language}>
        {review.text}
      </p>
      {photos.length > 0 && (
        <div className={css.photos}>
          <Photos
            photos={photos.map((photo, index) => ({
              ...photo,
              srcSet: photoSet(photo.url),
              alt: photos.length === 1 ? `Photo by ${author}` : `Photo ${index + 1} of ${photos.length} by ${author}`,
              caption: `Photo by ${author}`,
            }))}
          />
        </div>
      )}
      {answered.length > 0 && (
        <p className={css.small}>
          {answered.map(({ name, label }) => `${label}: ${review[name] ? 'yes' : 'no'}`).join(' · ')}
        </p>
      )}
      {reply !== null && repliedAt !== null && (
        <div className={css.reply}>
          <p className={css.small}>
            {practice} replied on {formatDate(repliedAt)}
          </p>
          <p className={css.text}>{reply}</p>
        </div>
      )}
    </article>
  );
}
