import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { cancelImport, listImports, type ImportRun } from '#contract/bulk.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Progress } from '#ui/kit/display/Progress.tsx';
import { layout } from '#ui/kit/layout.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/platform/api.ts';
import { queryOf, refresh } from '#ui/platform/query.ts';
import { formatTimeLeft, useRate } from './console/use-rate.ts';
import { importPaths } from './import-paths.ts';

const RUNNING_INTERVAL_MS = 1_000;
const IDLE_INTERVAL_MS = 10_000;

/** Shows the import that runs on the server, with its rate and the time left, even if another person started it. */
export function RunningImport() {
  const { data: [run] = [] } = useQuery({
    ...queryOf(listImports, { query: { pageSize: '1' } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.[0]?.status === 'running' ? RUNNING_INTERVAL_MS : IDLE_INTERVAL_MS),
  });
  return run?.status === 'running' ? <RunningBar key={run.id} run={run} /> : null;
}

function RunningBar({ run }: { run: ImportRun }) {
  const client = useQueryClient();
  const share = run.progress?.share ?? 0;
  const rate = useRate(share, 1);
  const cancel = useMutation({
    mutationFn: () => api(cancelImport, { params: { id: String(run.id) } }),
    onSuccess: () => refresh(client, ...importPaths),
    onError: (error) => toast({ title: 'Not canceled', description: sentenceOf(error), variant: 'destructive' }),
  });
  const percentPerSecond = rate && Math.round(rate.perSecond * 100);
  const details = [
    `${Math.floor(share * 100)}%`,
    percentPerSecond !== null && percentPerSecond > 0 && `${percentPerSecond}% per second`,
    rate && formatTimeLeft(rate.secondsLeft),
  ];
  return (
    <section className={layout.tight} aria-label="Running import">
      <Progress
        label={`Importing ${run.fileName}, started by ${run.userName}`}
        value={share}
        detail={details.filter(Boolean).join(' · ')}
      />
      <div className={layout.row}>
        <Link to={`/admin/imports/${run.id}`}>Run {run.id}</Link>
        <Button size="small" variant="quiet" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel
        </Button>
      </div>
    </section>
  );
}
