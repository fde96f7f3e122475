import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Undo2, X } from 'lucide-react';
import { useEffect } from 'react';
import { openBulkChange, undoBulkChange, type BulkChange } from '#contract/tables/bulk-changes.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { Progress } from '#ui/kit/display/Progress.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { api } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import css from './BulkProgress.module.css';

const POLL_MS = 400;
const isRunning = ({ status }: BulkChange) => status === 'applying' || status === 'undoing';

interface BulkCalls {
  query: ReturnType<typeof queryOf<typeof openBulkChange>>;
  undo: () => Promise<BulkChange>;
  /** The paths of what the change may have changed. */
  changes: readonly string[];
}

const staffCalls = (id: number): BulkCalls => ({
  query: queryOf(openBulkChange, { params: { id: String(id) } }),
  undo: () => api(undoBulkChange, { params: { id: String(id) } }),
  changes: ['/api/admin/', '/api/articles', '/api/dentists'],
});

interface BulkProgressProps {
  id: number;
  /** The calls of a change that isn't one of staff. */
  calls?: BulkCalls;
  one: string;
  many: string;
  onClose?: () => void;
}

/** Shows the progress and the result of a bulk change, and undoes it. */
export function BulkProgress({ id, calls, one, many, onClose }: BulkProgressProps) {
  const client = useQueryClient();
  const { query, undo: callUndo, changes } = calls ?? staffCalls(id);
  const change = useQuery({
    ...query,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (!state.data || isRunning(state.data) ? POLL_MS : false),
  });
  const undo = useMutation({
    mutationFn: callUndo,
    onSuccess: (next) => client.setQueryData(query.queryKey, next),
    onError: (error) => toastError(error),
  });
  const status = change.data?.status;
  const changedPaths = changes.join(' ');
  useEffect(() => {
    if (status === 'applied' || status === 'undone') void refresh(client, ...changedPaths.split(' '));
  }, [status, client, changedPaths]);
  if (!change.data) return null;
  const { total, changed, unchanged, skipped, restored, kept, reasons, keptRows, stopped } = change.data;
  const rows = (count: number) => `${formatNumber(count)} ${count === 1 ? one : many}`;
  // A change that could not be undone yet is open again, with the rows that were kept.
  const isUndo = status === 'undoing' || status === 'undone' || kept + restored > 0;
  if (isRunning(change.data)) {
    const all = isUndo ? changed + restored + kept : total;
    const done = isUndo ? restored + kept : changed + unchanged + skipped;
    return (
      <div className={css.box}>
        <Progress
          label={isUndo ? 'Undoing the change' : `Changing ${rows(total)}`}
          value={done}
          max={Math.max(1, all)}
          detail={`${formatNumber(done)} of ${formatNumber(all)}`}
        />
      </div>
    );
  }
  const parts = isUndo
    ? [
        restored > 0 ? `${rows(restored)} restored` : 'Nothing was restored',
        kept > 0 && `${formatNumber(kept)} kept`,
        changed > 0 && `${formatNumber(changed)} left`,
      ]
    : [
        `${rows(changed)} changed`,
        unchanged > 0 && `${formatNumber(unchanged)} already up to date`,
        skipped > 0 && `${formatNumber(skipped)} skipped`,
      ];
  return (
    <div className={css.box}>
      <div className={css.line}>
        <strong role="status">{parts.filter(Boolean).join(', ')}</strong>
        {change.data.canUndo && (
          <Button size="small" icon={<Undo2 />} busy={undo.isPending} onClick={() => undo.mutate()}>
            {isUndo ? 'Try to undo again' : 'Undo'}
          </Button>
        )}
        {onClose && (
          <IconButton size="small" label="Close this message" className={css.close} onClick={onClose}>
            <X />
          </IconButton>
        )}
      </div>
      {(stopped || reasons.length > 0) && (
        <ul className={css.reasons}>
          {stopped && <li>{stopped}</li>}
          {reasons.map(({ reason, count }) => {
            const ids = keptRows.filter((row) => row.reason === reason).map((row) => row.id);
            return (
              <li key={reason}>
                {formatNumber(count)}: {reason}
                {ids.length > 0 && ` (${ids.length < count ? 'among them ' : ''}${ids.join(', ')})`}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
