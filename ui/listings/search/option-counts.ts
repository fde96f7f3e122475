import { keepPreviousData } from '@tanstack/react-query';
import type { CountedFilter } from '#shared/listings/filter-options.ts';
import { countOptions } from '#contract/directory/option-counts.ts';
import { formatCompact, formatNumber } from '#ui/kit/format.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import { searchQuery } from './directory-query.ts';
import type { SearchState } from './search-state.ts';

/** How many listings a search finds with an option, such as 312 or 2,000+. Empty if unknown. */
export type CountOf = (filter: CountedFilter, option: string | number, style?: 'compact') => string;

/** 1.2K, but 12K, because the filters are narrow. */
const formatShort = (count: number): string =>
  formatCompact(count >= 10_000 ? Math.floor(count / 1_000) * 1_000 : count);

/** Counts the options of a search once they are wanted. Until the next counts arrive, the last ones stay. */
export function useOptionCounts(search: SearchState, areWanted: boolean): CountOf {
  const query = { ...searchQuery(search), sort: undefined, paidFirst: undefined, top: undefined };
  const { data } = useReply({
    ...queryOf(countOptions, { query }),
    enabled: areWanted,
    placeholderData: keepPreviousData,
  });
  return (filter, option, style) => {
    const count = data?.counts[filter]?.[option];
    if (count === undefined) return '';
    const isLeast = data!.atLeast.includes(filter);
    // That at least none match says nothing.
    if (isLeast && count === 0) return '';
    return `${style === 'compact' ? formatShort(count) : formatNumber(count)}${isLeast ? '+' : ''}`;
  };
}
