import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { exportUnhealthy, getDataHealth, listUnhealthy, type UnhealthyListing } from '#contract/data-health.ts';
import { healthChecks, type HealthCheck } from '#shared/data-health/health-checks.ts';
import type { Reply } from '#contract/endpoint.ts';
import { Head } from '#ui/base/page/Head.tsx';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { AdminPageBody, AdminPageHeader } from '#ui/admin/AdminPageBody.tsx';
import { Pager } from '#ui/admin/Pager.tsx';
import { useUrlState } from '#ui/admin/use-url-state.ts';
import { LineChart } from '#ui/kit/charts/LazyCharts.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { cx } from '#ui/kit/cx.ts';
import { Card } from '#ui/kit/display/Card.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatCalendarMonthDay, formatNumber, formatPercent, formatShortLocalDate } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import { countedOf, queryOf } from '#ui/base/platform/query.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { Coverage } from '#ui/sources/admin/Coverage.tsx';
import { ConfirmedShare } from './ConfirmedShare.tsx';
import css from './DataHealthPage.module.css';

const PAGE = 50;
const labelOf = (check: HealthCheck) => healthChecks.find(({ key }) => key === check)!.label;

/** A small share isn't “0%”. */
const shareOf = (count: number, total: number): string =>
  count / total < 0.0005 ? 'Less than 0.1%' : formatPercent(count / total);

function DataHealthPage() {
  const [search, change] = useUrlState();
  const health = useQuery({ ...queryOf(getDataHealth, {}), refetchOnMount: 'always' });
  const check = healthChecks.find(({ key }) => key === search.get('list'))?.key ?? null;
  return (
    <AdminPageBody>
      <Head title="Data health" noindex />
      <AdminPageHeader title="Data health">
        <ButtonLink to="/admin/data-health/calls">Call list</ButtonLink>
      </AdminPageHeader>
      {health.isPending && <Skeleton height={320} />}
      {health.isError && <LoadFailed title="The figures could not be loaded" compact query={health} />}
      {health.data && (
        <>
          <ul className={cx(css.checks, check && css.chosen)}>
            {sortByCount(health.data.counts).map(({ key, label, hint }) => {
              const count = health.data.counts[key];
              return (
                <li key={key}>
                  <Link
                    to={`/admin/data-health?list=${key}`}
                    className={cx(css.check, count === 0 && css.healthy)}
                    aria-current={key === check ? 'true' : undefined}
                  >
                    <span className={css.label}>{label}</span>
                    <span className={css.count}>{formatNumber(count)}</span>
                    <span className={css.hint}>
                      {key === 'duplicate' && count > 0
                        ? `${formatNumber(health.data.clusters)} ${health.data.clusters === 1 ? 'group' : 'groups'}. ${hint}`
                        : hint}
                    </span>
                    <span className={css.share}>
                      {health.data.total === 0
                        ? 'No listings'
                        : count === 0
                          ? 'Nothing to fix'
                          : `${shareOf(count, health.data.total)} of listings`}
                    </span>
                  </Link>
                </li>
              );
            })}
          </ul>
          {!check && <Coverage />}
          {!check && <ConfirmedShare total={health.data.total} confirmed={health.data.confirmed} />}
          {check ? (
            <UnhealthyListings
              key={check}
              check={check}
              days={health.data.days}
              onClose={() => change({ list: null, page: null })}
            />
          ) : (
            <Trend days={health.data.days} checks={shownTrends} />
          )}
        </>
      )}
    </AdminPageBody>
  );
}

/** Checks that found something come first. */
const sortByCount = (counts: Record<HealthCheck, number>) => [
  ...healthChecks.filter(({ key }) => counts[key] > 0),
  ...healthChecks.filter(({ key }) => counts[key] === 0),
];

const shownTrends: HealthCheck[] = ['no_phone', 'no_hours', 'stale', 'duplicate', 'wrong_number'];
type Days = Reply<typeof getDataHealth>['days'];

