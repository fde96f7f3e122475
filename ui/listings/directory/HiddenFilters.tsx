import { listFilterQuery } from '../search/filter-state.ts';
import { flags, type SearchState } from '../search/search-state.ts';

/** Keeps the filters of a search when a form without scripts submits another part of it. */
export function HiddenFilters({ search }: { search: SearchState }) {
  const { name, language, organic, box } = search;
  const values = {
    ...(name && { name }),
    ...(organic && { organic: '1' }),
    ...(language && { language }),
    ...(box && { box }),
    ...listFilterQuery(search),
  };
  return (
    <>
      {flags.map((flag) => search[flag] && <input key={flag} type="hidden" name={flag} value="1" />)}
      {Object.entries(values).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
    </>
  );
}
