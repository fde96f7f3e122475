import { useQuery } from '@tanstack/react-query';
import { listSources } from '#contract/sources.ts';
import { AdminPageBody, AdminPageHeader } from '#ui/admin/AdminPageBody.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { layout } from '#ui/kit/layout.ts';
import { SourceCard } from './SourceCard.tsx';

const POLL_MS = 2_000;

function SourcesPage() {
  const list = useQuery({
    ...queryOf(listSources, {}),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.sources.some(({ lastRun }) => lastRun?.status === 'running') ? POLL_MS : false,
  });
  return (
    <AdminPageBody>
      <Head title="Sources" noindex />
      <AdminPageHeader title="Sources">
        <ButtonLink to="/admin/data-health">Data health</ButtonLink>
      </AdminPageHeader>
      <p className={layout.hint}>
        Public files that fill gaps in listings. The practice’s own words win, then staff’s, then the registry or board
        for its own fields, then the source with the lowest number. Between equals, the newer value wins. You preview
        each run, and can undo it.
      </p>
      {list.isPending && <Skeleton height={480} />}
      {list.isError && <LoadFailed title="The sources could not be loaded" compact query={list} />}
      {list.data?.sources.map((source) => (
        <SourceCard key={source.key} source={source} total={list.data.total} />
      ))}
    </AdminPageBody>
  );
}

export const page: Page = { Component: SourcesPage };