function Trend({ days, checks, height }: { days: Days; checks: readonly HealthCheck[]; height?: number }) {
  if (days.length < 2)
    return (
      <EmptyState title="The trend starts tomorrow" heading="h2" compact>
        The counts are saved once a day.
      </EmptyState>
    );
  return (
    <Card as="section">
      <LineChart
        title="Last 90 days"
        unit="listings"
        rows={days.map(({ day, counts }) => ({ day, ...counts }))}
        x={{ key: 'day', label: 'Day' }}
        formatX={formatCalendarMonthDay}
        series={checks.map((key) => ({ key, label: labelOf(key) }))}
        {...(height === undefined ? {} : { height })}
      />
    </Card>
  );
}

const columns: Column<UnhealthyListing>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: (row) => <Link to={`/admin/listings?open=${row.id}`}>{row.name}</Link>,
  },
  { id: 'place', header: 'Place', cell: (row) => [row.city, row.state, row.zipCode].filter(Boolean).join(', ') || '—' },
  { id: 'phone', header: 'Phone', cell: (row) => row.phone ?? '—' },
  { id: 'owner', header: 'Owner', cell: (row) => row.ownerEmail ?? '—' },
  { id: 'updated', header: 'Updated', cell: (row) => formatShortLocalDate(row.updatedAt) },
];

const duplicateColumns: Column<UnhealthyListing>[] = [
  ...columns,
  {
    id: 'like',
    header: 'Similar to',
    cell: ({ match }) =>
      match ? <Link to={`/admin/listings?open=${match.id}`}>{`${match.name}, listing ${match.id}`}</Link> : '—',
  },
  { id: 'why', header: 'Why', cell: ({ match }) => (match ? `${match.why} Score: ${match.score}.` : '—') },
];

/** The listings that fail a check, with ways to change many of them at once. */
function UnhealthyListings({ check, days, onClose }: { check: HealthCheck; days: Days; onClose: () => void }) {
  const [search] = useUrlState();
  const platform = usePlatform();
  const [saving, setSaving] = useState(false);
  const list = useQuery({
    ...countedOf(listUnhealthy, {
      params: { check },
      query: { page: search.get('page') ?? undefined, pageSize: String(PAGE) },
    }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const listPath = `/admin/listings?health=${check}${check === 'duplicate' ? '&sort=name' : ''}`;
  const save = async () => {
    setSaving(true);
    try {
      const path = exportUnhealthy.path.replace(':check', check);
      await platform.saveFile(path, `listings-${check.replaceAll('_', '-')}.csv`);
    } catch (error) {
      toastError(error);
    }
    setSaving(false);
  };
  return (
    <div className={layout.stack}>
      <div className={layout.between}>
        <h2>{labelOf(check)}</h2>
        <span className={layout.row}>
          {check === 'wrong_number' && <Link to="/admin/problems">Reported problems</Link>}
          {Boolean(list.data?.total) && (
            <ButtonLink to={listPath} variant="primary">
              Change many
            </ButtonLink>
          )}
          <Button icon={<Download />} busy={saving} disabled={!list.data?.total} onClick={() => void save()}>
            Download CSV
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Show all trends
          </Button>
        </span>
      </div>
      <p className={layout.hint}>
        {check === 'duplicate'
          ? 'Change many opens these in Listings, sorted by name, where you can merge two of a group.'
          : 'Change many opens these in Listings, where one action changes all of them and can be undone.'}{' '}
        You can also download them, correct the file, and <Link to="/admin/imports">import it</Link>.
      </p>
      {list.isError ? (
        <LoadFailed title="The listings could not be loaded" compact query={list} />
      ) : (
        <Table
          label={labelOf(check)}
          rows={list.data?.items ?? []}
          columns={check === 'duplicate' ? duplicateColumns : columns}
          rowId={(row) => String(row.id)}
          rowLabel={(row) => row.name}
          loading={!list.data}
          empty={
            <EmptyState title="Nothing to fix" heading="h3" compact scene="done">
              No listing fails this check.
            </EmptyState>
          }
        />
      )}
      {list.data && list.data.total > 0 && (
        <Pager total={list.data.total} pageSize={PAGE} one="listing" many="listings" />
      )}
      {days.length > 1 && <Trend days={days} checks={[check]} height={160} />}
    </div>
  );
}

export const page: Page = { Component: DataHealthPage };
