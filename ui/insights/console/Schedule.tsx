import { useState } from 'react';
import { reports, type ReportId } from '#contract/reports.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { formatLocalWeekdayTime } from '#ui/kit/format.ts';
import type { ReportDays, ScheduledReport } from '#ui/platform/console.ts';
import { useStaffConsole } from '#ui/platform/platform.ts';
import { useConsoleState } from '#ui/platform/use-console-state.ts';
import css from './Schedule.module.css';

export const SCHEDULE_HEADING = 'every-monday';

interface ScheduleProps {
  id: ReportId;
  days: ReportDays;
  onFailed: (error: unknown) => void;
}

/** Lists the reports that are saved every Monday, and adds the current one. */
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
    <section className={css.schedule} aria-labelledby={SCHEDULE_HEADING}>
      <h2 id={SCHEDULE_HEADING} tabIndex={-1}>
        Every Monday at 8:00
      </h2>
      <p className={css.muted}>
        Saved to a folder as PDF and CSV, by this computer’s clock. Missed reports are saved the next time the console
        opens.
      </p>
      {!snapshot.onDisk && (
        <Callout tone="warn" title="Log in after each start to get these reports">
          This computer has no secure key storage, so the console keeps no figures when it closes.
        </Callout>
      )}
      <ul className={css.plans}>
        {schedule.map((plan) => (
          <PlanItem key={plan.key} plan={plan} onFailed={onFailed} />
        ))}
      </ul>
      <div>
        <Button size="small" busy={busy} onClick={() => void add()}>
          Save {reports[id].title.toLowerCase()} for the last {days} days every Monday…
        </Button>
      </div>
    </section>
  );
}

function PlanItem({ plan, onFailed }: { plan: ScheduledReport; onFailed: (error: unknown) => void }) {
  const staffConsole = useStaffConsole();
  const { key, id, days, folder, next, last } = plan;
  const name = `${reports[id].title}, last ${days} days`;
  return (
    <li>
      <span>
        <strong>{name}</strong>, to “{folder}”.{' '}
        <span className={css.muted}>
          Next: {formatLocalWeekdayTime(next)}.{last?.ok && ` Last saved ${formatLocalWeekdayTime(last.at)}.`}
        </span>
        {last?.ok === false && (
          <span className={css.failure}>
            {' '}
            {formatLocalWeekdayTime(last.at)}: {last.message} We’ll try again.
          </span>
        )}
      </span>
      <Button
        size="small"
        variant="quiet"
        aria-label={`Stop saving ${name}, to ${folder}`}
        onClick={() => void staffConsole.removeSchedule(key).catch(onFailed)}
      >
        Stop
      </Button>
    </li>
  );
}
