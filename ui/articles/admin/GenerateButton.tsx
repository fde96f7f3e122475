import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { latestRun, listSchedules, type GenerationRun } from '#contract/articles/admin-articles.ts';
import { bulkGenerate } from '#contract/articles/articles.ts';
import { api } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { formatDollars } from '#ui/kit/format.ts';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { refreshArticles, showArticleError } from './admin-articles.ts';

/** The average cost of the articles of a run. Null if it isn't known. */
function costOf(run: GenerationRun | null | undefined): number | null {
  const costs = run?.items.flatMap(({ cost }) => cost ?? []) ?? [];
  return costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
}

/** Starts the AI writers, and says first how many articles they will write and what that costs. */
export function GenerateButton() {
  const client = useQueryClient();
  const schedules = useQuery(queryOf(listSchedules, {}));
  const run = useQuery(queryOf(latestRun, {}));
  const generate = useMutation({
    mutationFn: () => api(bulkGenerate, { query: { wait: '0' } }),
    onSuccess: () => refreshArticles(client),
    onError: showArticleError,
  });
  const active = schedules.data?.filter(({ isActive }) => isActive) ?? [];
  const count = active.reduce((sum, { articlesPerDay }) => sum + articlesPerDay, 0);
  const each = costOf(run.data);
  const articles = count === 1 ? '1 article' : `${count} articles`;
  return (
    <Confirm
      title={`Write ${articles} with AI?`}
      description={
        each === null
          ? 'Each takes two AI calls and becomes a draft. The cost isn’t known before the first run.'
          : `About ${formatDollars(each * count)}, because an article of the last run cost ${formatDollars(each)}. They become drafts.`
      }
      action="Start writing"
      onConfirm={() => void generate.mutate()}
      trigger={
        <Button icon={<Sparkles />} busy={generate.isPending}>
          Generate Daily Articles
        </Button>
      }
    />
  );
}
