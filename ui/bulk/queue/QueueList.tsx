import { useMutation, useQueryClient } from '@tanstack/react-query';
import { cancelImport } from '#contract/bulk/bulk.ts';
import {
  cancelQueuedImport,
  listImportQueue,
  retryQueuedImport,
  type QueuedImport,
} from '#contract/bulk/import-queue.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Badge, type Tone } from '#ui/kit/display/Badge.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatAgo, formatBytes, formatNumber, formatPercent } from '#ui/kit/format.ts';
import { api } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import css from './QueueList.module.css';
import { isOpen } from './use-import-queue.ts';
import { formatTimeLeft } from './use-rate.ts';

const stateLabels: Record<QueuedImport['state'], { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'neutral' },
  reading: { label: 'Reading', tone: 'accent' },
  comparing: { label: 'Comparing', tone: 'accent' },
  applying: { label: 'Applying', tone: 'accent' },
  review: { label: 'Needs review', tone: 'warn' },
  done: { label: 'Done', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  canceled: { label: 'Canceled', tone: 'neutral' },
};

/** Such as “1,200 of about 12,000 rows · 3,400 rows per second · 12 seconds left.” */
function describeRate({ state, share, rowsDone, rowsTotal, rowsPerSecond, secondsLeft }: QueuedImport): string {
  const about = state === 'reading' ? 'about ' : '';
  return [
    rowsTotal !== null
      ? `${formatNumber(rowsDone ?? 0)} of ${about}${formatNumber(rowsTotal)} rows`
      : share !== null && formatPercent(Math.floor(share * 100) / 100),
    rowsPerSecond !== null && rowsPerSecond > 0 && `${formatNumber(rowsPerSecond)} rows per second`,
    secondsLeft !== null && formatTimeLeft(secondsLeft),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The imports in their order, each with what can be done with it. */
export function QueueList({ items }: { items: readonly QueuedImport[] }) {
  return (
    <ul className={css.list}>
      {items.map((item) => (
        <QueueRow key={item.id === null ? `run ${item.runId}` : item.id} item={item} />
      ))}
    </ul>
  );
}

function QueueRow({ item }: { item: QueuedImport }) {
  const { runId, fileName, fileBytes, userName, createdAt, state, share, message } = item;
  const { label, tone } = stateLabels[state];
  const isDone = !isOpen(item);
  return (
    <li className={css.item}>
      <div className={css.head}>
        <span className={css.name} title={fileName}>
          {runId === null ? fileName : <Link to={`/admin/imports/${runId}`}>{fileName}</Link>}
        </span>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {share !== null && (
        <div
          className={css.track}
          role="progressbar"
          aria-label={fileName}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.floor(share * 100)}
        >
          <div className={css.bar} style={{ width: `${share * 100}%` }} />
        </div>
      )}
      <div className={css.foot}>
        <span className={css.detail}>
          {(share !== null && describeRate(item)) ||
            `${formatBytes(fileBytes)} · ${userName} · ${formatAgo(createdAt)}`}
        </span>
        <QueueActions item={item} />
      </div>
      {isDone && state !== 'done' && message && <p className={css.detail}>{message}</p>}
    </li>
  );
}

function QueueActions({ item: { id, runId, fileName, state, mayRetry } }: { item: QueuedImport }) {
  const client = useQueryClient();
  const settings = {
    onSettled: () => refresh(client, listImportQueue.path),
    onError: (error: unknown) => toastError(error, 'That didn’t work'),
  };
  const cancel = useMutation({
    mutationFn: async () => {
      if (id === null) await api(cancelImport, { params: { id: String(runId) } });
      else await api(cancelQueuedImport, { params: { id: String(id) } });
    },
    ...settings,
  });
  const retry = useMutation({ mutationFn: () => api(retryQueuedImport, { params: { id: String(id) } }), ...settings });
  if (state === 'review' && runId !== null)
    return (
      <ButtonLink to={`/admin/imports/${runId}`} size="small" aria-label={`Review ${fileName}`}>
        Review
      </ButtonLink>
    );
  if (mayRetry)
    return (
      <Button size="small" busy={retry.isPending} aria-label={`Try ${fileName} again`} onClick={() => retry.mutate()}>
        Try again
      </Button>
    );
  if (state === 'done' || state === 'failed' || state === 'canceled' || state === 'review') return null;
  const word = state === 'waiting' ? 'Remove' : 'Cancel';
  return (
    <Button
      size="small"
      variant="quiet"
      busy={cancel.isPending}
      aria-label={`${word} ${fileName}`}
      onClick={() => cancel.mutate()}
    >
      {word}
    </Button>
  );
}
