import type { Reply } from '#contract/endpoint.ts';
import type { searchDirectory } from '#contract/listings/listings.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import { directoryUrl, WIDER_RADIUS, type SearchState } from '../search/search-state.ts';
import { directoryQuery, widerAreaQuery } from '../search/directory-query.ts';
import css from './SearchNotes.module.css';

interface SearchNotesProps {
  search: SearchState;
  total: number;
  /** The words that put listings first, and those that no listing has. */
  lead?: Reply<typeof searchDirectory>['lead'];
}

/** Says what was searched for, and how many more results the wider area has. */
export function SearchNotes({ search, total, lead }: SearchNotesProps) {
  const widerArea = widerAreaQuery(search);
  const { data } = useReply({ ...(widerArea ?? directoryQuery(search)), enabled: widerArea !== null });
  const more = widerArea && data ? data.total - total : 0;
  const { used = [], unused = [] } = lead ?? {};
  if (!search.name && more <= 0 && used.length + unused.length === 0) return null;
  return (
    <p className={css.notes}>
      {search.name && <span>Searched names for “{search.name}.”</span>}
      {used.length > 0 && <span>Names and streets with “{used.join(', ')}” come first.</span>}
      {unused.length > 0 && <span>We didn’t use: {unused.join(', ')}.</span>}
      {[...used, ...unused].map((words) => (
        <Link key={words} to={directoryUrl({ ...search, name: words, lead: '', page: 1 })} preventScrollReset>
          Search names for “{words}”
        </Link>
      ))}
      {more > 0 && (
        <Link to={directoryUrl({ ...search, radius: WIDER_RADIUS, page: 1 })} preventScrollReset>
          {formatNumber(more)}
          {data?.totalIsExact ? '' : '+'} more within {WIDER_RADIUS} miles
        </Link>
      )}
    </p>
  );
}
