import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { cancelRun, latestRun, type GenerationRun } from '#contract/articles/admin-articles.ts';
import { useMay } from '#ui/admin/use-may.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Progress } from '#ui/kit/display/Progress.tsx';
import { Spinner } from '#ui/kit/display/Spinner.tsx';
import { formatLocalDateTime, formatNumber } from '#ui/kit/format.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './GenerationProgress.module.css';
import { showArticleError, refreshArticles } from './admin-articles.ts';
import { useTopicTitle } from '../use-topics.ts';

type Item = GenerationRun['items'][number];
const statusNames: Record<Item['status'], string> = {
  waiting: 'Waiting',
  writing: 'Drafting',
  editing: 'Reviewing',
  done: 'Draft ready',
  failed: 'Failed',
  cancelled: 'Canceled',
};
const tones = {
  waiting: 'neutral',
  writing: 'accent',
  editing: 'accent',
  done: 'good',
  failed: 'bad',
  cancelled: 'warn',
} as const;
const sumOf = (items: Item[], field: 'tokensIn' | 'tokensOut' | 'cost'): number | null =>
  items.some((item) => item[field] !== null) ? items.reduce((total, item) => total + (item[field] ?? 0), 0) : null;

/** The progress or result of the latest AI run, by topic. */
export function GenerationProgress() {
  const topicTitle = useTopicTitle();
  const client = useQueryClient();
  const query = queryOf(latestRun, {});
  const latest = useQuery({
    ...query,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data && !state.data.finishedAt ? 1_500 : false),
  });
  const run = latest.data;
  const mayCancel = useMay('articles.write');
  const cancel = useMutation({
    mutationFn: (id: string) => api(cancelRun, { params: { id } }),
    onSuccess: () => refresh(client, '/api/admin/articles/generation'),
    onError: showArticleError,
  });
  const running = run != null && run.finishedAt === null;
  const watchedRunId = useRef<string | null>(null);
  useEffect(() => {
    if (!run) return;
    if (!run.finishedAt) watchedRunId.current = run.id;
    else if (watchedRunId.current === run.id) {
      watchedRunId.current = null;
      const draftCount = run.items.filter(({ status }) => status === 'done').length;
      const isCanceled = run.cancelledAt !== null;
      toast({
        title: isCanceled ? 'Canceled' : draftCount > 0 ? 'Success' : 'Error',
        description: `Generated ${draftCount} articles across all categories`,
        variant: draftCount > 0 ? 'good' : isCanceled ? 'default' : 'destructive',
      });
      void refreshArticles(client);
    }
  }, [run, client]);
  if (!run) return null;
  const { items } = run;
  const finishedCount = items.filter(
    ({ status }) => status === 'done' || status === 'failed' || status === 'cancelled',
  ).length;
  const [tokensIn, tokensOut, cost] = [sumOf(items, 'tokensIn'), sumOf(items, 'tokensOut'), sumOf(items, 'cost')];
  const usage = [
    tokensIn !== null && `${formatNumber(tokensIn + (tokensOut ?? 0))} tokens`,
    cost !== null && `$${cost.toFixed(3)}`,
  ].filter(Boolean);
  const topicList = (
    <ul className={css.topics}>
      {items.map((item) => (
        <li key={item.id} className={css.topic}>
          <span>{topicTitle(item.topicId)}</span>
          <span className={layout.row}>
            {(item.status === 'writing' || item.status === 'editing') && <Spinner />}
            <Badge tone={tones[item.status]}>{statusNames[item.status]}</Badge>
          </span>
          <span style={{ overflowWrap: 'anywhere' }}>{item.articleTitle ?? item.message}</span>
          <span className={layout.muted}>{item.cost !== null && `$${item.cost.toFixed(4)}`}</span>
        </li>
      ))}
    </ul>
  );
  if (!running)
    return (
      <details>
        <summary className={layout.muted} style={{ cursor: 'pointer' }}>
          Last AI run: {formatLocalDateTime(run.startedAt)}, {items.filter(({ status }) => status === 'done').length} of{' '}
          {items.length} written
          {usage.length > 0 && `, ${usage.join(', ')}`}
        </summary>
        <Card>{topicList}</Card>
      </details>
    );
  return (
    <Card className={layout.stack}>
      <div className={layout.between}>
        <h2>Writing articles</h2>
        {mayCancel && (
          <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate(run.id)}>
            Cancel
          </Button>
        )}
      </div>
      <Progress
        label={`${run.writer} drafts${run.editor !== run.writer ? `, ${run.editor} reviews` : ' and reviews'}`}
        value={finishedCount}
        max={items.length}
        detail={[`${finishedCount} of ${items.length}`, ...usage].join(' · ')}
      />
      {topicList}
    </Card>
  );
}
