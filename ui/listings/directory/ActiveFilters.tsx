import { X } from 'lucide-react';
import { Link } from '#ui/kit/display/Link.tsx';
import { directoryUrl, listActiveFilters, type SearchState } from '../search/search-state.ts';
import { useServiceNames } from '../search/use-service-names.ts';
import css from './ActiveFilters.module.css';

/** The active filters, each with a link that removes it. */
export function ActiveFilters({ search }: { search: SearchState }) {
  const serviceNames = useServiceNames();
  const filters = listActiveFilters(search, serviceNames);
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
