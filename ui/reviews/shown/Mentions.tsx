import type { ShownReviews } from '#contract/reviews/reviews.ts';
import { mentionLabel } from '#shared/reviews/mentions.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import css from './Mentions.module.css';
import { reviewsPath, type ReviewSearch } from './reviews-query.ts';

interface MentionsProps {
  dentistId: number;
  mentions: ShownReviews['mentions'];
  /** The other filters of the page, which the links keep. */
  search?: ReviewSearch;
}

/** Each word leads to its reviews. The chosen one leads back to all. */
export function Mentions({ dentistId, mentions, search = {} }: MentionsProps) {
  if (mentions.length === 0) return null;
  return (
    <div className={css.mentions}>
      <p id="mentions">What patients mention</p>
      <ul aria-labelledby="mentions">
        {mentions.map(({ name, count }) => {
          const isChosen = search.mention === name;
          return (
            <li key={name}>
              <Link
                to={reviewsPath(dentistId, { ...search, mention: isChosen ? undefined : name, page: undefined })}
                rel="nofollow"
                aria-current={isChosen ? 'true' : undefined}
              >
                {mentionLabel(name)} ({formatNumber(count)})
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
