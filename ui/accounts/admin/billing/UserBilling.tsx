import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  openUserBilling,
  syncUserBilling,
  type UserBilling as Billing,
  type UserDispute,
  type UserInvoice,
} from '#contract/billing/admin-billing.ts';
import { dollars } from '#shared/billing/plans.ts';
import { useUrlState } from '#ui/admin/use-url-state.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatNumber, formatShortLocalDate } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { describeReason, describeState, stateTone } from './describe-dispute.ts';
import { BillingForm, type BillingAction } from './BillingForm.tsx';
import css from './UserBilling.module.css';

/** An account's plan and invoices, and what staff can do about them. */
export function UserBilling({ userId }: { userId: number }) {
  const params = { id: String(userId) };
  const client = useQueryClient();
  const billing = useQuery({ ...queryOf(openUserBilling, { params }), staleTime: 0 });
  // The palette opens an account with what to do next.
  const [search] = useUrlState();
  const asked = search.get('do');
  const [chosen, setAction] = useState<BillingAction | null | undefined>(undefined);
  const refundable = billing.data?.invoices.find(
    ({ status, paidCents, refundedCents }) => status === 'paid' && paidCents > refundedCents,
  );
  const action =
    chosen === undefined && asked === 'refund' && refundable
      ? { kind: 'refund' as const, invoice: refundable }
      : (chosen ?? null);
  const section = useRef<HTMLElement>(null);
  const isLoaded = billing.data !== undefined;
  useEffect(() => {
    if (asked && isLoaded) section.current?.scrollIntoView({ block: 'start' });
  }, [asked, isLoaded]);
  const show = (next: Billing) => {
    client.setQueryData(queryOf(openUserBilling, { params }).queryKey, next);
    setAction(null);
    void refresh(client, '/api/admin/users?', '/api/admin/tables', `/api/admin/users/${userId}`);
  };
  const sync = useMutation({
    mutationFn: () => api(syncUserBilling, { params }),
    onSuccess: show,
    onError: (error) => toastError(error),
  });
  const { data } = billing;
  return (
    <section className={layout.tight} aria-labelledby="billing-title" ref={section}>
      <h3 id="billing-title">Billing</h3>
      {billing.isPending && (
        <Loading label="Loading billing">
          <Skeleton height={120} />
        </Loading>
      )}
      {billing.isError && <Callout tone="bad" title={sentenceOf(billing.error)} />}
      {data && (
        <>
          {asked === 'refund' && !refundable && (
            <Callout tone="warn" title="No payment of this account can be refunded." />
          )}
          <p>{describePlan(data)}</p>
          <p className={layout.muted}>{describeProvider(data)}</p>
          {data.canGive && data.locations > 0 && data.enterprise.length === 0 && (
            <p className={layout.muted}>
              Enterprise has no price at Stripe, so agree on one for the{' '}
              {data.locations === 1 ? 'location' : `${formatNumber(data.locations)} locations`}, and give the plan until
              a date.
            </p>
          )}
          {data.provider && !data.provider.isInSync && (
            <Callout tone="warn" title="Stripe says something else.">
              <Button busy={sync.isPending} onClick={() => sync.mutate()}>
                Update from Stripe
              </Button>
            </Callout>
          )}
          {action ? (
            <BillingForm
              key={JSON.stringify(action)}
              userId={userId}
              action={action}
              billing={data}
              onClose={() => setAction(null)}
              onDone={show}
            />
          ) : (
            <div className={layout.row}>
              {data.canGive && (
                <Button onClick={() => setAction({ kind: 'give' })}>
                  {data.isGiven ? 'Change the gift' : 'Give a plan'}
                </Button>
              )}
              {data.canGive && data.enterprise.length > 0 && (
                <Button onClick={() => setAction({ kind: 'enterprise' })}>Start Enterprise</Button>
              )}
              {data.isGiven && <Button onClick={() => setAction({ kind: 'end' })}>End the gift</Button>}
              {data.canExtend && (
                <Button onClick={() => setAction({ kind: 'extend' })}>Postpone the next charge</Button>
              )}
              {data.canCancel && <Button onClick={() => setAction({ kind: 'cancel' })}>Cancel the plan</Button>}
              {data.provider?.url && (
                <a href={data.provider.url} target="_blank" rel="noreferrer">
                  Open in Stripe
                </a>
              )}
            </div>
          )}
          {data.disputes.length > 0 && (
            <ul className={css.invoices} aria-label="Disputes">
              {data.disputes.map((dispute) => (
                <DisputeRow key={dispute.id} dispute={dispute} />
              ))}
            </ul>
          )}
          {data.invoices.length > 0 && (
            <ul className={css.invoices} aria-label="Invoices">
              {data.invoices.map((invoice) => (
                <InvoiceRow
                  key={invoice.id}
                  invoice={invoice}
                  onRefund={action ? undefined : () => setAction({ kind: 'refund', invoice })}
                />
              ))}
            </ul>
          )}
          {data.invoices.length === 0 && <span className={layout.muted}>No invoices yet</span>}
        </>
      )}
    </section>
  );
}

