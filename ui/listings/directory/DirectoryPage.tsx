import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { AdSlot } from '#ui/ads/AdSlot.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import { Deferred, lazyDeferred } from '#ui/base/page/deferred-hydration.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { layout } from '#ui/kit/layout.ts';
import { searchTypeOf, trackResults, trackSearch } from '#ui/insights/track.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { MapSlot } from '../map/MapSlot.tsx';
import { directoryQuery, popularCitiesQuery, widerAreaQuery } from '../search/directory-query.ts';
import { storePageTime } from '#ui/base/platform/use-page-time.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import {
  asksForPlace,
  directoryUrl,
  filterCount,
  isFiltered,
  moveTo,
  readSearch,
  type SearchState,
  flags,
} from '../search/search-state.ts';
import { planNamesQuery } from '../search/plan-names.ts';
import { serviceNamesQuery } from '../search/use-service-names.ts';
import { listFilterQuery } from '../search/filter-state.ts';
import css from './DirectoryPage.module.css';

const SearchBox = lazyDeferred(() => import('../search/SearchBox.tsx'));
const DirectoryResults = lazyDeferred(() => import('./DirectoryResults.tsx'));
const Filters = lazyDeferred(() => import('./Filters.tsx'));
const MapPill = lazyDeferred(() => import('../map/MapPill.tsx'));
const FilterSheet = lazy(() => import('./FilterSheet.tsx'));

const FilterIcon = () => (
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeLinecap="round" aria-hidden="true">
    <path d="M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5" />
  </svg>
);

function titleOf(search: SearchState): string {
  const subject = search.service ? `${search.service} dentists` : 'Dentists';
  const place = search.box ? 'an area of the map' : search.location;
  return place ? `${subject} in ${place}` : search.service ? subject : 'Dental Directory';
}

function Directory() {
  const [params] = useSearchParams();
  const search = useMemo(() => readSearch(params), [params]);
  const navigate = useNavigate();
  const [sheet, setSheet] = useState<'unused' | 'open' | 'closed'>('unused');
  const { data, error, isPending, refetch } = useReply(directoryQuery(search));
  const { location, service, name } = search;
  const total = data?.total;
  // Tracks a search and its total once, not again for each page of results.
  useEffect(() => {
    const searchText = [name, service, location].filter(Boolean).join(', ');
    if (searchText && total !== undefined) trackSearch(searchText, total, searchTypeOf(location, service));
  }, [location, service, name, total]);
  const isSearch = name !== '' || isFiltered(search);
  const items = data?.items;
  useEffect(() => {
    if (!isSearch || !items || items.length === 0) return;
    const sponsored = items.filter(({ why }) => why?.paid).map(({ id }) => id);
    trackResults(
      items.map(({ id }) => id),
      sponsored,
    );
  }, [isSearch, items]);
  const change = (changes: Partial<SearchState>) =>
    void navigate(directoryUrl({ ...search, page: 1, ...changes }), { preventScrollReset: true });
  const totalText = data ? `${formatNumber(data.total)}${data.totalIsExact ? '' : '+'}` : null;
  const activeFilters = filterCount(search);
  return (
    <>
      <Head
        title={titleOf(search)}
        description={`Search dentists and teeth whitening specialists${search.location ? ` in ${search.location}` : ' across the United States'}: hours, services, ratings and how to reach them.`}
        canonical={directoryUrl(isFiltered(search) ? { location: search.location, service: search.service } : {})}
        noindex={isFiltered(search) || search.page > 1}
      />
      <a href="#results" className="skip-link">
        Skip to results
      </a>
      <div className={css.top}>
        <header className={`${layout.page} ${css.head}`}>
          <h1>Dental Directory</h1>
        </header>
      </div>
      <div className={css.bar}>
        <Deferred className={layout.page}>
          <SearchBox
            variant="compact"
            location={search.location}
            service={search.service}
            onSearch={(changes, sentence) =>
              void navigate(
                directoryUrl({ ...moveTo(search, changes.location ?? search.location), ...changes }, sentence),
                { preventScrollReset: true },
              )
            }
          >
            <HiddenFilters search={search} />
            <Button
              className={css.filterButton}
              icon={<FilterIcon />}
              aria-haspopup="dialog"
              onClick={() => setSheet('open')}
            >
              Filters
              {activeFilters > 0 && (
                <>
                  {' '}
                  <span className={css.filterCount}>{activeFilters}</span>
                  <span className="hidden-text"> set</span>
                </>
              )}
            </Button>
          </SearchBox>
        </Deferred>
      </div>
      <div className={css.body} data-view={search.view}>
        <div className={`${layout.page} ${css.columns}`}>
          <div className={css.sidebar}>
            <aside aria-label="Filters">
              <Deferred>
                <Filters search={search} onChange={change} />
              </Deferred>
            </aside>
            <AdSlot slot="sidebar" className={css.ad} />
          </div>
          <Deferred className={css.results}>
            <DirectoryResults
              search={search}
              data={data}
              error={error}
              pending={isPending}
              onRetry={() => void refetch()}
              onChange={change}
            />
          </Deferred>
          <div className={css.map}>
            <MapSlot search={search} data={data} onChange={change} />
          </div>
          {/* After the results in the document, so that they don't push it down while the page arrives. */}
          <AdSlot slot="sidebar" className={css.adBelow} />
        </div>
        {/* It would cover the searches that an empty list offers. */}
        {(total !== 0 || search.view === 'map') && (
          <Deferred className={css.pill}>
            <MapPill search={search} />
          </Deferred>
        )}
      </div>
      {sheet !== 'unused' && (
        <Suspense fallback={null}>
          <FilterSheet
            open={sheet === 'open'}
            onOpenChange={(open) => setSheet(open ? 'open' : 'closed')}
            search={search}
            onChange={change}
            resultText={totalText === null ? 'results' : `${totalText} ${totalText === '1' ? 'dentist' : 'dentists'}`}
          />
        </Suspense>
      )}
    </>
  );
}

let redirectSentence: typeof import('./redirect-sentence.ts').redirectSentence | undefined;

/** Keeps the filters of a search when a form without scripts submits another part of it. */
function HiddenFilters({ search }: { search: SearchState }) {
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

export const page: Page = {
  Component: Directory,
  deferred: [SearchBox, DirectoryResults, Filters, MapPill],
  async load({ call, cache, prefetch, url, server }) {
    storePageTime(cache);
    // In the browser, `location` is always a chosen place, and only `q` can be a sentence.
    if (url.searchParams.has('q') || (server && url.searchParams.has('location'))) {
      // Kept, because the server's module loader takes a millisecond to find even a loaded module.
      redirectSentence ??= (await import('./redirect-sentence.ts')).redirectSentence;
      await redirectSentence(url, call, server);
    }
    const search = readSearch(url.searchParams);
    const widerArea = widerAreaQuery(search, call);
    await prefetch(
      directoryQuery(search, call),
      serviceNamesQuery(call),
      planNamesQuery(call),
      ...(widerArea ? [widerArea] : []),
      ...(asksForPlace(search) ? [popularCitiesQuery(call)] : []),
    );
  },
};
