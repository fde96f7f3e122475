import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { cancelRun, latestRun, type GenerationRun } from '#contract/admin-articles.ts';
import { topicOf } from '#contract/topics.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Progress } from '#ui/kit/display/Progress.tsx';
import { Spinner } from '#ui/kit/display/Spinner.tsx';
import { formatDateTime, formatNumber } from '#ui/kit/format.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/platform/api.ts';
import { queryOf, refresh } from '#ui/platform/query.ts';
import { layout } from '#ui/kit/layout.ts';
import own from './AdminArticles.module.css';
import { articleError, refreshArticles } from './admin-articles.ts';

type Item = GenerationRun['items'][number];
const names: Record<Item['status'], string> = {
  waiting: 'Waiting',
  writing: 'Drafting',
  editing: 'Reviewing',
  done: 'Draft ready',
  failed: 'Failed',
  cancelled: 'Cancelled',
};
const tones = {
  waiting: 'neutral',
  writing: 'accent',
  editing: 'accent',
  done: 'good',
  failed: 'bad',
  cancelled: 'warn',
} as const;
const sum = (items: Item[], of: 'tokensIn' | 'tokensOut' | 'cost'): number | null =>
  items.some((item) => item[of] !== null) ? items.reduce((all, item) => all + (item[of] ?? 0), 0) : null;

/** The latest run of the AI writers, topic by topic, while it runs and after. */
export function GenerationProgress() {
  const client = useQueryClient();
  const query = queryOf(latestRun, {});
  const latest = useQuery({
    ...query,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data && !state.data.finishedAt ? 1_500 : false),
  });
  const run = latest.data;
  const cancel = useMutation({
    mutationFn: (id: string) => api(cancelRun, { params: { id } }),
    onSuccess: () => refresh(client, '/api/admin/articles/generation'),
    onError: articleError,
  });
  const running = run != null && run.finishedAt === null;
  const watched = useRef<string | null>(null);
  useEffect(() => {
    if (!run) return;
    if (!run.finishedAt) watched.current = run.id;
    else if (watched.current === run.id) {
      watched.current = null;
      const made = run.items.filter(({ status }) => status === 'done').length;
      const cancelled = run.cancelledAt !== null;
      toast({
        title: cancelled ? 'Cancelled' : made > 0 ? 'Success' : 'Error',
        description: `Generated ${made} articles across all categories`,
        variant: made > 0 ? 'good' : cancelled ? 'default' : 'destructive',
      });
      void refreshArticles(client);
    }
  }, [run, client]);
  if (!run) return null;
  const { items } = run;
  const ended = items.filter(({ status }) => status === 'done' || status === 'failed' || status === 'cancelled').length;
  const [tokensIn, tokensOut, cost] = [sum(items, 'tokensIn'), sum(items, 'tokensOut'), sum(items, 'cost')];
  const spent = [
    tokensIn !== null && `${formatNumber(tokensIn + (tokensOut ?? 0))} tokens`,
    cost !== null && `$${cost.toFixed(3)}`,
  ].filter(Boolean);
  const detail = (
    <ul className={own.items}>
      {items.map((item) => (
        <li key={item.id} className={own.run}>
          <span>{topicOf(item.topicId)?.title ?? item.topicId}</span>
          <span className={layout.row}>
            {(item.status === 'writing' || item.status === 'editing') && <Spinner />}
            <Badge tone={tones[item.status]}>{names[item.status]}</Badge>
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
          Last run of the AI writers: {formatDateTime(run.startedAt)},{' '}
          {items.filter(({ status }) => status === 'done').length} of {items.length} written
          {spent.length > 0 && `, ${spent.join(', ')}`}
        </summary>
        <Card>{detail}</Card>
      </details>
    );
  return (
    <Card className={layout.stack}>
      <div className={layout.between}>
        <h2>Writing articles</h2>
        <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate(run.id)}>
          Cancel
        </Button>
      </div>
      <Progress
        label={`${run.writer} drafts${run.editor !== run.writer ? `, ${run.editor} reviews` : ' and reviews'}`}
        value={ended}
        max={items.length}
        detail={[`${ended} of ${items.length}`, ...spent].join(' · ')}
      />
      {detail}
    </Card>
  );
}
