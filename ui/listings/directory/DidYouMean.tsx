import type { Reply } from '#contract/endpoint.ts';
import type { searchDirectory } from '#contract/listings/listings.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { directoryUrl, moveTo, type SearchState } from '../search/search-state.ts';
import css from './DidYouMean.module.css';

interface DidYouMeanProps {
  search: SearchState;
  alternatives: Reply<typeof searchDirectory>['didYouMean'];
}

/** Links to the same search with a similar place, service, or name, each with the number of results. */
export function DidYouMean({ search, alternatives }: DidYouMeanProps) {
  if (alternatives.length === 0) return null;
  return (
    <p className={css.alternatives}>
      <span>Did you mean</span>
      {alternatives.map(({ field, value, total }) => (
        <Link
          key={`${field} ${value}`}
          to={directoryUrl(field === 'location' ? moveTo(search, value) : { ...search, page: 1, [field]: value })}
        >
          {value} <span>{formatNumber(total)}</span>
        </Link>
      ))}
    </p>
  );
}
