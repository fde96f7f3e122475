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
import { formatLocalDateTime, formatShortLocalDate } from '#ui/kit/format.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/platform/api.ts';
import { cx } from '#ui/kit/cx.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './AdminArticleCard.module.css';
import { showArticleError, refreshArticles } from './admin-articles.ts';

const tones = { published: 'good', scheduled: 'warn', draft: 'neutral' } as const;
const stateNames = { published: 'Published', scheduled: 'Scheduled', draft: 'Draft' };

interface AdminArticleCardProps {
  article: ListedArticle;
  mayWrite: boolean;
  onEdit: () => void;
  onDelete: () => void;
  onProvenance: () => void;
}

export function AdminArticleCard({ article, mayWrite, onEdit, onDelete, onProvenance }: AdminArticleCardProps) {
  const client = useQueryClient();
  const state = articleStateOf(article);
  const changeQueue = useMutation({
    mutationFn: (queued: boolean) => api(queueArticle, { params: { id: String(article.id) }, body: { queued } }),
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
  const hiddenTagCount = article.tags.length - 3;
  return (
    <li className={css.card}>
      <div className={css.meta}>
        <Badge tone={tones[state]}>{stateNames[state]}</Badge>
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
          {hiddenTagCount > 0 && <Chip>+{hiddenTagCount}</Chip>}
        </div>
      )}
      <div className={css.meta}>
        <span>{article.author}</span>
        <span>{article.readTime} min read</span>
        {state === 'scheduled' && article.scheduledPublishAt && (
          <span>{formatLocalDateTime(article.scheduledPublishAt)}</span>
        )}
        {state === 'published' && article.publishedAt && <span>{formatShortLocalDate(article.publishedAt)}</span>}
      </div>
      {article.aiSource && (
        <Button size="small" variant="quiet" onClick={onProvenance}>
          {article.aiSource}
        </Button>
      )}
      <div className={cx(layout.row, css.actions)}>
        {mayWrite && (
          <Button size="small" icon={<Pencil />} onClick={onEdit} aria-label={`Edit ${article.title}`}>
            Edit
          </Button>
        )}
        {mayWrite && (state === 'draft' || article.queued) && (
          <Button
            size="small"
            icon={<CalendarPlus />}
            busy={changeQueue.isPending}
            onClick={() => changeQueue.mutate(!article.queued)}
            aria-label={`${article.queued ? 'Remove from the schedule' : 'Approve for the schedule'}: ${article.title}`}
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
        {mayWrite && (
          <IconButton size="small" label={`Delete ${article.title}`} onClick={onDelete}>
            <Trash2 />
          </IconButton>
        )}
      </div>
    </li>
  );
}
