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
import css from '../Insights.module.css';
import { Change, type PeriodQuery } from '../Period.tsx';

const money = (cents: number | undefined) => (cents === undefined ? null : formatWholeDollars(cents / 100));
const share = (value: number | null | undefined) => (value == null ? null : formatPercent(value));
const day = { key: 'day', label: 'Day' };

/** Monthly recurring revenue: yearly plans count a twelfth, trials nothing until they are paid for. */
export function Revenue({ period }: { period: PeriodQuery }) {
  const { data, error } = useQuery({
    ...queryOf(analyticsRevenue, { query: period }),
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(
    () =>
      data?.days.map((one) => ({
        day: one.day,
        mrr: one.mrrCents / 100,
        won: one.newCents / 100,
        lost: one.lostCents / 100,
      })) ?? [],
    [data],
  );
  if (error)
    return (
      <Callout tone="bad" title="The revenue could not be loaded">
        {sentenceOf(error)}
      </Callout>
    );
  const compared = (now?: number, before?: number) => <Change now={now ?? null} before={before ?? null} />;
  const figures: Figure[] = [
    ['MRR', money(data?.mrrCents), compared(data?.mrrCents, data?.mrrCentsBefore)],
    ['Paid', money(data?.paidCents), compared(data?.paidCents, data?.paidCentsBefore)],
    ['New subscriptions', data?.newSubscriptions, 'in the period'],
    ['Lost subscriptions', data?.lostSubscriptions, 'in the period'],
    ['Churn', share(data?.churn), data ? `before: ${share(data.churnBefore) ?? '—'}` : '\u00a0'],
  ];
  return (
    <section className={css.section} aria-labelledby="revenue">
      <h2 id="revenue" className={css.heading}>
        Revenue
      </h2>
      <Figures figures={figures} />
      {data ? (
        <div className={css.charts}>
          <Card>
            <LineChart
              title="Monthly recurring revenue"
              unit="dollars"
              rows={rows}
              x={day}
              formatX={formatCalendarMonthDay}
              format={(value) => formatWholeDollars(value)}
              series={[{ key: 'mrr', label: 'MRR' }]}
            />
          </Card>
          <Card>
            <BarChart
              title="Won and lost"
              unit="dollars a month"
              rows={rows}
              x={day}
              formatX={formatCalendarMonthDay}
              format={(value) => formatWholeDollars(value)}
              series={[
                { key: 'won', label: 'Won' },
                { key: 'lost', label: 'Lost' },
              ]}
            />
          </Card>
        </div>
      ) : (
        <Skeleton height={340} />
      )}
    </section>
  );
}
