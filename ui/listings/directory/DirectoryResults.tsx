import { LayoutGrid, List } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { usePayments } from '#ui/base/page/use-payments.ts';
import { useSite } from '#ui/base/page/App.tsx';
import { JsonLd } from '#ui/base/page/Head.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Pagination } from '#ui/kit/table/Pagination.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Loading } from '#ui/kit/display/Skeleton.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { ActiveFilters } from './ActiveFilters.tsx';
import { Almost } from './Almost.tsx';
import { PriceAnswer } from '../PriceAnswer.tsx';
import { DidYouMean } from './DidYouMean.tsx';
import { PlacePrompt } from './PlacePrompt.tsx';
import { describeRange, describeResultCount } from './result-count.ts';
import { SearchNotes } from './SearchNotes.tsx';
import { WiderSearches } from './WiderSearches.tsx';
import { CompareBar } from '../compare/CompareBar.tsx';
import { listJsonLd } from '../profile/json-ld.ts';
import type { CardReply } from '../card/card-search.ts';
import { CardSkeleton, ListingCard } from '../card/ListingCard.tsx';
import { usePageTime } from '#ui/base/platform/use-page-time.ts';
import type { OpenDay } from '#shared/search-terms.ts';
import { SponsoredSwitch } from '../search/SponsoredSwitch.tsx';
import { splitList } from '../search/filter-state.ts';
import { asksForPlace, directoryUrl, moveTo, PAGE_SIZE, type SearchState, type Sort } from '../search/search-state.ts';
import css from './DirectoryResults.module.css';

interface DirectoryResultsProps {
  search: SearchState;
  data: CardReply | undefined;
  error: Error | null;
  pending: boolean;
  onRetry: () => void;
  onChange: (change: Partial<SearchState>) => void;
}

const sortNames: readonly (readonly [Sort, string])[] = [
  ['best', 'Best match'],
  ['rating', 'Rating'],
  ['name', 'Name'],
  ['distance', 'Distance'],
  ['price', 'Whitening price'],
];
const SKELETONS = 5;

export default function DirectoryResults({ search, data, error, pending, onRetry, onChange }: DirectoryResultsProps) {
  const { publicUrl } = useSite();
  const payments = usePayments();
  const now = usePageTime();
  const heading = useRef<HTMLHeadingElement>(null);
  const shownPage = useRef(search.page);
  // Moves focus to the heading after a page change, for screen readers too.
  useEffect(() => {
    if (shownPage.current === search.page) return;
    shownPage.current = search.page;
    heading.current?.focus();
  }, [search.page]);
  const total = data?.total ?? 0;
  const first = (search.page - 1) * PAGE_SIZE + 1;
  const grid = search.view === 'grid';
  const days = splitList(search.openOn) as OpenDay[];
  return (
    <section aria-labelledby="results">
      {data && data.items.length > 0 && <JsonLd data={listJsonLd(data.items, publicUrl)} />}
      <div className={css.head}>
        <div>
          <h2 id="results" ref={heading} tabIndex={-1} className={css.count} aria-live="polite">
            {data ? describeResultCount(data) : pending ? 'Searching...' : 'Dentists'}
          </h2>
          <p className={css.range}>
            {data && data.items.length > 0 ? describeRange(first, data.items.length, data) : '\u00a0'}
          </p>
        </div>
        <div className={css.tools}>
          <label className={css.sort}>
            <span>Sort by</span>
            <Select value={search.sort} onChange={(event) => onChange({ sort: event.target.value as Sort })}>
              {sortNames.map(([value, label]) => (
                <option key={value} value={value} disabled={value === 'distance' && search.radius === 0}>
                  {label}
                </option>
              ))}
            </Select>
          </label>
          {payments && search.sort === 'best' && (
            <span className={css.sponsored}>
              <SponsoredSwitch search={search} />
            </span>
          )}
          <div className={css.views} role="group" aria-label="View">
            <Link
              to={directoryUrl({ ...search, view: 'list' })}
              aria-label="List"
              aria-current={grid ? undefined : 'true'}
              preventScrollReset
            >
              <List aria-hidden="true" />
            </Link>
            <Link
              to={directoryUrl({ ...search, view: 'grid' })}
              aria-label="Grid"
              aria-current={grid ? 'true' : undefined}
              preventScrollReset
            >
              <LayoutGrid aria-hidden="true" />
            </Link>
          </div>
        </div>
      </div>
      <ActiveFilters search={search} />
      {asksForPlace(search) && <PlacePrompt search={search} />}
      {data && total > 0 && <SearchNotes search={search} total={total} lead={data.lead} />}
      {data?.guides && <Guides guides={data.guides} />}
      {data?.prices && (
        <PriceAnswer
          prices={data.prices}
          sortUrl={search.sort === 'price' ? undefined : directoryUrl({ ...search, sort: 'price' })}
        />
      )}
      {data && data.places.length > 1 && <PlaceChoices search={search} places={data.places} />}
      {error ? (
        <EmptyState
          scene="trouble"
          title="Failed to fetch dentists"
          actions={<Button onClick={onRetry}>Try again</Button>}
        >
          <p>The list could not be loaded. Please try again in a moment.</p>
        </EmptyState>
      ) : !data ? (
        <Loading label="Searching" className={grid ? css.grid : css.list}>
          {Array.from({ length: SKELETONS }, (_, index) => (
            <CardSkeleton key={index} grid={grid} />
          ))}
        </Loading>
      ) : data.items.length > 0 ? (
        <>
          <div className={grid ? css.grid : css.list} data-results="">
            {data.items.map((listing, index) => (
              <ListingCard
                key={listing.id}
                listing={listing}
                now={now}
                view={grid ? 'grid' : 'list'}
                place={{ position: first + index, source: 'search_results' }}
                days={days}
              />
            ))}
          </div>
          <WiderSearches search={search} data={data} />
          <Pagination
            page={search.page}
            pages={Math.ceil(total / PAGE_SIZE)}
            hrefFor={(page) => directoryUrl({ ...search, page })}
            label="Pages of results"
            className={css.pages}
          />
        </>
      ) : total > 0 ? (
        <EmptyState
          scene="search"
          title="That page doesn't exist"
          actions={<ButtonLink to={directoryUrl({ ...search, page: 1 })}>Go to the first page</ButtonLink>}
        >
          <p>Results end at page {formatNumber(Math.ceil(total / PAGE_SIZE))}.</p>
        </EmptyState>
      ) : (
        <NoResults search={search} data={data} />
      )}
      {data?.almost && (
        <Almost
          search={search}
          almost={data.almost}
          first={first + data.items.length}
          now={now}
          listClass={grid ? css.grid : css.list}
        />
      )}
      <CompareBar />
    </section>
  );
}

