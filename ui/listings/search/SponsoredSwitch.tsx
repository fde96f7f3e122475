import { Link } from '#ui/kit/display/Link.tsx';
import { directoryUrl, type SearchState } from './search-state.ts';

/** Hides the sponsored places of a search, or shows them again. A link, so that it works without scripts. */
export const SponsoredSwitch = ({ search }: { search: Partial<SearchState> }) => (
  <Link
    to={directoryUrl({ ...search, page: 1, organic: !search.organic })}
    data-organic={search.organic || undefined}
    preventScrollReset
  >
    {search.organic ? 'Show sponsored' : 'Hide sponsored'}
  </Link>
);
