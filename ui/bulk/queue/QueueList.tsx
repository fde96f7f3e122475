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
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatAgo, formatBytes } from '#ui/kit/format.ts';
import { api } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import css from './QueueList.module.css';
import { describeRate, stateLabels } from './queue-text.ts';
import { isOpen } from './use-import-queue.ts';

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
