import { useQueries } from '@tanstack/react-query';
import { formatNumber } from '#ui/kit/format.ts';
import { listActiveFilters, type ActiveFilter, type FilterNames } from '../search/filter-labels.ts';
import { usePlanNames } from '../search/plan-names.ts';
import { directoryUrl, radii, readSearch, ZIP_RADIUS, type SearchState } from '../search/search-state.ts';
import { useServiceNames } from '../search/use-service-names.ts';
import { directoryQuery } from '../search/directory-query.ts';
import { CountLink } from './CountLink.tsx';
import css from './WiderSearches.module.css';

interface WiderSearch {
  label: string;
  search: SearchState;
}

const clearFilters = ({ location, radius, view, sort }: SearchState): SearchState => ({
  ...readSearch(new URLSearchParams()),
  location,
  radius,
  view,
  sort,
});

const removableFilters = (search: SearchState, names: FilterNames): ActiveFilter[] =>
  listActiveFilters(search, names).filter(({ removal }) => !('radius' in removal));

/** Lists the search within each larger radius, and without each of its filters. */
function listWiderSearches(search: SearchState, filters: readonly ActiveFilter[]): WiderSearch[] {
  const widerRadii = search.location ? radii.filter((miles) => miles > Math.max(search.radius, 5)) : [];
  return [
    ...widerRadii.map((radius) => ({ label: `Within ${radius} miles`, search: { ...search, page: 1, radius } })),
    ...filters.map(({ label, removal }) => ({
      label: `Without “${label}”`,
      search: { ...search, page: 1, ...removal },
    })),
  ];
}

/** A search with only one of its filters, and without any. */
function listPlainSearches(search: SearchState, filters: readonly ActiveFilter[]): WiderSearch[] {
  if (filters.length < 2) return [];
  const keepOnly = (kept: ActiveFilter): SearchState =>
    Object.assign({ ...search, page: 1 }, ...filters.flatMap((one) => (one === kept ? [] : [one.removal])));
  return [
    ...(filters.length > 2 ? filters.map((kept) => ({ label: `Only “${kept.label}”`, search: keepOnly(kept) })) : []),
    { label: 'Without any filter', search: clearFilters(search) },
  ];
}

interface CountedSearch extends WiderSearch {
  total: number;
  isExact: boolean;
}

/** The searches that find more than `total`, and whether all of them have been counted. */
function useHelpful(searches: readonly WiderSearch[], total: number, enabled = true) {
  const results = useQueries({ queries: searches.map((wider) => ({ ...directoryQuery(wider.search), enabled })) });
  const helpful: CountedSearch[] = searches
    .map((wider, index) => ({
      ...wider,
      total: results[index]?.data?.total ?? 0,
      isExact: results[index]?.data?.totalIsExact ?? true,
    }))
    .filter((wider) => wider.total > total);
  return { helpful, isComplete: !results.some(({ isPending }) => isPending) };
}

/** Links to searches that find more than this one, with their counts. Shows only the smallest of the wider areas. */
export function WiderSearches({ search, total }: { search: SearchState; total: number }) {
  const names = { services: useServiceNames(), plans: usePlanNames() };
  const filters = removableFilters(search, names);
  const { helpful, isComplete } = useHelpful(listWiderSearches(search, filters), total);
  const removals = helpful.filter((wider) => wider.search.radius === search.radius);
  const needsPlain = isComplete && removals.length === 0;
  const plain = useHelpful(listPlainSearches(search, filters), total, needsPlain);
  // A link above the results already offers the area around a ZIP code.
  const isOffered = total > 0 && search.radius === ZIP_RADIUS;
  const nearestArea = isOffered ? undefined : helpful.find((wider) => wider.search.radius !== search.radius);
  const shown = [...(nearestArea ? [nearestArea] : []), ...(needsPlain ? plain.helpful : removals)];
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
