import { useQuery } from '@tanstack/react-query';
import { articleProvenance } from '#contract/articles/admin-articles.ts';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatLocalDateTime, formatNumber } from '#ui/kit/format.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { layout } from '#ui/kit/layout.ts';

interface Step {
  brand?: string;
  model?: string | null;
  tries?: number;
}
const stepText = (step: Step | undefined): string =>
  step ? `${step.brand}${step.model ? ` (${step.model})` : ''}${step.tries === 2 ? ', second try' : ''}` : '—';

export function Provenance({ article, onClose }: { article: { id: number; title: string }; onClose: () => void }) {
  const provenance = useQuery(queryOf(articleProvenance, { params: { id: String(article.id) } }));
  const details = provenance.data as
    | { writer?: Step; editor?: Step; tokensIn?: number; tokensOut?: number; cost?: number; generatedAt?: string }
    | null
    | undefined;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Article source" description={article.title}>
      {provenance.isPending ? (
        <Skeleton height={120} />
      ) : (
        <dl className={layout.facts}>
          <dt>Drafted by</dt>
          <dd>{stepText(details?.writer)}</dd>
          <dt>Reviewed by</dt>
          <dd>{stepText(details?.editor)}</dd>
          <dt>Tokens read</dt>
          <dd>{details?.tokensIn == null ? '—' : formatNumber(details.tokensIn)}</dd>
          <dt>Tokens written</dt>
          <dd>{details?.tokensOut == null ? '—' : formatNumber(details.tokensOut)}</dd>
          <dt>Cost</dt>
          <dd>{details?.cost == null ? '—' : `$${details.cost.toFixed(4)}`}</dd>
          <dt>Written</dt>
          <dd>{details?.generatedAt ? formatLocalDateTime(details.generatedAt) : '—'}</dd>
        </dl>
      )}
    </Dialog>
  );
}
