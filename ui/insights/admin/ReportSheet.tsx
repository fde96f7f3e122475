import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { reportRows } from '#contract/insights/analytics.ts';
import { toCsv } from '#shared/insights/report.ts';
import { REPORT_ZONE_LABEL } from '#shared/insights/report-zone.ts';
import { reports, type ReportId } from '#shared/insights/reports.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { cx } from '#ui/kit/cx.ts';
import { formatDateTime } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { sentenceOf } from '#ui/base/platform/api.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { formatPeriod, getLastDays, PeriodPicker, type PeriodQuery } from '../PeriodPicker.tsx';
import { ReportFiles, SaveChart } from '../console/ReportFiles.tsx';
import { ReportBody } from './ReportBody.tsx';
import css from './ReportSheet.module.css';

/** A report to read, print, or save. */
export function ReportSheet({ id }: { id: ReportId }) {
  const platform = usePlatform();
  const [period, setPeriod] = useState<PeriodQuery>(() => getLastDays(30));
  const { data, error } = useQuery({
    ...queryOf(reportRows, { params: { id }, query: period }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const document = useMemo(() => data && reports[id].make(data), [data, id]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView?.();
  }, []);
  return (
    <article className={css.sheet} aria-labelledby="report">
      <header className={css.header}>
        <div>
          <h2 id="report" ref={heading} tabIndex={-1}>
            {reports[id].title}
          </h2>
          <p className={layout.note}>
            {data
              ? `${formatPeriod(data.period)}, compared with ${formatPeriod(data.previous)}. Times are ${REPORT_ZONE_LABEL}. Created ${formatDateTime(data.generatedAt)}.`
              : '\u00a0'}
          </p>
        </div>
        <div className={cx(layout.row, css.screenOnly)}>
          {platform.staffConsole ? (
            <ReportFiles id={id} period={period} disabled={!document} />
          ) : (
            <>
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
            </>
          )}
        </div>
      </header>
      <div className={css.screenOnly}>
        <PeriodPicker value={period} onChange={setPeriod} />
      </div>
      {error ? (
        <Callout tone="bad" title="We couldn't create the report">
          {sentenceOf(error)}
        </Callout>
      ) : document ? (
        <ReportBody
          document={document}
          {...(platform.staffConsole && { chartAction: (chart) => <SaveChart chart={chart} period={data!.period} /> })}
        />
      ) : (
        <Loading label="Creating the report">
          <Skeleton height={400} />
        </Loading>
      )}
    </article>
  );
}
