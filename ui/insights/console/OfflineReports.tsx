import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ReportDocument } from '#contract/report.ts';
import { reports, type ReportId } from '#contract/reports.ts';
import { Head } from '#ui/app/Head.tsx';
import type { Page } from '#ui/app/page.ts';
import { useConsoleState } from '#ui/app/console/use-console-state.ts';
import { momentOf } from '#ui/articles/dates.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { Tabs } from '#ui/kit/display/Tabs.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { ConsoleRefusal, type ReportDays } from '#ui/platform/console.ts';
import { useStaffConsole } from '#ui/platform/platform.ts';
import { ReportBody } from '../admin/Reports.tsx';
import { chartPng } from './chart-png.ts';
import css from './OfflineReports.module.css';
import { Schedule, SCHEDULE } from './Schedule.tsx';

const spans: readonly ReportDays[] = [7, 30, 90];
const ids = Object.keys(reports) as ReportId[];

const failed = (error: unknown, title = 'Not saved') =>
  void toast({
    title,
    description: error instanceof ConsoleRefusal ? error.message : 'Please try again.',
    variant: 'destructive',
  });

/** Reports made on this computer from what it keeps, by the same definitions as the server's. */
function OfflineReports() {
  const [id, setId] = useState<ReportId>(ids[0]!);
  const [days, setDays] = useState<ReportDays>(30);
  return (
    <div className={css.page}>
      <Head title="Offline reports" noindex />
      <h1>Offline reports</h1>
      <Tabs
        label="Report"
        value={id}
        onValueChange={(value) => setId(value as ReportId)}
        tabs={ids.map((value) => ({
          value,
          label: reports[value].title,
          content: <One key={value} id={value} days={days} onDays={setDays} />,
        }))}
      />
      <Schedule id={id} days={days} onFailed={failed} />
    </div>
  );
}

/** A report is long; what is written by itself stands after it. */
const toSchedule = () => {
  const heading = document.getElementById(SCHEDULE);
  heading?.scrollIntoView({ block: 'center' });
  heading?.focus({ preventScroll: true });
};

interface OneProps {
  id: ReportId;
  days: ReportDays;
  onDays: (days: ReportDays) => void;
}

function One({ id, days, onDays }: OneProps) {
  const staffConsole = useStaffConsole();
  const { asOf } = useConsoleState().snapshot;
  // What was fetched since is another answer.
  const kept = useQuery({
    queryKey: ['kept report', id, days, asOf],
    queryFn: () => staffConsole.reportRows(id, days),
    placeholderData: (before) => before,
    gcTime: 0,
  });
  const [fetching, setFetching] = useState(false);
  const fetchNow = async () => {
    setFetching(true);
    await staffConsole.sync().catch(() => {});
    const { error } = await kept.refetch();
    if (error) failed(error, 'Not fetched');
    setFetching(false);
  };
  const made = useMemo(() => kept.data && reports[id].make(kept.data), [id, kept.data]);
  if (kept.isPending) return <Skeleton height={280} />;
  if (kept.isError || !made)
    return (
      <EmptyState
        compact
        scene="trouble"
        title="Nothing is kept for this report yet"
        actions={
          <Button busy={fetching} onClick={() => void fetchNow()}>
            Fetch now
          </Button>
        }
      >
        {kept.error instanceof ConsoleRefusal && kept.error.message}
      </EmptyState>
    );
  const { period, generatedAt } = kept.data;
  const about = `${period.from} to ${period.to}`;
  const saved = (name: string) => (done: boolean) =>
    void (done && toast({ title: 'Saved', description: name, variant: 'good' }));
  const save = (how: 'pdf' | 'csv') =>
    void staffConsole
      .saveReport(how, id, days)
      .then(saved(`${reports[id].title}, ${about}`), (error: unknown) => failed(error));
  const savePng = (chart: ReportDocument['charts'][number]) =>
    void chartPng(chart, about)
      .then((bytes) => staffConsole.savePng(`${chart.title} ${about}.png`, bytes))
      .then(saved(chart.title), (error: unknown) => failed(error));
  return (
    <div className={css.report}>
      <h2 className="hidden-text">{reports[id].title}</h2>
      <div className={css.row}>
        <div className={css.row} role="group" aria-label="Period">
          {spans.map((span) => (
            <Button
              key={span}
              size="small"
              variant={span === days ? 'primary' : 'secondary'}
              aria-pressed={span === days}
              onClick={() => onDays(span)}
            >
              {span} days
            </Button>
          ))}
        </div>
        <span className={css.end}>
          <Button size="small" variant="quiet" onClick={toSchedule}>
            Every Monday
          </Button>
          <Button size="small" onClick={() => save('csv')}>
            Save as CSV
          </Button>
          <Button size="small" onClick={() => save('pdf')}>
            Save as PDF
          </Button>
        </span>
        <span className={css.asOf} data-testid="as-of">
          {about}, Eastern Time; figures as of {momentOf(generatedAt)}
        </span>
      </div>
      <ReportBody
        document={made}
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
