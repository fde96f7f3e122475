import { useQueries } from '@tanstack/react-query';
import { formatNumber } from '#ui/kit/format.ts';
import { listActiveFilters, type FilterNames } from '../search/filter-labels.ts';
import { usePlanNames } from '../search/plan-names.ts';
import { directoryUrl, radii, readSearch, ZIP_RADIUS, type SearchState } from '../search/search-state.ts';
import { useServiceNames } from '../search/use-service-names.ts';
import { directoryQuery } from './directory-query.ts';
import { CountLink } from './CountLink.tsx';
import css from './WiderSearches.module.css';

interface WiderSearch {
  label: string;
  search: SearchState;
}

/** Offered only if the removal of a single filter doesn't help. */
const WITHOUT_ANY = 'Without any filter';

const clearFilters = ({ location, radius, view, sort }: SearchState): SearchState => ({
  ...readSearch(new URLSearchParams()),
  location,
  radius,
  view,
  sort,
});

/** A search without each of its filters, and in the wider areas around its place. */
function listWiderSearches(search: SearchState, names: FilterNames): WiderSearch[] {
  const filters = listActiveFilters(search, names).filter(({ removal }) => !('radius' in removal));
  const widerRadii = search.location ? radii.filter((miles) => miles > Math.max(search.radius, 5)) : [];
  return [
    ...widerRadii.map((radius) => ({ label: `Within ${radius} miles`, search: { ...search, page: 1, radius } })),
    ...filters.map(({ label, removal }) => ({
      label: `Without “${label}”`,
      search: { ...search, page: 1, ...removal },
    })),
    ...(filters.length > 1 ? [{ label: WITHOUT_ANY, search: clearFilters(search) }] : []),
  ];
}

/** Links to searches that find more than this one, with their counts. Shows only the smallest of the wider areas. */
export function WiderSearches({ search, total }: { search: SearchState; total: number }) {
  const names = { services: useServiceNames(), plans: usePlanNames() };
  const widerSearches = listWiderSearches(search, names);
  const results = useQueries({ queries: widerSearches.map((wider) => directoryQuery(wider.search)) });
  const helpful = widerSearches
    .map((wider, index) => ({
      ...wider,
      total: results[index]?.data?.total ?? 0,
      isExact: results[index]?.data?.totalIsExact ?? true,
    }))
    .filter((wider) => wider.total > total);
  // A link above the results already offers the area around a ZIP code.
  const isOffered = total > 0 && search.radius === ZIP_RADIUS;
  const nearestArea = isOffered ? undefined : helpful.find((wider) => wider.search.radius !== search.radius);
  const removals = helpful.filter((wider) => wider.search.radius === search.radius);
  const singleRemovals = removals.filter(({ label }) => label !== WITHOUT_ANY);
  const shown = [...(nearestArea ? [nearestArea] : []), ...(singleRemovals.length > 0 ? singleRemovals : removals)];
  if (shown.length === 0) return null;
  return (
    <nav className={css.wider} aria-label="Wider searches">
      <p>{total === 0 ? 'These searches find something:' : 'More results:'}</p>
      <ul>
        {shown.map(({ label, search: wider, total: widerTotal, isExact }) => (
          <li key={label}>
            <CountLink
              to={directoryUrl(wider)}
              label={label}
              count={`${formatNumber(widerTotal)}${isExact ? '' : '+'}`}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}
