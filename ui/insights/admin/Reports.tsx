import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { adminAnalytics, reportRows } from '#contract/analytics.ts';
import { figureText, toCsv, type ReportDocument } from '#contract/report.ts';
import { REPORT_ZONE_LABEL } from '#contract/report-zone.ts';
import { reports, type ReportId } from '#contract/reports.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { FunnelBars } from '#ui/kit/charts/FunnelBars.tsx';
import { BarChart, LineChart } from '#ui/kit/charts/LazyCharts.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { Stat } from '#ui/kit/charts/Stat.tsx';
import { formatDateTime, formatCalendarMonthDay, formatNumber, formatCompact } from '#ui/kit/format.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { sentenceOf } from '#ui/platform/api.ts';
import { usePlatform } from '#ui/platform/platform.ts';
import { queryOf } from '#ui/platform/query.ts';
import { Figures, type Figure } from '../Figures.tsx';
import css from '../Insights.module.css';
import { Change, lastDays, PeriodPicker, spanText, type PeriodQuery } from '../Period.tsx';

/** Reports as documents: to read, to print, to take along. */
export function Reports() {
  const [id, setId] = useState<ReportId | null>(null);
  return (
    <div className={css.page}>
      <MonthFigures />
      <div className={css.choices}>
        {(Object.keys(reports) as ReportId[]).map((one) => (
          <Card key={one} className={css.choice} tone={one === id ? 'highlight' : 'plain'}>
            <p className={css.soft}>{reports[one].description}</p>
            <div>
              <Button
                variant={one === id ? 'secondary' : 'primary'}
                aria-pressed={one === id}
                onClick={() => setId(one)}
              >
                {reports[one].name}
              </Button>
            </div>
          </Card>
        ))}
      </div>
      {id && <ReportSheet key={id} id={id} />}
    </div>
  );
}

/** The last 30 days at a glance. */
function MonthFigures() {
  const [period] = useState(() => lastDays(30));
  const { data, error } = useQuery(queryOf(adminAnalytics, { query: period }));
  if (error)
    return (
      <Callout tone="bad" title="The figures could not be loaded">
        {sentenceOf(error)}
      </Callout>
    );
  const change = (of: 'newUsers' | 'pageViews' | 'visits') =>
    data ? <Change now={data.current[of]} before={data.before[of]} /> : '\u00a0';
  const short = (value: number | undefined) => (value !== undefined && value >= 100_000 ? formatCompact(value) : value);
  const figures: Figure[] = [
    ['Total users', short(data?.totalUsers), 'every account'],
    ['New users in 30 days', short(data?.current.newUsers), change('newUsers')],
    ['Page views in 30 days', short(data?.current.pageViews), change('pageViews')],
    ['Visits in 30 days', short(data?.current.visits), change('visits')],
  ];
  return <Figures figures={figures} />;
}

function ReportSheet({ id }: { id: ReportId }) {
  const platform = usePlatform();
  const [period, setPeriod] = useState<PeriodQuery>(() => lastDays(30));
  const { data, error } = useQuery({
    ...queryOf(reportRows, { params: { id }, query: period }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const document = useMemo(() => data && reports[id].make(data), [data, id]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <article className={css.sheet} aria-labelledby="report">
      <header className={css.sheetHead}>
        <div>
          <h2 id="report" ref={heading} tabIndex={-1}>
            {reports[id].title}
          </h2>
          <p className={css.soft}>
            {data
              ? `${spanText(data.period)}, compared with ${spanText(data.previous)}. Days in ${REPORT_ZONE_LABEL}. Made on ${formatDateTime(data.generatedAt)}.`
              : '\u00a0'}
          </p>
        </div>
        <div className={`${css.buttons} ${css.screenOnly}`}>
          <Button
            disabled={!document}
            onClick={() =>
              document &&
              void platform
                .saveText(`${id}-${period.from}-${period.to}.csv`, `\ufeff${toCsv(document.tables)}`)
                .catch((problem: unknown) =>
                  toast({ title: 'Export Failed', description: sentenceOf(problem), variant: 'destructive' }),
                )
            }
          >
            Download CSV
          </Button>
          <Button disabled={!document} onClick={() => platform.print()}>
            Print or save as PDF
          </Button>
        </div>
      </header>
      <div className={css.screenOnly}>
        <PeriodPicker value={period} onChange={setPeriod} />
      </div>
      {error ? (
        <Callout tone="bad" title="The report could not be made">
          {sentenceOf(error)}
        </Callout>
      ) : document ? (
        <ReportBody document={document} />
      ) : (
        <Loading label="Making the report">
          <Skeleton height={400} />
        </Loading>
      )}
    </article>
  );
}

interface ReportBodyProps {
  document: ReportDocument;
  /** What can be done with a chart, where the host can do more than show it. */
  chartAction?: (chart: ReportDocument['charts'][number]) => ReactNode;
}

export function ReportBody({ document, chartAction }: ReportBodyProps) {
  return (
    <>
      <div className={`${css.figures} ${css.bare}`}>
        {document.figures.map(({ label, value, previous, unit, note }) => (
          <Stat
            key={label}
            size="small"
            label={label}
            value={figureText(value, unit)}
            detail={note ?? <Change now={value} before={previous} />}
          />
        ))}
      </div>
      <div className={css.charts}>
        {document.charts.map((chart) => {
          const formatX = chart.kind !== 'funnel' && chart.x.key === 'day' ? formatCalendarMonthDay : undefined;
          return (
            <Card key={chart.title}>
              {chart.kind === 'funnel' ? (
                <FunnelBars {...chart} />
              ) : chart.kind === 'line' ? (
                <LineChart {...chart} {...(formatX && { formatX })} />
              ) : (
                <BarChart {...chart} {...(formatX && { formatX })} />
              )}
              {chartAction?.(chart)}
            </Card>
          );
        })}
      </div>
      {document.tables.map(({ title, columns, rows }) => (
        <section key={title} className={css.section}>
          <h3>{title}</h3>
          {rows.length === 0 ? (
            <p className={css.soft}>Nothing in this period.</p>
          ) : (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
            <div className={css.scroll} role="region" aria-label={title} tabIndex={0}>
              <table className={css.table}>
                <thead>
                  <tr>
                    {columns.map(({ key, label, align }) => (
                      <th key={key} scope="col" data-align={align}>
                        {label}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr key={columns.map(({ key }) => row[key]).join('|')}>
                      {columns.map(({ key, align }) => (
                        <td key={key} data-align={align}>
                          {typeof row[key] === 'number' ? formatNumber(row[key]) : (row[key] ?? '—')}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </section>
      ))}
    </>
  );
}
