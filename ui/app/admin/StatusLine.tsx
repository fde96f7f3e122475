import { useIsFetching, useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { latestRun } from '#contract/articles/admin-articles.ts';
import { getQueueVersion } from '#contract/bulk/import-queue.ts';
import { ImportChip } from '#ui/bulk/queue/ImportChip.tsx';
import { useIsImportOpen } from '#ui/bulk/queue/use-import-queue.ts';
import { useMay } from '#ui/admin/use-may.ts';
import { cx } from '#ui/kit/cx.ts';
import { formatLocalTime } from '#ui/kit/format.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import css from './StatusLine.module.css';

const subscribe = (changed: () => void) => {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
};

/** The question whether the queue has changed repeats every few seconds, and would flicker here and be read aloud. */
const isNotBackground = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== getQueueVersion.path;

/** The connection, the last sync, and running jobs. */
export function StatusLine() {
  const seesArticles = useMay('articles.read');
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  // The desktop console has its own bar for the connection and running jobs.
  const { staffConsole } = usePlatform();
  const isImportOpen = useIsImportOpen();
  const fetching = useIsFetching({ predicate: isNotBackground });
  const saving = useIsMutating();
  const client = useQueryClient();
  const [synced, setSynced] = useState<number | null>(null);
  useEffect(
    () =>
      client.getQueryCache().subscribe(({ type, query }) => {
        if (type === 'updated' && query.state.status === 'success') setSynced(query.state.dataUpdatedAt);
      }),
    [client],
  );
  const run = useQuery({
    ...queryOf(latestRun, {}),
    enabled: seesArticles,
    refetchInterval: ({ state }) => (state.data && !state.data.finishedAt ? 2_000 : 60_000),
  });
  const items = run.data && !run.data.finishedAt ? run.data.items : null;
  const doneCount = items?.filter(
    ({ status }) => status !== 'waiting' && status !== 'writing' && status !== 'editing',
  ).length;
  return (
    <footer className={css.status} aria-label="Status">
      {!staffConsole && (
        <span>
          <span className={cx(css.dot, !online && css.off)} aria-hidden="true" />
          {online ? 'Connected' : 'Offline'}
        </span>
      )}
      <ImportChip />
      {!staffConsole && synced !== null && <span className={css.synced}>Last sync {formatLocalTime(synced)}</span>}
      <span role="status">
        {saving > 0
          ? 'Saving…'
          : items
            ? `Writing articles: ${doneCount} of ${items.length}`
            : fetching > 0
              ? 'Loading…'
              : staffConsole || isImportOpen
                ? ''
                : 'No jobs running'}
      </span>
    </footer>
  );
}
