import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { cancelImport, commitImport, getImport, type ImportRun } from '#contract/bulk/bulk.ts';
import { listImportQueue, queueReviewedRun } from '#contract/bulk/import-queue.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Progress } from '#ui/kit/display/Progress.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { ApplyRun } from '../ApplyRun.tsx';
import { RunReport } from '../admin/RunReport.tsx';
import { isImportRunning } from '../queue/add-to-queue.ts';
import css from './RunPanel.module.css';
import { formatTimeLeft } from '../queue/use-rate.ts';
import { importPaths } from '../import-paths.ts';

const showError = (error: unknown) =>
  toast({ title: 'That didn’t work', description: sentenceOf(error), variant: 'destructive' });
const phaseLabels: Record<string, string> = {
  reading: 'Reading',
  matching: 'Comparing with the directory',
  writing: 'Writing',
  finishing: 'Finishing',
};

/** True while an import runs, or waits in the queue to be applied. */
const isPending = (run: ImportRun | undefined, isCommitted: boolean): boolean =>
  !run || run.status === 'running' || (isCommitted && run.status === 'ready');

/** Shows an import on the server: the result of the check, the progress, and the final report. */
export function RunPanel({ id, onAgain }: { id: number; onAgain: () => void }) {
  const client = useQueryClient();
  const params = { id: String(id) };
  const refetch = () => refresh(client, ...importPaths, listImportQueue.path, '/api/dentists', '/api/stats');
  const callbacks = { onSuccess: refetch, onError: showError };
  const commit = useMutation({
    mutationFn: () =>
      api(commitImport, { params, body: {} }).catch((error: unknown) => {
        if (!isImportRunning(error)) throw error;
        return api(queueReviewedRun, { body: { runId: id } });
      }),
    ...callbacks,
  });
  const run = useQuery({
    ...queryOf(getImport, { params }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isPending(state.data, commit.isSuccess) ? 700 : false),
    retry: true,
    retryDelay: 1_000,
  });
  const cancel = useMutation({ mutationFn: () => api(cancelImport, { params }), ...callbacks });
  if (!run.data) return <Skeleton height={120} />;
  const rowCount = (run.data.rowsNew ?? 0) + (run.data.rowsChanged ?? 0);
  // The commit was accepted, but the next poll has not arrived yet.
  const status = commit.isSuccess && run.data.status === 'ready' ? 'running' : run.data.status;
  const otherActions = (
    <>
      {(status === 'running' || status === 'ready') && (
        <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel
        </Button>
      )}
      {status !== 'running' && <Button onClick={onAgain}>Back to file</Button>}
    </>
  );
  return (
    <section className={status === 'running' ? css.running : css.panel} aria-label="Import">
      {run.failureCount > 0 && status === 'running' && (
        <Callout tone="warn">We can’t reach the server. The import continues there.</Callout>
      )}
      {status === 'running' && <RunProgress progress={run.data.progress} />}
      <div className={css.actions}>
        {status === 'ready' ? (
          <ApplyRun
            run={run.data}
            label={rowCount > 0 ? `Import ${formatNumber(rowCount)} rows` : 'Import now'}
            busy={commit.isPending}
            onApply={() => commit.mutate()}
          >
            {otherActions}
          </ApplyRun>
        ) : (
          otherActions
        )}
      </div>
      {status !== 'running' && <RunReport run={run.data} onUndone={() => void refetch()} />}
    </section>
  );
}

function RunProgress({ progress }: { progress: ImportRun['progress'] }) {
  const { share = 0, rowsPerSecond = null, secondsLeft = null } = progress ?? {};
  return (
    <Progress
      label={phaseLabels[progress?.phase ?? ''] ?? 'Waiting'}
      {...(progress ? { value: share } : {})}
      detail={[
        progress && `${Math.floor(share * 100)}%`,
        rowsPerSecond !== null && rowsPerSecond > 0 && `${formatNumber(rowsPerSecond)} rows per second`,
        secondsLeft !== null && formatTimeLeft(secondsLeft),
      ]
        .filter(Boolean)
        .join(', ')}
    />
  );
}