function describePlan(billing: Billing): string {
  const { planName, isGiven, expiresAt, cents, interval, cancelAt, card, status } = billing;
  if (billing.plan === 'free') return 'On the free plan.';
  const until = expiresAt ? formatShortLocalDate(expiresAt) : null;
  if (isGiven)
    return `${planName}, given by staff${until ? ` until ${until}` : ' without an end'}. Nothing is charged.`;
  if (cents === null) return `${planName} ended${until ? ` on ${until}` : ''}.`;
  const locations = billing.quantity === null ? '' : `, ${formatNumber(billing.quantity)} ${billing.quantity === 1 ? 'location' : 'locations'}`; // prettier-ignore
  const price = `${planName} for ${dollars(cents)} ${interval}${locations}${card ? `, card ending in ${card.last4}` : ''}`;
  if (cancelAt) return `${price}. Ends on ${formatShortLocalDate(cancelAt)}.`;
  if (status === 'past_due' || status === 'unpaid') return `${price}. The last payment failed.`;
  return `${price}. Next charge on ${until}.`;
}

function describeProvider({ provider, providerError, testMode }: Billing): string {
  if (providerError) return `Stripe doesn't answer: ${providerError}`;
  if (!provider) return 'Not a customer at Stripe yet.';
  const credit = provider.creditCents > 0 ? `, ${dollars(provider.creditCents)} of credit` : '';
  return `Stripe${testMode ? ' (sandbox)' : ''} says: ${provider.status.replace('_', ' ')}${credit}.`;
}

function DisputeRow({ dispute }: { dispute: UserDispute }) {
  const { number, cents, reason, status, evidenceDueAt, hasEvidence, withdrawnCents, date, url } = dispute;
  return (
    <li>
      <span>
        Dispute of {number ?? 'a payment'}: {describeReason(reason)}
        <small>
          {formatShortLocalDate(date)}
          {evidenceDueAt && `, evidence due ${formatShortLocalDate(evidenceDueAt)}`}
          {hasEvidence && ', evidence sent'}
          {withdrawnCents > 0 && `, ${dollars(withdrawnCents)} withdrawn with the fee`}
        </small>
      </span>
      <span className={css.amount}>
        {dollars(cents)}
        <Badge tone={stateTone(status)}>{describeState(status)}</Badge>
      </span>
      {url && (
        <a href={url} target="_blank" rel="noreferrer">
          Open in Stripe
        </a>
      )}
    </li>
  );
}

function InvoiceRow({ invoice, onRefund }: { invoice: UserInvoice; onRefund: (() => void) | undefined }) {
  const left = invoice.paidCents - invoice.refundedCents;
  return (
    <li>
      <span>
        {invoice.url ? (
          <a href={invoice.url} target="_blank" rel="noreferrer">
            {invoice.number ?? 'Invoice'}
          </a>
        ) : (
          (invoice.number ?? 'Invoice')
        )}
        <small>
          {formatShortLocalDate(invoice.date)}, {invoice.description}
        </small>
      </span>
      <span className={css.amount}>
        {dollars(invoice.cents)}
        {invoice.refundedCents > 0 && <Badge>{dollars(invoice.refundedCents)} refunded</Badge>}
        {invoice.status !== 'paid' && <Badge tone="warn">{invoice.status}</Badge>}
      </span>
      {invoice.status === 'paid' && left > 0 && onRefund && (
        <Button size="small" onClick={onRefund} aria-label={`Refund invoice ${invoice.number ?? ''}`}>
          Refund
        </Button>
      )}
    </li>
  );
}
