import { Link } from '#ui/kit/display/Link.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import { directoryUrl, WIDER_RADIUS, type SearchState } from '../search/search-state.ts';
import { directoryQuery, widerAreaQuery } from '../search/directory-query.ts';
import css from './SearchNotes.module.css';

/** Says what was searched for, and how many more results the wider area has. */
export function SearchNotes({ search, total }: { search: SearchState; total: number }) {
  const widerArea = widerAreaQuery(search);
  const { data } = useReply({ ...(widerArea ?? directoryQuery(search)), enabled: widerArea !== null });
  const more = widerArea && data ? data.total - total : 0;
  if (!search.name && more <= 0) return null;
  return (
    <p className={css.notes}>
      {search.name && <span>Searched names for “{search.name}.”</span>}
      {more > 0 && (
        <Link to={directoryUrl({ ...search, radius: WIDER_RADIUS, page: 1 })} preventScrollReset>
          {formatNumber(more)}
          {data?.totalIsExact ? '' : '+'} more within {WIDER_RADIUS} miles
        </Link>
      )}
    </p>
  );
}
