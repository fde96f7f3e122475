import type { OpenDay } from '#shared/search-terms.ts';
import type { Wish } from '#contract/listings/listings.ts';
import type { CardReply } from '../card/card-search.ts';
import { ListingCard } from '../card/ListingCard.tsx';
import { splitList } from '../search/filter-state.ts';
import { listActiveFilters, type FilterNames } from '../search/filter-labels.ts';
import { usePlanNames } from '../search/plan-names.ts';
import { readSearch, type SearchState } from '../search/search-state.ts';
import { useServiceNames } from '../search/use-service-names.ts';
import css from './Almost.module.css';

interface AlmostProps {
  search: SearchState;
  almost: NonNullable<CardReply['almost']>;
  /** The position of the first near match. */
  first: number;
  now: Date;
  listClass: string | undefined;
}

const labelOf = ({ filter, value }: Wish, names: FilterNames): string =>
  listActiveFilters(readSearch(new URLSearchParams({ [filter]: value })), names)
    .map(({ label }) => label)
    .join();

/** "These meet 4 of your 5 wishes." */
function describeWishes(wishes: number, missing: number): string {
  if (wishes === missing) return "These are in the same area, but don't list what you searched for.";
  return `These meet ${wishes - missing} of your ${wishes} wishes.`;
}

/** Practices that meet all wishes of a search but one or two, each with what it lacks. */
export function Almost({ search, almost: { wishes, items }, first, now, listClass }: AlmostProps) {
  const names = { services: useServiceNames(), plans: usePlanNames() };
  const missing = items[0]?.missing.length;
  if (missing === undefined) return null;
  return (
    <section className={css.almost} aria-labelledby="almost">
      <h2 id="almost">Almost</h2>
      <p className={css.wishes}>{describeWishes(wishes, missing)}</p>
      <div className={listClass}>
        {items.map((listing, index) => (
          <ListingCard
            key={listing.id}
            listing={listing}
            now={now}
            view={search.view === 'grid' ? 'grid' : 'list'}
            place={{ position: first + index, source: 'search_results' }}
            days={splitList(search.openOn) as OpenDay[]}
            missing={listing.missing.map((wish) => labelOf(wish, names))}
          />
        ))}
      </div>
    </section>
  );
}
