import { useMutation, useQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { createBillingPortalSession, myInvoices, mySubscription } from '#contract/billing/billing.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { cx } from '#ui/kit/cx.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './BillingCard.module.css';
import { InvoiceList } from './InvoiceList.tsx';

/** The card on file, the invoices, and a link to the payment provider's billing pages. `latest` limits the invoices. */
export function BillingCard({ latest }: { latest?: number }) {
  const { data: subscription } = useQuery({ ...queryOf(mySubscription, {}), staleTime: 0 });
  const invoices = useQuery({ ...queryOf(myInvoices, {}), staleTime: 0 });
  const portal = useMutation({
    mutationFn: () => api(createBillingPortalSession, {}),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => toast({ title: 'Error', description: sentenceOf(error), variant: 'destructive' }),
  });
  return (
    <Card as="section" aria-labelledby="billing-title" className={css.card}>
      <div className={layout.between}>
        <h2 id="billing-title">Billing</h2>
        {subscription?.testMode && <Badge tone="warn">Test mode</Badge>}
      </div>
      {subscription?.card && (
        <p className={css.onFile}>
          <CreditCard aria-hidden="true" />
          <span>
            <span className={css.brand}>{subscription.card.brand}</span> ending in {subscription.card.last4}
          </span>
        </p>
      )}
      {invoices.error ? (
        <Callout tone="bad" title="We couldn't load your invoices">
          <p>{sentenceOf(invoices.error)}</p>
        </Callout>
      ) : !invoices.data ? (
        <Loading label="Loading your invoices" className={layout.stack}>
          <Skeleton />
          <Skeleton />
        </Loading>
      ) : invoices.data.length === 0 ? (
        <p className={layout.note}>No invoices yet.</p>
      ) : (
        <InvoiceList invoices={invoices.data.slice(0, latest)} />
      )}
      {(subscription?.canManage || latest !== undefined) && (
        <div className={cx(layout.row, css.actions)}>
          {subscription?.canManage && (
            <Button size="small" busy={portal.isPending} onClick={() => portal.mutate()}>
              Manage billing
            </Button>
          )}
          {latest !== undefined && (
            <ButtonLink to="/dashboard/billing" size="small">
              All invoices
            </ButtonLink>
          )}
        </div>
      )}
    </Card>
  );
}
