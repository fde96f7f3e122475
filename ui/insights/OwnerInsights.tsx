import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { exportOwnerInsights, ownerInsights } from '#contract/insights/analytics.ts';
import type { Reply } from '#contract/endpoint.ts';
import { urlOf } from '#shared/url.ts';
import { BarChart } from '#ui/kit/charts/LazyCharts.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Segmented } from '#ui/kit/controls/Segmented.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatCalendarMonth, formatCalendarMonthDay, formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import { sentenceOf } from '#ui/base/platform/api.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { FoundIn } from './FoundIn.tsx';
import css from './OwnerInsights.module.css';
import { countOf, describeChange, describeMonth, describeShown, figureNouns } from './figure-words.ts';

const figures = ['calls', 'views', 'appointments', 'directions', 'website'] as const;
type Figure = (typeof figures)[number];
const figureLabels: Record<Figure, string> = {
  calls: 'Calls',
  views: 'Views',
  appointments: 'Requests',
  directions: 'Directions',
  website: 'Website',
};

type OwnerFigures = Reply<typeof ownerInsights>;

/** Views and contacts of a listing for its owner: words first, then bars, then the searches that led to it. */
export function OwnerInsights({ dentistId }: { dentistId: number }) {
  const [search, setSearch] = useSearchParams();
  const platform = usePlatform();
  const days = search.get('days') === '90' ? '90' : '30';
  const input = { params: { id: String(dentistId) }, query: { days } } as const;
  const { data, error } = useQuery({ ...queryOf(ownerInsights, input), placeholderData: keepPreviousData });
  if (error)
    return (
      <Callout tone="bad" title="We couldn't load the figures">
        {sentenceOf(error)}
      </Callout>
    );
  const download = () =>
    platform
      .saveFile(urlOf(exportOwnerInsights.path, input.params, input.query), `insights-${dentistId}.csv`)
      .catch((failure) => toastError(failure));
  return (
    <section className={layout.stack} aria-label="Insights">
      <div className={layout.between}>
        <Segmented
          label="Period"
          value={days}
          onValueChange={(value) =>
            setSearch(value === '30' ? {} : { days: value }, { replace: true, preventScrollReset: true })
          }
          options={[
            { value: '30', label: '30 days' },
            { value: '90', label: '90 days' },
          ]}
        />
        <Button size="small" icon={<Download />} onClick={() => void download()}>
          Export as CSV
        </Button>
      </div>
      {!data ? (
        <Skeleton height={480} />
      ) : isEmpty(data) ? (
        <NothingYet days={days} />
      ) : (
        <Figures data={data} days={days} />
      )}
      {data && data.reviews.length > 0 && <ReviewMonths months={data.reviews} dentistId={dentistId} />}
      <p className={layout.note}>
        Each visitor is counted once per hour. Your own visits are excluded. Times are Eastern.
      </p>
    </section>
  );
}

const isEmpty = ({ totals, before }: OwnerFigures): boolean =>
  figures.every((figure) => totals[figure] === 0 && before[figure] === 0);

const NothingYet = ({ days }: { days: string }) => (
  <EmptyState compact heading="h2" title={`No visits in the last ${days} days`}>
    <p>
      Figures appear once patients open your profile. Photos, prices, and confirmed hours help them find and choose you.
    </p>
  </EmptyState>
);

function Figures({ data, days }: { data: OwnerFigures; days: '30' | '90' }) {
  const [figure, setFigure] = useState<Figure>('views');
  const { totals, before, similar } = data;
  const rows = days === '90' ? sumWeeks(data.days, figure) : data.days.map((day) => ({ day: day.day, n: day[figure] }));
  return (
    <>
      <Card className={layout.stack}>
        <ul className={css.figures}>
          {data.shown && (
            <li>
              <p className={css.count}>{countOf(data.shown.now, figureNouns.shown)}</p>
              <p className={layout.note}>{describeShown(data.shown, Number(days))}</p>
            </li>
          )}
          {figures.map((one) => (
            <li key={one}>
              <p className={css.count}>{countOf(totals[one], figureNouns[one])}</p>
              <p className={layout.note}>
                {days === '30'
                  ? describeMonth(totals[one], before[one])
                  : describeChange(totals[one], before[one], Number(days))}
              </p>
            </li>
          ))}
        </ul>
        <CallAnswers answers={data.callAnswers} />
      </Card>
      <Card className={layout.stack}>
        <Segmented
          label="Figure"
          value={figure}
          onValueChange={setFigure}
          options={figures.map((value) => ({ value, label: figureLabels[value] }))}
          className={css.choice}
        />
        {totals[figure] === 0 ? (
          <p className={layout.muted}>
            No {figureNouns[figure][1]} in the last {days} days.
          </p>
        ) : (
          <BarChart
            title={`${figureLabels[figure]} by ${days === '90' ? 'week' : 'day'}`}
            unit={days === '90' ? 'per week' : 'per day'}
            rows={rows}
            x={{ key: 'day', label: days === '90' ? 'Week from' : 'Day' }}
            formatX={formatCalendarMonthDay}
            series={[{ key: 'n', label: figureLabels[figure] }]}
            height={220}
          />
        )}
      </Card>
      <Card as="section" className={layout.stack} aria-labelledby="similar">
        <h2 id="similar" className={layout.heading}>
          Compared with similar practices
        </h2>
        {similar ? (
          <p>
            {similar.city} has {formatNumber(similar.practices)} other practices like yours. In the last {days} days,
            they had {formatNumber(similar.views)} profile views and {formatNumber(similar.calls)} calls on average. You
            had {formatNumber(totals.views)} and {formatNumber(totals.calls)}.
          </p>
        ) : (
          <p className={layout.muted}>
            We compare only with five or more practices, so that the average reveals none of them. There are fewer like
            yours in your city.
          </p>
        )}
      </Card>
      <FoundIn searches={data.searches} days={days} />
    </>
  );
}

const monthColumns: Column<OwnerFigures['reviews'][number]>[] = [
  { id: 'month', header: 'Month', cell: ({ month }) => formatCalendarMonth(`${month}-01`) },
  { id: 'count', header: 'Reviews', align: 'end', cell: ({ count }) => formatNumber(count) },
  { id: 'average', header: 'Stars on average', align: 'end', cell: ({ average }) => average.toFixed(1) },
];

/** The reviews written in each of the last twelve months, newest first. */
function ReviewMonths({ months, dentistId }: { months: OwnerFigures['reviews']; dentistId: number }) {
  const rows = useMemo(() => months.toReversed(), [months]);
  return (
    <Card as="section" className={layout.stack} aria-labelledby="review-months">
      <div className={layout.between}>
        <h2 id="review-months" className={layout.heading}>
          Reviews by month
        </h2>
        <Link to={`/dashboard/listings/${dentistId}/reviews`}>Read and reply</Link>
      </div>
      <Table label="Reviews by month" rows={rows} columns={monthColumns} rowId={({ month }) => month} />
    </Card>
  );
}

/** The last weeks, each named by its first day. Days before the first whole week join it. */
function sumWeeks(days: OwnerFigures['days'], figure: Figure): { day: string; n: number }[] {
  const weeks: { day: string; n: number }[] = [];
  const extra = days.length % 7;
  for (const [index, day] of days.entries()) {
    const isFirstOfWeek = index === 0 || (index > extra && (index - extra) % 7 === 0);
    if (isFirstOfWeek) weeks.push({ day: day.day, n: 0 });
    weeks.at(-1)!.n += day[figure];
  }
  return weeks;
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