/** Links to articles about what was searched for. */
function Guides({ guides }: { guides: NonNullable<CardReply['guides']> }) {
  return (
    <p className={css.choices}>
      {guides.map(({ title, slug }) => (
        <Link key={slug} to={`/articles/${slug}`}>
          Guide: {title}
        </Link>
      ))}
    </p>
  );
}

/** Says that nothing matches, in one row if near matches follow. */
function NoResults({ search, data }: { search: SearchState; data: CardReply }) {
  // Keeps a place that is known, unless it is all there is to clear.
  const place = data.almost?.wishes ? { location: search.location, radius: search.radius } : {};
  const isFollowed = (data.almost?.items.length ?? 0) > 0;
  const clear = (
    <ButtonLink
      to={directoryUrl({ view: search.view, ...place })}
      variant={isFollowed ? 'secondary' : 'primary'}
      size={isFollowed ? 'small' : 'medium'}
    >
      Clear Filters
    </ButtonLink>
  );
  const hints = (
    <>
      <DidYouMean search={search} alternatives={data.didYouMean} />
      {search.name && (
        <p>
          Searched names for “{search.name}.”{!isFollowed && ' No dentist or practice has this name.'}
        </p>
      )}
      <WiderSearches search={search} data={data} />
    </>
  );
  if (isFollowed)
    return (
      <div className={css.none}>
        <h3>No dentists found</h3>
        {clear}
        {hints}
      </div>
    );
  return (
    <EmptyState scene="search" title="No dentists found" actions={clear}>
      <p>
        {search.location && data.places.length === 0
          ? `We couldn't find “${search.location}.” Try a city, state, or 5-digit ZIP code.`
          : 'Try fewer filters, another spelling, or a wider area.'}
      </p>
      {hints}
    </EmptyState>
  );
}

/** Links to each of the places that share the searched name. */
function PlaceChoices({ search, places }: { search: SearchState; places: { label: string }[] }) {
  return (
    <p className={css.choices}>
      <span>Several places have this name:</span>
      {places.slice(0, 6).map(({ label }) => (
        <Link key={label} to={directoryUrl(moveTo(search, label))}>
          {label}
        </Link>
      ))}
      {places.length > 6 && <span>and {places.length - 6} more</span>}
    </p>
  );
}
