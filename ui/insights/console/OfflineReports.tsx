import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ReportDocument } from '#shared/insights/report.ts';
import { reports, type ReportId } from '#shared/insights/reports.ts';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { Tabs } from '#ui/kit/display/Tabs.tsx';
import { formatDateTime } from '#ui/kit/format.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { ConsoleRefusal, type ReportDays, type ReportFormat } from '#ui/base/platform/console.ts';
import { useStaffConsole } from '#ui/base/platform/platform.ts';
import { useConsoleState } from '#ui/base/platform/use-console-state.ts';
import { formatPeriod } from '../PeriodPicker.tsx';
import { ReportBody } from '../admin/ReportBody.tsx';
import css from './OfflineReports.module.css';
import { Schedule, SCHEDULE_HEADING } from './Schedule.tsx';
import { chartSvg } from '#shared/insights/report-svg.ts';

/** Doubles the resolution, so that the chart is sharp in documents. */
const SCALE = 2;

/** Draws a chart as a PNG image, encoded in base64. */
async function drawChartPng(chart: ReportDocument['charts'][number], about: string): Promise<string> {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([chartSvg(chart, about)], { type: 'image/svg+xml' }));
  try {
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * SCALE;
    canvas.height = image.naturalHeight * SCALE;
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/png').split(',')[1]!;
  } finally {
    URL.revokeObjectURL(url);
  }
}

const periods: readonly ReportDays[] = [7, 30, 90];
const reportIds = Object.keys(reports) as ReportId[];

const showError = (error: unknown, title = 'Could not save') =>
  void toast({
    title,
    description: error instanceof ConsoleRefusal ? error.message : 'Please try again.',
    variant: 'destructive',
  });

/** Reports built from the offline copy, with the same definitions as on the server. */
function OfflineReports() {
  const [id, setId] = useState<ReportId>(reportIds[0]!);
  const [days, setDays] = useState<ReportDays>(30);
  return (
    <div className={css.page}>
      <Head title="Reports" noindex />
      <h1>Reports</h1>
      <Tabs
        label="Report"
        value={id}
        onValueChange={(value) => setId(value as ReportId)}
        tabs={reportIds.map((value) => ({
          value,
          label: reports[value].title,
          content: <OfflineReport key={value} id={value} days={days} onDays={setDays} />,
        }))}
      />
      <Schedule id={id} days={days} onFailed={showError} />
    </div>
  );
}

/** Scrolls to the schedule, which is below the long report. */
const scrollToSchedule = () => {
  const heading = document.getElementById(SCHEDULE_HEADING);
  heading?.scrollIntoView({ block: 'center' });
  heading?.focus({ preventScroll: true });
};

interface OfflineReportProps {
  id: ReportId;
  days: ReportDays;
  onDays: (days: ReportDays) => void;
}

function OfflineReport({ id, days, onDays }: OfflineReportProps) {
  const staffConsole = useStaffConsole();
  const { reportsAt } = useConsoleState();
  const rows = useQuery({
    // Downloaded figures replace these.
    queryKey: ['cached report', id, days, reportsAt],
    queryFn: () => staffConsole.reportRows(id, days),
    placeholderData: (previousRows) => previousRows,
    gcTime: 0,
  });
  const [isDownloading, setIsDownloading] = useState(false);
  const downloadNow = async () => {
    setIsDownloading(true);
    await staffConsole.sync().catch(() => {});
    const { error } = await rows.refetch();
    if (error) showError(error, 'Could not download');
    setIsDownloading(false);
  };
  const report = useMemo(() => rows.data && reports[id].make(rows.data), [id, rows.data]);
  if (rows.isPending) return <Skeleton height={280} />;
  if (rows.isError || !report)
    return (
      <EmptyState
        compact
        scene="trouble"
        title="No figures for this report yet"
        actions={
          <Button busy={isDownloading} onClick={() => void downloadNow()}>
            Download now
          </Button>
        }
      >
        {rows.error instanceof ConsoleRefusal && rows.error.message}
      </EmptyState>
    );
  const { period, generatedAt } = rows.data;
  const dates = formatPeriod(period);
  const confirmSave = (name: string) => (isSaved: boolean) =>
    void (isSaved && toast({ title: 'Saved', description: name, variant: 'good' }));
  const saveAs = (format: ReportFormat) =>
    void staffConsole
      .saveReport(format, id, days)
      .then(confirmSave(`${reports[id].title}, ${dates}`), (error: unknown) => showError(error));
  const savePng = (chart: ReportDocument['charts'][number]) =>
    void drawChartPng(chart, dates)
      .then((base64) => staffConsole.savePng(`${chart.title} ${period.from} to ${period.to}.png`, base64))
      .then(confirmSave(chart.title), (error: unknown) => showError(error));
  return (
    <div className={css.report}>
      <h2 className="hidden-text">{reports[id].title}</h2>
      <p className={css.asOf}>{reports[id].description}</p>
      <div className={css.toolbar}>
        <div className={css.toolbar} role="group" aria-label="Period">
          {periods.map((option) => (
            <Button
              key={option}
              size="small"
              variant={option === days ? 'primary' : 'secondary'}
              aria-pressed={option === days}
              onClick={() => onDays(option)}
            >
              {option} days
            </Button>
          ))}
        </div>
        <span className={css.actions}>
          <Button size="small" variant="quiet" onClick={scrollToSchedule}>
            Schedule
          </Button>
          <Button size="small" onClick={() => saveAs('csv')}>
            Save as CSV
          </Button>
          <Button size="small" onClick={() => saveAs('xlsx')}>
            Save as Excel
          </Button>
          <Button size="small" onClick={() => saveAs('pdf')}>
            Save as PDF
          </Button>
        </span>
        <span className={css.asOf} data-testid="as-of">
          {dates}, Eastern Time. Figures as of {formatDateTime(generatedAt)}
        </span>
      </div>
      <ReportBody
        document={report}
        chartAction={(chart) => (
          <Button size="small" variant="quiet" aria-label={`Save ${chart.title} as PNG`} onClick={() => savePng(chart)}>
            Save as PNG
          </Button>
        )}
      />
    </div>
  );
}

export const page: Page = { Component: OfflineReports };
