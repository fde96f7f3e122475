import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CalendarPlus, Eye, Pencil, Trash2 } from 'lucide-react';
import { queueArticle } from '#contract/admin-articles.ts';
import { articleStateOf } from '#contract/article-state.ts';
import { type ListedArticle } from '#contract/articles.ts';
import { topicOf } from '#contract/topics.ts';
import { Badge, Chip } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { formatShortDate, formatDateTime } from '#ui/kit/format.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/platform/api.ts';
import css from './AdminArticles.module.css';
import { articleError, refreshArticles } from './admin-articles.ts';

const tones = { published: 'good', scheduled: 'warn', draft: 'neutral' } as const;
const names = { published: 'Published', scheduled: 'Scheduled', draft: 'Draft' };

interface AdminArticleCardProps {
  article: ListedArticle;
  onEdit: () => void;
  onDelete: () => void;
  onProvenance: () => void;
}

export function AdminArticleCard({ article, onEdit, onDelete, onProvenance }: AdminArticleCardProps) {
  const client = useQueryClient();
  const state = articleStateOf(article);
  const queue = useMutation({
    mutationFn: (queued: boolean) => api(queueArticle, { params: { id: String(article.id) }, body: { queued } }),
    async onSuccess({ scheduledPublishAt, queued }) {
      toast({
        title: queued ? 'Approved for the schedule' : 'Back to the drafts',
        description: scheduledPublishAt
          ? `It will be published on ${formatDateTime(scheduledPublishAt)}.`
          : queued
            ? 'Its topic is paused: it waits until the schedule is resumed.'
            : 'It has no date any more.',
        variant: 'good',
      });
      await refreshArticles(client);
    },
    onError: articleError,
  });
  const more = article.tags.length - 3;
  return (
    <li className={css.card}>
      <div className={css.meta}>
        <Badge tone={tones[state]}>{names[state]}</Badge>
        {article.queued && <Badge tone="accent">In the schedule</Badge>}
        <span>{topicOf(article.topicId)?.title ?? article.topicId}</span>
      </div>
      <h2>{article.title}</h2>
      <p className={css.excerpt}>{article.excerpt}</p>
      {article.tags.length > 0 && (
        <div className={css.tags}>
          {article.tags.slice(0, 3).map((tag) => (
            <Chip key={tag}>{tag}</Chip>
          ))}
          {more > 0 && <Chip>+{more}</Chip>}
        </div>
      )}
      <div className={css.meta}>
        <span>{article.author}</span>
        <span>{article.readTime} min read</span>
        {state === 'scheduled' && article.scheduledPublishAt && (
          <span>{formatDateTime(article.scheduledPublishAt)}</span>
        )}
        {state === 'published' && article.publishedAt && <span>{formatShortDate(article.publishedAt)}</span>}
      </div>
      {article.aiSource && (
        <Button size="small" variant="quiet" onClick={onProvenance}>
          {article.aiSource}
        </Button>
      )}
      <div className={css.actions}>
        <Button size="small" icon={<Pencil />} onClick={onEdit} aria-label={`Edit ${article.title}`}>
          Edit
        </Button>
        {(state === 'draft' || article.queued) && (
          <Button
            size="small"
            icon={<CalendarPlus />}
            busy={queue.isPending}
            onClick={() => queue.mutate(!article.queued)}
            aria-label={`${article.queued ? 'Take out of the schedule' : 'Approve for the schedule'}: ${article.title}`}
          >
            {article.queued ? 'Unschedule' : 'Schedule'}
          </Button>
        )}
        <ButtonLink
          size="small"
          variant="quiet"
          icon={<Eye />}
          to={state === 'published' ? `/articles/${article.slug}` : `/articles/preview/${article.id}`}
          aria-label={`View ${article.title}`}
        >
          View
        </ButtonLink>
        <IconButton size="small" label={`Delete ${article.title}`} onClick={onDelete}>
          <Trash2 />
        </IconButton>
      </div>
    </li>
  );
}
