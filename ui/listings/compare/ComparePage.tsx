import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { getDentist } from '#contract/listings/listings.ts';
import { Head } from '#ui/base/page/Head.tsx';
import { Deferred, lazyDeferred, wake } from '#ui/base/page/deferred-hydration.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { layout } from '#ui/kit/layout.ts';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { queryOf } from '#ui/base/platform/query.ts';
import { storePageTime } from '#ui/base/platform/use-page-time.ts';
import { MAX_COMPARED, useSaved } from '../card/saved.ts';

const CompareTable = lazyDeferred(() => import('./CompareTable.tsx'));

/** The valid ids in a URL. */
const readIds = (params: URLSearchParams): string[] =>
  [...new Set((params.get('ids') ?? '').split(','))].filter((id) => /^[1-9]\d{0,9}$/.test(id)).slice(0, MAX_COMPARED);

function Compare() {
  const [params] = useSearchParams();
  const urlIds = readIds(params);
  // With ids in the URL, the stored ones must not render the table again, because it has no script yet.
  const savedIds = useSaved((saved) => (urlIds.length > 0 ? null : saved.compare));
  const ids = savedIds?.map(String) ?? urlIds;
  // The server renders nothing for practices that only the browser has stored, so hydration needn't wait for an interaction.
  useEffect(() => {
    if (urlIds.length === 0) wake();
  }, [urlIds.length]);
  const results = useQueries({ queries: ids.map((id) => queryOf(getDentist, { params: { id } })) });
  const listings = results.flatMap(({ data }) => data ?? []);
  const pathWithout = (id: number) => `/compare?ids=${ids.filter((otherId) => otherId !== String(id)).join(',')}`;
  return (
    <div className={layout.page}>
      <Head title="Compare dentists" noindex />
      <header className={layout.head}>
        <h1>Compare dentists</h1>
        <p className={layout.lead}>Up to {MAX_COMPARED} practices side by side.</p>
      </header>
      {results.some(({ isPending }) => isPending) ? (
        <Loading label="Loading the practices">
          <Skeleton height="24rem" />
        </Loading>
      ) : listings.length === 0 ? (
        <EmptyState
          title="Nothing to compare yet"
          actions={
            <ButtonLink to="/directory" variant="primary">
              Find dentists
            </ButtonLink>
          }
        >
          <p>Choose Compare on two or more practices in the directory to see them side by side.</p>
        </EmptyState>
      ) : (
        <Deferred>
          <CompareTable listings={listings} pathWithout={pathWithout} />
        </Deferred>
      )}
    </div>
  );
}

export const page: Page = {
  Component: Compare,
  deferred: [CompareTable],
  async load({ call, cache, url, prefetch }) {
    storePageTime(cache);
    // The other practices can still be compared if one of them is missing.
    await Promise.allSettled(
      readIds(url.searchParams).map((id) => prefetch(queryOf(getDentist, { params: { id } }, call))),
    );
  },
};
