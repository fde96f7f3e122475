import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { analyticsRevenue } from '#contract/analytics.ts';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { BarChart, LineChart } from '#ui/kit/charts/LazyCharts.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatCalendarMonthDay, formatPercent, formatWholeDollars } from '#ui/kit/format.ts';
import { sentenceOf } from '#ui/platform/api.ts';
import { queryOf } from '#ui/platform/query.ts';
import { Figures, type Figure } from '../Figures.tsx';
import { PeriodChange } from '../PeriodChange.tsx';
import { type PeriodQuery } from '../PeriodPicker.tsx';
import { AnalyticsSection } from './AnalyticsSection.tsx';
import { ChartGrid } from './ChartGrid.tsx';

const formatCents = (cents: number | undefined) => (cents === undefined ? null : formatWholeDollars(cents / 100));
const formatShare = (value: number | null | undefined) => (value == null ? null : formatPercent(value));
const dayAxis = { key: 'day', label: 'Day' };

/** Monthly recurring revenue (MRR). Yearly plans count a twelfth per month; trials count after their first payment. */
export function Revenue({ period }: { period: PeriodQuery }) {
  const { data, error } = useQuery({
    ...queryOf(analyticsRevenue, { query: period }),
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(
    () =>
      data?.days.map(({ day, mrrCents, newCents, lostCents }) => ({
        day,
        mrr: mrrCents / 100,
        gained: newCents / 100,
        lost: lostCents / 100,
      })) ?? [],
    [data],
  );
  if (error)
    return (
      <Callout tone="bad" title="We couldn't load the revenue">
        {sentenceOf(error)}
      </Callout>
    );
  const compare = (now?: number, before?: number) => <PeriodChange now={now ?? null} before={before ?? null} />;
  const figures: Figure[] = [
    ['MRR', formatCents(data?.mrrCents), compare(data?.mrrCents, data?.mrrCentsBefore)],
    ['Paid', formatCents(data?.paidCents), compare(data?.paidCents, data?.paidCentsBefore)],
    ['New subscriptions', data?.newSubscriptions, 'In this period'],
    ['Lost subscriptions', data?.lostSubscriptions, 'In this period'],
    ['Churn', formatShare(data?.churn), data ? `Previously ${formatShare(data.churnBefore) ?? '—'}` : '\u00a0'],
  ];
  return (
    <AnalyticsSection id="revenue" title="Revenue">
      <Figures figures={figures} />
      {data ? (
        <ChartGrid>
          <Card>
            <LineChart
              title="Monthly recurring revenue"
              unit="dollars"
              rows={rows}
              x={dayAxis}
              formatX={formatCalendarMonthDay}
              format={(value) => formatWholeDollars(value)}
              series={[{ key: 'mrr', label: 'MRR' }]}
            />
          </Card>
          <Card>
            <BarChart
              title="New vs. lost MRR"
              unit="dollars per month"
              rows={rows}
              x={dayAxis}
              formatX={formatCalendarMonthDay}
              format={(value) => formatWholeDollars(value)}
              series={[
                { key: 'gained', label: 'New' },
                { key: 'lost', label: 'Lost' },
              ]}
            />
          </Card>
        </ChartGrid>
      ) : (
        <Skeleton height={340} />
      )}
    </AnalyticsSection>
  );
}
