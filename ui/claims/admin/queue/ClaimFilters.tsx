import { useSearchParams } from 'react-router-dom';
import { SearchBox } from '#ui/admin/SearchBox.tsx';
import { SavedViews } from '#ui/admin/table/SavedViews.tsx';
import { useUrlState } from '#ui/admin/use-url-state.ts';
import { Select } from '#ui/kit/controls/Select.tsx';
import { filters, readChoices, sorts } from './claim-filters.ts';
import css from './ClaimFilters.module.css';

const toOptions = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const filterOptions = toOptions(filters);
const sortOptions = toOptions(sorts);

/** The parameters of the URL that a saved view holds. */
const savedParams = ['tab', 'list', 'q', 'only', 'sort'];

/** Search, filter, sort, and saved views of the claims. All but the saved views work offline. */
export function ClaimFilters() {
  const [search, change] = useUrlState();
  const [, setSearch] = useSearchParams();
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
      <SavedViews
        name="claims"
        view={{
          search: new URLSearchParams(
            savedParams.flatMap((name) => (search.get(name) ? [[name, search.get(name)!] as [string, string]] : [])),
          ).toString(),
          applySearch: (saved) => setSearch(new URLSearchParams(saved), { preventScrollReset: true }),
        }}
      />
    </div>
  );
}
