import { useQuery } from '@tanstack/react-query';
import { articleProvenance } from '#contract/admin-articles.ts';
import type { ListedArticle } from '#contract/articles.ts';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatDateTime, formatNumber } from '#ui/kit/format.ts';
import { queryOf } from '#ui/platform/query.ts';
import { layout } from '#ui/kit/layout.ts';

interface Step {
  brand?: string;
  model?: string | null;
  tries?: number;
}
const stepText = (step: Step | undefined): string =>
  step ? `${step.brand}${step.model ? ` (${step.model})` : ''}${step.tries === 2 ? ', second try' : ''}` : '—';

export function Provenance({ article, onClose }: { article: ListedArticle; onClose: () => void }) {
  const found = useQuery(queryOf(articleProvenance, { params: { id: String(article.id) } }));
  const it = found.data as
    | { writer?: Step; editor?: Step; tokensIn?: number; tokensOut?: number; cost?: number; generatedAt?: string }
    | null
    | undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Where this article comes from"
      description={article.title}
    >
      {found.isPending ? (
        <Skeleton height={120} />
      ) : (
        <dl className={layout.facts}>
          <dt>Drafted by</dt>
          <dd>{stepText(it?.writer)}</dd>
          <dt>Reviewed by</dt>
          <dd>{stepText(it?.editor)}</dd>
          <dt>Tokens read</dt>
          <dd>{it?.tokensIn == null ? '—' : formatNumber(it.tokensIn)}</dd>
          <dt>Tokens written</dt>
          <dd>{it?.tokensOut == null ? '—' : formatNumber(it.tokensOut)}</dd>
          <dt>Cost</dt>
          <dd>{it?.cost == null ? '—' : `$${it.cost.toFixed(4)}`}</dd>
          <dt>Written</dt>
          <dd>{it?.generatedAt ? formatDateTime(it.generatedAt) : '—'}</dd>
        </dl>
      )}
    </Dialog>
  );
}
