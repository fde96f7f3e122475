import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { getSharedShortlist } from '#contract/listings/shortlists.ts';
import { Deferred, lazyDeferred } from '#ui/base/page/deferred-hydration.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import { missing, type Page } from '#ui/base/page/page.ts';
import { layout } from '#ui/kit/layout.ts';
import type { Call } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { storePageTime } from '#ui/base/platform/use-page-time.ts';

const SharedList = lazyDeferred(() => import('./SharedList.tsx'));

const sharedQuery = (slug: string, call?: Call) => queryOf(getSharedShortlist, { params: { slug } }, call);

function Shared() {
  const { slug = '' } = useParams();
  const { data, error, refetch } = useQuery(sharedQuery(slug));
  return (
    <div className={layout.page}>
      <Head title="Shared shortlist" description="A list of dentists that someone shared with you." noindex />
      {error ? (
        <LoadFailed query={{ error, refetch }} heading="h1" title="Failed to load this list" />
      ) : (
        <Deferred>{data && <SharedList shared={data} />}</Deferred>
      )}
    </div>
  );
}

export const page: Page = {
  Component: Shared,
  deferred: [SharedList],
  async load({ call, cache, params, prefetch, server }) {
    storePageTime(cache);
    const query = sharedQuery(params.slug ?? '', call);
    if (!server) return prefetch(query);
    try {
      await cache.fetchQuery(query);
    } catch (error) {
      const status = (error as { status?: number } | null)?.status;
      if (status === 404 || status === 400) return missing();
      throw error;
    }
  },
};
