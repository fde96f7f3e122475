import { X } from 'lucide-react';
import { Link } from '#ui/kit/display/Link.tsx';
import { listActiveFilters, type ActiveFilter } from '../search/filter-labels.ts';
import { directoryUrl, moveTo, type SearchState } from '../search/search-state.ts';
import { usePlanNames } from '../search/plan-names.ts';
import { useServiceNames } from '../search/use-service-names.ts';
import css from './ActiveFilters.module.css';

/** The place counts as a filter once there are others. */
const addPlace = (filters: ActiveFilter[], search: SearchState): ActiveFilter[] =>
  filters.length > 0 && search.location
    ? [...filters, { label: search.location, removal: moveTo(search, '') }]
    : filters;

/** The active filters, each with a link that removes it. */
export function ActiveFilters({ search }: { search: SearchState }) {
  const names = { services: useServiceNames(), plans: usePlanNames() };
  const filters = addPlace(listActiveFilters(search, names), search);
  if (filters.length === 0) return null;
  return (
    <ul className={css.filters} aria-label="Active filters">
      {filters.map(({ label, removal }) => (
        <li key={label}>
          <Link to={directoryUrl({ ...search, page: 1, ...removal })} className={css.filter} preventScrollReset>
            <span className="hidden-text">Remove </span>
            {label}
            <X aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
