import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { cancelImport, commitImport, getImport, type ImportRun } from '#contract/bulk.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Progress } from '#ui/kit/display/Progress.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/platform/api.ts';
import { queryOf, refresh } from '#ui/platform/query.ts';
import { RunReport } from '../admin/RunReport.tsx';
import css from './Import.module.css';
import { leftOf, useRate } from './rate.ts';

const failed = (error: unknown) =>
  toast({ title: 'That did not work', description: sentenceOf(error), variant: 'destructive' });
const phases: Record<string, string> = {
  reading: 'Reading',
  matching: 'Comparing with the directory',
  writing: 'Writing',
  finishing: 'Finishing',
};

/** One import on the server, from the check to its end, and back again. */
export function RunPanel({ id, rows, onAgain }: { id: number; rows: number; onAgain: () => void }) {
  const client = useQueryClient();
  const params = { id: String(id) };
  const run = useQuery({
    ...queryOf(getImport, { params }),
    staleTime: 0,
    refetchInterval: ({ state }) => (!state.data || state.data.status === 'running' ? 700 : false),
    retry: true,
    retryDelay: 1_000,
  });
  const refetch = () => refresh(client, '/api/admin/imports', '/api/dentists', '/api/stats');
  const act = { onSuccess: refetch, onError: failed };
  const commit = useMutation({ mutationFn: () => api(commitImport, { params, body: {} }), ...act });
  const cancel = useMutation({ mutationFn: () => api(cancelImport, { params }), ...act });
  if (!run.data) return <Skeleton height={120} />;
  const { rowsNew, rowsChanged } = run.data;
  // Begun, though the server has not been heard of since.
  const status = commit.isSuccess && run.data.status === 'ready' ? 'running' : run.data.status;
  return (
    <section className={status === 'running' ? css.run : css.section} aria-label="Import">
      {run.failureCount > 0 && status === 'running' && (
        <Callout tone="warn">The server cannot be reached. It goes on with the import meanwhile.</Callout>
      )}
      {status === 'running' && <Going progress={run.data.progress} rows={rows} />}
      <div className={css.row}>
        {status === 'ready' && (
          <Button variant="primary" busy={commit.isPending} onClick={() => commit.mutate()}>
            Import {formatNumber((rowsNew ?? 0) + (rowsChanged ?? 0))} rows
          </Button>
        )}
        {(status === 'running' || status === 'ready') && (
          <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel
          </Button>
        )}
        {status !== 'running' && <Button onClick={onAgain}>Back to the file</Button>}
      </div>
      {status !== 'running' && <RunReport run={run.data} onUndone={() => void refetch()} />}
    </section>
  );
}

/** How far it is, how fast it goes, and how long it will take, as far as anybody can know. */
function Going({ progress, rows }: { progress: ImportRun['progress']; rows: number }) {
  const share = progress?.share ?? 0;
  const rate = useRate(share, 1);
  const pace = rate && Math.round(rate.perSecond * rows);
  return (
    <Progress
      label={phases[progress?.phase ?? ''] ?? 'Waiting'}
      {...(progress ? { value: share } : {})}
      detail={[
        progress && `${Math.floor(share * 100)}%`,
        pace !== null && pace > 0 && `${formatNumber(pace)} rows a second`,
        rate && leftOf(rate.secondsLeft),
      ]
        .filter(Boolean)
        .join(', ')}
    />
  );
}
