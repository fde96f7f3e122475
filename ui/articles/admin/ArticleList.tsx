import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CalendarPlus, CalendarX, Eye, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { queueArticle } from '#contract/articles/admin-articles.ts';
import { updateArticle } from '#contract/articles/articles.ts';
import type { TableRow } from '#contract/tables/tables.ts';
import { DataTable } from '#ui/admin/table/DataTable.tsx';
import { InlineEdit } from '#ui/admin/table/InlineEdit.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { cx } from '#ui/kit/cx.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { formatLocalDateTime, formatShortLocalDate } from '#ui/kit/format.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/base/platform/api.ts';
import { Provenance } from '../Provenance.tsx';
import { useTopics } from '../use-topics.ts';
import css from './ArticleList.module.css';
import { refreshArticles, showArticleError } from './admin-articles.ts';
import { DeleteArticle } from './DeleteArticle.tsx';

const tones: Record<string, 'good' | 'warn' | 'neutral'> = { Published: 'good', Scheduled: 'warn', Draft: 'neutral' };
const needed = ['title', 'state', 'queued', 'address', 'scheduled'];
const titleOf = (row: TableRow): string => String(row.title);
const addressOf = (row: TableRow): string =>
  row.state === 'Published' ? String(row.address) : `/articles/preview/${String(row.id)}`;

interface ArticleListProps {
  mayWrite: boolean;
  onEdit: (id: number) => void;
  onNew: () => void;
}

/** All articles. Enter opens one to edit, or to read for roles that can't. */
export function ArticleList({ mayWrite, onEdit, onNew }: ArticleListProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const topics = useTopics();
  const [toDelete, setToDelete] = useState<TableRow | null>(null);
  const [withSource, setWithSource] = useState<TableRow | null>(null);
  const saveField = async (row: TableRow, field: 'title' | 'author', value: string) => {
    await api(updateArticle, {
      params: { id: String(row.id) },
      body: { [field]: value, read: { [field]: row[field] } },
    });
    await refreshArticles(client);
  };
  const editCell = (field: 'title' | 'author', label: string) => (row: TableRow) => (
    <InlineEdit
      key={`${String(row.id)} ${String(row[field])}`}
      label={`${label} of ${titleOf(row)}`}
      value={String(row[field])}
      onSave={(value) => saveField(row, field, value)}
    >
      {String(row[field])}
    </InlineEdit>
  );
  return (
    <>
      <DataTable
        name="articles"
        choices={{ topic: topics.map(({ id, title }) => [id, title]) }}
        label="Articles"
        one="article"
        many="articles"
        searchHint="Title, words, author, or tag..."
        needed={needed}
        height="max(22rem, 100dvh - 17rem - var(--above, 0rem))"
        cells={{
          ...(mayWrite && { title: editCell('title', 'Title'), author: editCell('author', 'Author') }),
          state: (row) => (
            <Badge tone={tones[String(row.state)] ?? 'neutral'}>
              {row.queued === true ? 'In the schedule' : String(row.state)}
            </Badge>
          ),
          scheduled: (row) => (row.scheduled ? formatLocalDateTime(String(row.scheduled)) : '—'),
          published: (row) => (row.published ? formatShortLocalDate(String(row.published)) : '—'),
          aiSource: (row) =>
            row.aiSource ? (
              <Button size="small" variant="quiet" onClick={() => setWithSource(row)}>
                {String(row.aiSource)}
              </Button>
            ) : (
              '—'
            ),
        }}
        rowLabel={titleOf}
        rowActions={{
          label: 'Actions',
          width: mayWrite ? 116 : 90,
          narrowWidth: 48,
          cell: (row) => (
            <>
              {/* Phones have room for one button. There, articles are selected and scheduled together. */}
              <span className={cx(mayWrite && css.wideOnly)}>
                {mayWrite && <QueueButton row={row} />}
                <IconButton size="small" label={`View ${titleOf(row)}`} onClick={() => void navigate(addressOf(row))}>
                  <Eye />
                </IconButton>
              </span>
              {mayWrite && (
                <IconButton size="small" label={`Delete ${titleOf(row)}`} onClick={() => setToDelete(row)}>
                  <Trash2 />
                </IconButton>
              )}
            </>
          ),
        }}
        onOpen={(row) => (mayWrite ? onEdit(Number(row.id)) : void navigate(addressOf(row)))}
        emptyHint={
          mayWrite && (
            <Button variant="primary" onClick={onNew}>
              Create the first one
            </Button>
          )
        }
      />
      <DeleteArticle
        article={toDelete && { id: Number(toDelete.id), title: titleOf(toDelete) }}
        onClose={() => setToDelete(null)}
      />
      {withSource && (
        <Provenance
          article={{ id: Number(withSource.id), title: titleOf(withSource) }}
          onClose={() => setWithSource(null)}
        />
      )}
    </>
  );
}

/** Puts a draft into its topic's schedule, or takes it out. */
function QueueButton({ row }: { row: TableRow }) {
  const client = useQueryClient();
  const isQueued = row.queued === true;
  const change = useMutation({
    mutationFn: (queued: boolean) => api(queueArticle, { params: { id: String(row.id) }, body: { queued } }),
    async onSuccess({ scheduledPublishAt, queued }) {
      toast({
        title: queued ? 'Approved for the schedule' : 'Moved back to drafts',
        description: scheduledPublishAt
          ? `It will be published on ${formatLocalDateTime(scheduledPublishAt)}.`
          : queued
            ? 'Its topic is paused, so it will be published after you resume the schedule.'
            : 'It no longer has a publication date.',
        variant: 'good',
      });
      await refreshArticles(client);
    },
    onError: showArticleError,
  });
  return (
    <IconButton
      size="small"
      label={`${isQueued ? 'Remove from the schedule' : 'Approve for the schedule'}: ${titleOf(row)}`}
      disabled={change.isPending || (row.state !== 'Draft' && !isQueued)}
      onClick={() => change.mutate(!isQueued)}
    >
      {isQueued ? <CalendarX /> : <CalendarPlus />}
    </IconButton>
  );
}
