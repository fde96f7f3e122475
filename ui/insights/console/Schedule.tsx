import { useState } from 'react';
import { reports, type ReportId } from '#contract/reports.ts';
import { useConsoleState } from '#ui/app/console/use-console-state.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import type { ReportDays, ScheduledReport } from '#ui/platform/console.ts';
import { useStaffConsole } from '#ui/platform/platform.ts';
import css from './OfflineReports.module.css';

/** By this computer's own clock: the schedule is in its time, whatever zone the figures are counted in. */
const local = (at: string): string =>
  new Date(at).toLocaleString([], {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });

export const SCHEDULE = 'every-monday';

interface ScheduleProps {
  id: ReportId;
  days: ReportDays;
  onFailed: (error: unknown) => void;
}

/** Reports that are written by themselves. */
export function Schedule({ id, days, onFailed }: ScheduleProps) {
  const staffConsole = useStaffConsole();
  const { schedule, snapshot } = useConsoleState();
  const [busy, setBusy] = useState(false);
  const add = async () => {
    setBusy(true);
    await staffConsole.addSchedule(id, days).catch(onFailed);
    setBusy(false);
  };
  return (
    <section className={css.section} aria-labelledby={SCHEDULE}>
      <h2 id={SCHEDULE} tabIndex={-1}>
        Every Monday at 8:00
      </h2>
      <p className={css.soft}>
        As PDF and CSV into a folder, by this computer’s clock. A computer that was off makes up for it when the console
        opens.
      </p>
      {!snapshot.onDisk && (
        <Callout tone="warn" title="After each start somebody has to sign in first">
          This system keeps no secrets, so the console starts with nothing to make a report from.
        </Callout>
      )}
      <ul className={css.plans}>
        {schedule.map((plan) => (
          <One key={plan.key} plan={plan} onFailed={onFailed} />
        ))}
      </ul>
      <div>
        <Button size="small" busy={busy} onClick={() => void add()}>
          Save {reports[id].title.toLowerCase()} of {days} days every Monday…
        </Button>
      </div>
    </section>
  );
}

function One({ plan, onFailed }: { plan: ScheduledReport; onFailed: (error: unknown) => void }) {
  const staffConsole = useStaffConsole();
  const { key, id, days, folder, next, last } = plan;
  const what = `${reports[id].title} of ${days} days`;
  return (
    <li>
      <span>
        <strong>{what}</strong> into “{folder}”.{' '}
        <span className={css.soft}>
          Next {local(next)}.{last?.ok && ` Last saved ${local(last.at)}.`}
        </span>
        {last?.ok === false && (
          <span className={css.bad}>
            {' '}
            {local(last.at)}: {last.message} It is tried again.
          </span>
        )}
      </span>
      <Button
        size="small"
        variant="quiet"
        aria-label={`Stop ${what} into ${folder}`}
        onClick={() => void staffConsole.dropSchedule(key).catch(onFailed)}
      >
        Stop
      </Button>
    </li>
  );
}
