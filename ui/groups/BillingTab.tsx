import { useMutation, useQuery } from '@tanstack/react-query';
import { groupBilling, openGroupPortal, type GroupBilling } from '#contract/groups/group-billing.ts';
import type { Group } from '#contract/groups/groups.ts';
import { dollars } from '#shared/billing/plans.ts';
import { InvoiceList } from '#ui/billing/InvoiceList.tsx';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { countOf } from '#ui/insights/figure-words.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatNumber, formatUtcDate } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import css from './BillingTab.module.css';
import { locationNouns } from './group-words.ts';

/** The one subscription for all locations, the share of each cost center, and the invoices. */
export function BillingTab({ group }: { group: Group }) {
  const params = { id: String(group.id) };
  const { data, error } = useQuery({ ...queryOf(groupBilling, { params }), refetchOnMount: 'always' });
  const portal = useMutation({
    mutationFn: () => api(openGroupPortal, { params }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (failure) => toastError(failure),
  });
  if (error) return <Callout tone="bad">{sentenceOf(error)}</Callout>;
  if (!data)
    return (
      <Loading label="Loading the billing of this group">
        <Skeleton height={320} />
      </Loading>
    );
  return (
    <div className={css.body}>
      <Card as="section" aria-labelledby="group-plan" className={layout.stack}>
        <div className={layout.between}>
          <h2 id="group-plan" className={layout.heading}>
            {data.planName}
          </h2>
          {data.testMode && <Badge tone="warn">Test mode</Badge>}
        </div>
        <Plan billing={data} />
        {data.canManage && (
          <div className={layout.row}>
            <Button busy={portal.isPending} onClick={() => portal.mutate()}>
              Open the billing portal
            </Button>
          </div>
        )}
      </Card>
      {data.costCenters.some(({ costCenter }) => costCenter !== null) && <CostCenters billing={data} />}
      <Card as="section" aria-labelledby="group-invoices" className={layout.stack}>
        <h2 id="group-invoices" className={layout.heading}>
          Invoices
        </h2>
        {data.invoices.length > 0 ? (
          <InvoiceList invoices={data.invoices} />
        ) : (
          <p className={layout.note}>No invoices yet.</p>
        )}
      </Card>
    </div>
  );
}

function Plan({ billing }: { billing: GroupBilling }) {
  const { subscription, plan, label, date, locations } = billing;
  if (subscription)
    return (
      <>
        <p className={css.price}>
          {countOf(subscription.quantity, locationNouns)} × {dollars(subscription.unitCents)} ={' '}
          {dollars(subscription.cents)} per {subscription.interval === 'yearly' ? 'year' : 'month'}
        </p>
        {label && date && (
          <p>
            {label} {formatUtcDate(date)}
          </p>
        )}
        <p className={layout.muted}>
          One invoice for all groups of the owner. When locations are added or removed, the next invoice charges or
          credits the rest of the period.
        </p>
        {subscription.quantity !== Math.max(1, locations) && (
          <p role="status">We’re updating the subscription to {countOf(Math.max(1, locations), locationNouns)}.</p>
        )}
      </>
    );
  if (plan === 'enterprise')
    return (
      <p>
        Our team agrees on the price with you and sends the invoice.
        {date && ` The agreement runs until ${formatUtcDate(date)}.`}
      </p>
    );
  return (
    <>
      <p>Groups are part of Enterprise, which this account doesn’t have now.</p>
      <div className={layout.row}>
        <ButtonLink to="/contact">Contact sales</ButtonLink>
      </div>
    </>
  );
}

type CostCenter = GroupBilling['costCenters'][number];

function CostCenters({ billing: { costCenters, subscription } }: { billing: GroupBilling }) {
  const columns: Column<CostCenter>[] = [
    {
      id: 'costCenter',
      header: 'Cost center',
      cell: ({ costCenter }) => costCenter ?? 'None',
      words: ({ costCenter }) => costCenter ?? 'None',
      sortBy: ({ costCenter }) => costCenter,
    },
    {
      id: 'locations',
      header: 'Locations',
      cell: ({ locations }) => formatNumber(locations),
      words: ({ locations }) => String(locations),
      sortBy: ({ locations }) => locations,
      align: 'end',
    },
  ];
  if (subscription)
    columns.push({
      id: 'share',
      header: subscription.interval === 'yearly' ? 'Per year' : 'Per month',
      cell: ({ locations }) => dollars(locations * subscription.unitCents),
      words: ({ locations }) => dollars(locations * subscription.unitCents),
      sortBy: ({ locations }) => locations,
      align: 'end',
    });
  return (
    <section className={layout.stack} aria-labelledby="group-cost-centers">
      <h2 id="group-cost-centers" className={layout.heading}>
        Cost centers
      </h2>
      <Table
        label="Locations per cost center"
        rows={costCenters}
        columns={columns}
        rowId={({ costCenter }) => costCenter ?? ''}
      />
    </section>
  );
}
