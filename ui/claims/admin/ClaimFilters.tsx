import { SavedFilters } from '#ui/admin-shell/SavedFilters.tsx';
import { SearchBox } from '#ui/admin-shell/SearchBox.tsx';
import { useUrlState } from '#ui/admin-shell/use-url-state.ts';
import { Select } from '#ui/kit/controls/Select.tsx';
import { filters, readChoices, sorts } from './claim-filters.ts';
import css from './ClaimFilters.module.css';

const toOptions = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const filterOptions = toOptions(filters);
const sortOptions = toOptions(sorts);

/** Search, filter, sort, and saved views of the claims. All of them work offline. */
export function ClaimFilters() {
  const [search, change] = useUrlState();
  const { only, sort } = readChoices(search);
  return (
    <div className={css.filters}>
      <SearchBox label="Search claims" placeholder="Practice, claimant, phone, or NPI" />
      <Select
        aria-label="Filter claims"
        placeholder="All claims"
        options={filterOptions}
        value={only ?? ''}
        onChange={({ target }) => change({ only: target.value, claim: null })}
      />
      <Select
        aria-label="Sort claims"
        options={sortOptions}
        value={sort}
        onChange={({ target }) => change({ sort: target.value === 'due' ? null : target.value, claim: null })}
      />
      <SavedFilters names={['tab', 'list', 'q', 'only', 'sort']} />
    </div>
  );
}
