import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { DELETED_DAYS, listDeletedArticles, restoreArticle } from '#contract/articles/admin-articles.ts';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatLocalDateTime } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { refreshArticles, showArticleError } from './admin-articles.ts';
import css from './DeletedArticles.module.css';
import { useTopicTitle } from '../use-topics.ts';

/** A button that opens the recently deleted articles, which can be restored. */
export function DeletedArticles() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" icon={<Trash2 />} onClick={() => setOpen(true)}>
        Recently deleted
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Recently deleted articles"
        description={`Deleted articles can be restored for ${DELETED_DAYS} days.`}
      >
        {open && <DeletedList />}
      </Dialog>
    </>
  );
}

function DeletedList() {
  const topicTitle = useTopicTitle();
  const client = useQueryClient();
  const deleted = useQuery({ ...queryOf(listDeletedArticles, {}), staleTime: 0 });
  const restore = useMutation({
    mutationFn: (id: number) => api(restoreArticle, { params: { id: String(id) } }),
    async onSuccess({ title }) {
      toast({ title: 'Article restored', description: title, variant: 'good' });
      await refreshArticles(client);
    },
    onError: showArticleError,
  });
  if (deleted.isError) return <LoadFailed title="We couldn't load the deleted articles" compact query={deleted} />;
  if (!deleted.data) return <Skeleton height={160} />;
  if (deleted.data.length === 0)
    return <EmptyState title={`Nothing was deleted in the last ${DELETED_DAYS} days`} scene="done" compact />;
  return (
    <ul className={css.list} aria-label="Deleted articles">
      {deleted.data.map(({ id, title, topicId, deletedAt, deletedBy }) => (
        <li key={id} className={css.row}>
          <div className={css.text}>
            <strong>{title}</strong>
            <span className={layout.note}>
              {topicTitle(topicId)} · {formatLocalDateTime(deletedAt)}
              {deletedBy && ` by ${deletedBy}`}
            </span>
          </div>
          <Button
            size="small"
            icon={<RotateCcw />}
            busy={restore.isPending && restore.variables === id}
            aria-label={`Restore ${title}`}
            onClick={() => restore.mutate(id)}
          >
            Restore
          </Button>
        </li>
      ))}
    </ul>
  );
}
