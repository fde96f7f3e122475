import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ownerInsights } from '#contract/analytics.ts';
import type { Reply } from '#contract/endpoint.ts';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { LineChart } from '#ui/kit/charts/LazyCharts.tsx';
import { Segmented } from '#ui/kit/controls/Segmented.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { Stat } from '#ui/kit/charts/Stat.tsx';
import { sentenceOf } from '#ui/platform/api.ts';
import { queryOf } from '#ui/platform/query.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './OwnerInsights.module.css';
import { formatCalendarMonthDay, formatNumber } from '#ui/kit/format.ts';
import { PeriodChange } from './PeriodChange.tsx';

const kinds = [
  ['views', 'Profile views'],
  ['calls', 'Calls'],
  ['directions', 'Directions'],
  ['website', 'Website clicks'],
  ['appointments', 'Appointment requests'],
] as const;

type OwnerFigures = Reply<typeof ownerInsights>;

/** The views and contacts of a listing, for its owner. */
export function OwnerInsights({ dentistId }: { dentistId: number }) {
  const [days, setDays] = useState<'30' | '90'>('30');
  const { data, error } = useQuery({
    ...queryOf(ownerInsights, { params: { id: String(dentistId) }, query: { days } }),
    placeholderData: keepPreviousData,
  });
  if (error)
    return (
      <Callout tone="bad" title="We couldn't load the figures">
        {sentenceOf(error)}
      </Callout>
    );
  return (
    <section className={layout.stack} aria-label="Insights">
      <div className={layout.between}>
        <p className={layout.note}>
          Each visitor is counted once per hour. Your own visits are excluded. Times are Eastern.
        </p>
        <Segmented
          label="Period"
          value={days}
          onValueChange={setDays}
          options={[
            { value: '30', label: '30 days' },
            { value: '90', label: '90 days' },
          ]}
        />
      </div>
      <div className={css.figures}>
        {kinds.map(([key, label]) => (
          <Stat
            key={key}
            size="small"
            label={label}
            value={data?.totals[key] ?? null}
            detail={data ? <PeriodChange now={data.totals[key]} before={data.before[key]} /> : '\u00a0'}
          />
        ))}
      </div>
      {data && <CallAnswers answers={data.callAnswers} />}
      {data ? (
        <LineChart
          title="By day"
          unit="per day"
          rows={data.days}
          x={{ key: 'day', label: 'Day' }}
          formatX={formatCalendarMonthDay}
          series={kinds.map(([key, label]) => ({ key, label }))}
          height={220}
        />
      ) : (
        <Skeleton height={282} />
      )}
    </section>
  );
}

/** The sums of "Did they answer?", which visitors are asked after a call. */
function CallAnswers({ answers: { yes, no, wrongNumber } }: { answers: OwnerFigures['callAnswers'] }) {
  if (yes + no + wrongNumber === 0) return null;
  return (
    <p className={layout.note}>
      Answers to “Did they answer?” after calls in these months: {formatNumber(yes)} yes, {formatNumber(no)} no
      {wrongNumber > 0 && `, ${formatNumber(wrongNumber)} wrong number`}.
    </p>
  );
}
