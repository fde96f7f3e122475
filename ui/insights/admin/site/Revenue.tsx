import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { analyticsRevenue } from '#contract/insights/analytics.ts';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { BarChart, LineChart } from '#ui/kit/charts/LazyCharts.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatCalendarMonthDay, formatNumber, formatPercent, formatWholeDollars } from '#ui/kit/format.ts';
import { sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { countOf, describeChange } from '../../figure-words.ts';
import { type PeriodQuery } from '../../PeriodPicker.tsx';
import { AnalyticsSection } from './AnalyticsSection.tsx';
import { AnswerList, type Answer } from './AnswerList.tsx';
import { answerRevenue } from './answers.ts';
import { ChartGrid } from '../ChartGrid.tsx';

const formatCents = (cents: number) => formatWholeDollars(cents / 100);
const describeCents = (now: number, before: number, days: number) =>
  describeChange(now, before, days, { format: formatCents, less: 'less', same: 'As much' });
const formatShare = (value: number | null | undefined) => (value == null ? null : formatPercent(value));
const dayAxis = { key: 'day', label: 'Day' };

/** Monthly recurring revenue (MRR). Yearly plans count a twelfth per month; trials count after their first payment. */
export function Revenue({ period, days }: { period: PeriodQuery; days: number }) {
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
  const payingNow = data && data.subscriptionsAtStart + data.newSubscriptions - data.lostSubscriptions;
  const answers: Answer[] = data
    ? [
        {
          text: `${formatCents(data.mrrCents)} a month (MRR)`,
          change: describeCents(data.mrrCents, data.mrrCentsBefore, days),
        },
        {
          text: `${formatCents(data.paidCents)} paid`,
          change: describeCents(data.paidCents, data.paidCentsBefore, days),
        },
        {
          text: countOf(payingNow!, ['paid subscription', 'paid subscriptions']),
          change: `${formatNumber(data.newSubscriptions)} new, ${formatNumber(data.lostSubscriptions)} lost in this period`,
        },
        {
          text: `${formatShare(data.churn) ?? 'No'} churn`,
          change:
            data.churnBefore === null
              ? 'No subscriptions before'
              : `${formatShare(data.churnBefore)} in the prior period`,
        },
      ]
    : [{ text: null }];
  return (
    <AnalyticsSection id="revenue" question="Is revenue growing?" answer={data && answerRevenue(data, days)}>
      <AnswerList label="Revenue" answers={answers} />
      {data ? (
        <ChartGrid>
          <Card>
            <LineChart
              title="Monthly recurring revenue"
              empty="No revenue in this period"
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
              empty="No plan began or ended in this period"
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
