import type { ReactNode } from 'react';
import { figureText, type ReportDocument } from '#shared/insights/report.ts';
import { Card } from '#ui/kit/display/Card.tsx';
import { FunnelBars } from '#ui/kit/charts/FunnelBars.tsx';
import { BarChart, LineChart } from '#ui/kit/charts/LazyCharts.tsx';
import { Stat } from '#ui/kit/charts/Stat.tsx';
import { formatCalendarDay, formatCalendarMonthDay, formatNumber, formatPercentChange } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { ChartGrid } from './ChartGrid.tsx';
import css from './ReportBody.module.css';

/** The change of a figure from the previous period, in words because color alone isn't accessible. */
function PeriodChange({ now, before }: { now: number | null; before: number | null }) {
  if (now === null || before === null) return <>Not comparable</>;
  if (now === before) return <>No change</>;
  if (before === 0) return <>No prior data</>;
  return <>{formatPercentChange((now - before) / before)} vs. previous period</>;
}

function formatCell(key: string, value: string | number | null | undefined): string {
  if (typeof value === 'number') return formatNumber(value);
  return value == null ? '—' : key === 'day' ? formatCalendarDay(value) : value;
}

const NOTHING = 'Nothing in this period';

/** A flat line at zero says less than a sentence. */
const isEmptyChart = (chart: ReportDocument['charts'][number]): boolean =>
  chart.kind !== 'funnel' && chart.rows.every((row) => chart.series.every(({ key }) => !row[key]));

interface ReportBodyProps {
  document: ReportDocument;
  /** An action for each chart, such as saving it as an image in the console. */
  chartAction?: (chart: ReportDocument['charts'][number]) => ReactNode;
}

export function ReportBody({ document, chartAction }: ReportBodyProps) {
  return (
    <>
      <div className={css.figures}>
        {document.figures.map(({ label, value, previous, unit, note }) => (
          <Stat
            key={label}
            size="small"
            label={label}
            value={figureText(value, unit)}
            detail={note ?? <PeriodChange now={value} before={previous} />}
          />
        ))}
      </div>
      <ChartGrid>
        {document.charts.map((chart) => {
          const formatX = chart.kind !== 'funnel' && chart.x.key === 'day' ? formatCalendarMonthDay : undefined;
          return (
            <Card key={chart.title}>
              {chart.kind === 'funnel' ? (
                <FunnelBars {...chart} />
              ) : chart.kind === 'line' ? (
                <LineChart {...chart} empty={NOTHING} {...(formatX && { formatX })} />
              ) : (
                <BarChart {...chart} empty={NOTHING} {...(formatX && { formatX })} />
              )}
              {!isEmptyChart(chart) && chartAction?.(chart)}
            </Card>
          );
        })}
      </ChartGrid>
      {document.tables.map(({ title, columns, rows }) => (
        <section key={title} className={layout.stack}>
          <h3>{title}</h3>
          {rows.length === 0 ? (
            <p className={layout.note}>{NOTHING}.</p>
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
                          {formatCell(key, row[key])}
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
