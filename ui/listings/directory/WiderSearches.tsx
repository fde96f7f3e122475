import { Link } from '#ui/kit/display/Link.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import type { CardReply } from '../card/card-search.ts';
import { directoryUrl, ZIP_RADIUS, type SearchState } from '../search/search-state.ts';
import { CountLink } from './CountLink.tsx';
import css from './WiderSearches.module.css';

/** Links to the nearest area in which the search finds more, and to the search without its name. */
export function WiderSearches({ search, data }: { search: SearchState; data: Pick<CardReply, 'almost' | 'total'> }) {
  // A link above the results already offers the area around a ZIP code.
  const isOffered = data.total > 0 && search.radius === ZIP_RADIUS;
  const wider = isOffered ? null : data.almost?.wider;
  const dropsName = search.name !== '' && data.total === 0;
  if (!wider && !dropsName) return null;
  return (
    <nav className={css.wider} aria-label="Wider searches">
      {dropsName && <Link to={directoryUrl({ ...search, page: 1, name: '' })}>Search without the name</Link>}
      {wider && (
        <CountLink
          to={directoryUrl({ ...search, page: 1, radius: wider.radius })}
          label={`Within ${wider.radius} miles`}
          count={formatNumber(wider.total)}
        />
      )}
    </nav>
  );
}
