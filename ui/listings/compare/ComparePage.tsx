import { useQueries } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { getDentist } from '#contract/listings.ts';
import { Head } from '#ui/app/Head.tsx';
import { Deferred, lazyDeferred } from '#ui/app/deferred-hydration.tsx';
import type { Page } from '#ui/app/page.ts';
import { layout } from '#ui/kit/layout.ts';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { queryOf } from '#ui/platform/query.ts';
import { stampPageTime } from '#ui/platform/use-page-time.ts';
import { MOST_COMPARED } from './saved.ts';

const CompareTable = lazyDeferred(() => import('./CompareTable.tsx'));

/** The ids in an address, as far as they are ids. */
const idsOf = (params: URLSearchParams): string[] =>
  [...new Set((params.get('ids') ?? '').split(','))].filter((id) => /^[1-9]\d{0,9}$/.test(id)).slice(0, MOST_COMPARED);

function Compare() {
  const [params] = useSearchParams();
  const ids = idsOf(params);
  const answers = useQueries({ queries: ids.map((id) => queryOf(getDentist, { params: { id } })) });
  const known = answers.flatMap(({ data }) => data ?? []);
  const without = (id: number) => `/compare?ids=${ids.filter((one) => one !== String(id)).join(',')}`;
  return (
    <div className={layout.page}>
      <Head title="Compare dentists" noindex />
      <header className={layout.head}>
        <h1>Compare dentists</h1>
        <p className={layout.lead}>Up to {MOST_COMPARED} practices side by side.</p>
      </header>
      {answers.some(({ isPending }) => isPending) ? (
        <Loading label="Loading the practices">
          <Skeleton height="24rem" />
        </Loading>
      ) : known.length === 0 ? (
        <EmptyState
          title="Nothing to compare yet"
          actions={
            <ButtonLink to="/directory" variant="primary">
              Find dentists
            </ButtonLink>
          }
        >
          <p>Choose Compare on two or more practices in the directory, and they stand here side by side.</p>
        </EmptyState>
      ) : (
        <Deferred>
          <CompareTable listings={known} without={without} />
        </Deferred>
      )}
    </div>
  );
}

export const page: Page = {
  Component: Compare,
  deferred: [CompareTable],
  async load({ call, cache, url, prefetch }) {
    stampPageTime(cache);
    // One that is gone leaves the others to be compared.
    await Promise.allSettled(
      idsOf(url.searchParams).map((id) => prefetch(queryOf(getDentist, { params: { id } }, call))),
    );
  },
};
