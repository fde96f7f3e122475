import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { bulkApprove, listArticles } from '#contract/articles/articles.ts';
import { applyBulkChange, openBulkChange, previewBulkChange } from '#contract/tables/bulk-changes.ts';
import { articleStateOf } from '#shared/articles/article-state.ts';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import { api } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { layout } from '#ui/kit/layout.ts';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { refreshArticles, showArticleError } from './admin-articles.ts';
import css from './DraftsDialog.module.css';
import { sameTitle } from './same-title.ts';
import { useTopicTitle } from '../use-topics.ts';

const POLL_MS = 300;
const countOf = (n: number) => `${n} ${n === 1 ? 'draft' : 'drafts'}`;

/** Adds drafts to the schedules of their topics. A job works through them. */
async function scheduleDrafts(ids: number[]): Promise<number> {
  const { id } = await api(previewBulkChange, { params: { table: 'articles' }, body: { action: 'queue', ids } });
  const params = { id: String(id) };
  let change = await api(applyBulkChange, { params });
  while (change.status === 'applying') {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    change = await api(openBulkChange, { params });
  }
  return change.changed;
}

/** Lists the drafts with read marks. Approving them adds them to the schedule; publishing all of them now is the other choice. */
export function DraftsDialog({ onClose }: { onClose: () => void }) {
  const topicTitle = useTopicTitle();
  const client = useQueryClient();
  const list = useQuery({ ...queryOf(listArticles, { query: { brief: '1' } }), staleTime: 0 });
  const [read, setRead] = useState<ReadonlySet<number>>(new Set());
  const articles = list.data ?? [];
  const drafts = articles.filter((article) => articleStateOf(article) === 'draft');
  const unscheduled = drafts.filter(({ queued }) => queued !== true);
  const unread = drafts.filter(({ id }) => !read.has(id)).length;
  const mark = (id: number, isRead: boolean) =>
    setRead((before) => new Set(isRead ? [...before, id] : [...before].filter((other) => other !== id)));
  const onSuccess = async (description: string) => {
    toast({ title: 'Success', description, variant: 'good' });
    onClose();
    await refreshArticles(client);
  };
  const schedule = useMutation({
    mutationFn: () => scheduleDrafts(unscheduled.map(({ id }) => id)),
    onSuccess: (count) => onSuccess(`Approved ${countOf(count)} for the schedule`),
    onError: showArticleError,
  });
  const publish = useMutation({
    mutationFn: () => api(bulkApprove, {}),
    onSuccess: ({ approved }) => onSuccess(`Approved and published ${approved} draft articles`),
    onError: showArticleError,
  });
  const isBusy = schedule.isPending || publish.isPending;
  return (
    <Dialog
      open
      width="wide"
      onOpenChange={(open) => !open && onClose()}
      title="Approve all drafts"
      description="Approved drafts are published one by one, on the schedule of their topic. Open each and mark it as read."
      footer={
        <>
          <Button
            variant="danger"
            disabled={drafts.length === 0 || isBusy}
            busy={publish.isPending}
            onClick={() => publish.mutate()}
          >
            {unread > 0 ? `Publish all now, ${unread} unread` : 'Publish all now'}
          </Button>
          <Button
            variant="primary"
            disabled={unscheduled.length === 0 || isBusy}
            busy={schedule.isPending}
            onClick={() => schedule.mutate()}
          >
            Schedule {countOf(unscheduled.length)}
          </Button>
        </>
      }
    >
      {list.isPending && <Skeleton height={200} />}
      {list.isError && <LoadFailed title="We couldn’t load the drafts" compact query={list} />}
      {list.data && drafts.length === 0 && <p className={layout.muted}>There are no drafts.</p>}
      <ul className={css.drafts} aria-label="Drafts">
        {drafts.map(({ id, title, topicId, queued }) => (
          <li key={id} className={css.draft}>
            <span className={css.words}>
              <Link to={`/articles/preview/${id}`} target="_blank" onClick={() => mark(id, true)}>
                {title}
              </Link>
              <span className={layout.fine}>{topicTitle(topicId)}</span>
              {queued && <Badge>In the schedule</Badge>}
              {articles.some((other) => other.id !== id && sameTitle(other.title, title)) && (
                <Badge tone="warn">Same title as another article</Badge>
              )}
            </span>
            <Checkbox label="Read" checked={read.has(id)} onChange={(event) => mark(id, event.target.checked)} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
