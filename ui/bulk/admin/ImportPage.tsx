import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { cancelImport, getImport } from '#contract/bulk/bulk.ts';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { Breadcrumbs } from '#ui/kit/display/Breadcrumbs.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Progress } from '#ui/kit/display/Progress.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatLocalDateTime, formatBytes } from '#ui/kit/format.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { AdminPageBody, AdminPageHeader } from '#ui/admin/AdminPageBody.tsx';
import { commitRun, useImport } from '../queue/import-store.ts';
import { ApplyRun } from '../ApplyRun.tsx';
import { ReviewRows } from './ReviewRows.tsx';
import { RunReport } from './RunReport.tsx';
import { formatEncoding } from '../format.ts';
import { layout } from '#ui/kit/layout.ts';

function ImportPage() {
  const { id = '' } = useParams();
  const client = useQueryClient();
  const query = queryOf(getImport, { params: { id } });
  const { data: run, error } = useQuery({
    ...query,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? 700 : false),
  });
  const { busy } = useImport();
  const reload = () => client.invalidateQueries({ queryKey: query.queryKey });
  if (error)
    return (
      <AdminPageBody>
        <Head title="Import" noindex />
        <Breadcrumbs crumbs={[{ label: 'Imports', to: '/admin/imports' }, { label: `Run ${id}` }]} />
        <EmptyState heading="h1" title="We couldn't show this import">
          {sentenceOf(error)}
        </EmptyState>
      </AdminPageBody>
    );
  return (
    <AdminPageBody>
      <Head title={run ? `Import of ${run.fileName}` : 'Import'} noindex />
      <Breadcrumbs crumbs={[{ label: 'Imports', to: '/admin/imports' }, { label: `Run ${id}` }]} />
      {!run && <Skeleton height={240} />}
      {run && (
        <>
          <AdminPageHeader title={run.fileName} />
          {run.status === 'ready' && run.message && (
            <Callout tone="info" announce>
              {run.message}
            </Callout>
          )}
          <dl className={layout.facts}>
            <dt>Started</dt>
            <dd>
              {formatLocalDateTime(run.createdAt)} by {run.userName}
            </dd>
            <dt>File</dt>
            <dd>
              {formatBytes(run.fileBytes)}, {formatEncoding(run.encoding)}
              {run.source && `, from ${run.source}`}
            </dd>
            {run.sha256 && (
              <>
                <dt>SHA-256</dt>
                <dd className={layout.code}>{run.sha256.slice(0, 16)}…</dd>
              </>
            )}
          </dl>
          {run.status === 'running' && (
            <div className={layout.tight}>
              <Progress
                label="Importing..."
                value={Math.min(95, Math.round((run.progress?.share ?? 0) * 100))}
                max={100}
              />
              <div>
                <Button
                  size="small"
                  onClick={() =>
                    void api(cancelImport, { params: { id } })
                      .then(reload)
                      .catch((problem: unknown) =>
                        toast({ title: 'Error', description: sentenceOf(problem), variant: 'destructive' }),
                      )
                  }
                >
                  Cancel
                </Button>
              </div>
            </div>
          )}
          {run.status === 'ready' && (
            <div className={layout.row}>
              <ApplyRun run={run} busy={busy !== null} onApply={() => void commitRun(run, client).then(reload)}>
                <Button
                  variant="quiet"
                  disabled={busy !== null}
                  onClick={() => void api(cancelImport, { params: { id } }).then(reload, reload)}
                >
                  Discard file
                </Button>
              </ApplyRun>
            </div>
          )}
          {run.status === 'ready' && <ReviewRows run={run} />}
          {run.status !== 'running' && <RunReport run={run} isFullPage onUndone={() => void reload()} />}
        </>
      )}
    </AdminPageBody>
  );
}

export const page: Page = { Component: ImportPage };
