import { useState } from 'react';
import { reports } from '#shared/insights/reports.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { formatLocalWeekdayTime } from '#ui/kit/format.ts';
import type { ScheduledReport } from '#ui/base/platform/console.ts';
import { useStaffConsole } from '#ui/base/platform/platform.ts';
import { useConsoleState } from '#ui/base/platform/use-console-state.ts';
import { showSaveError } from './ReportFiles.tsx';
import { layout } from '#ui/kit/layout.ts';
import css from './Schedule.module.css';
import { ScheduleForm } from './ScheduleForm.tsx';
import { describeTime, formatNames } from './schedule-text.ts';

/** Lists the reports that are saved automatically, and adds the one on screen. */
export function Schedule({ id }: { id: ScheduledReport['id'] | null }) {
  const { schedule, snapshot } = useConsoleState();
  return (
    <section className={css.schedule} aria-labelledby="scheduled-reports">
      <h2 id="scheduled-reports">Scheduled reports</h2>
      <p className={layout.muted}>
        Saved to a folder by this computer’s clock. Missed reports are saved the next time the console opens. Choose a
        report to schedule it.
      </p>
      {!snapshot.onDisk && (
        <Callout tone="warn" title="Log in after each start to get these reports">
          This computer has no secure key storage, so the console keeps no figures when it closes.
        </Callout>
      )}
      {schedule.length > 0 && (
        <ul className={css.plans}>
          {schedule.map((plan) => (
            <PlanItem key={plan.key} plan={plan} />
          ))}
        </ul>
      )}
      {id && <ScheduleForm id={id} />}
    </section>
  );
}

function PlanItem({ plan }: { plan: ScheduledReport }) {
  const staffConsole = useStaffConsole();
  const [isStopping, setIsStopping] = useState(false);
  const { key, id, days, when, formats, folder, next, last } = plan;
  const name = `${reports[id].title}, last ${days} days`;
  const stop = async () => {
    setIsStopping(true);
    await staffConsole.removeSchedule(key).catch(showSaveError);
    setIsStopping(false);
  };
  return (
    <li>
      <span>
        <strong>{name}</strong>, to “{folder}”.{' '}
        <span className={layout.muted}>
          {describeTime(when)} as {formats.map((format) => formatNames[format]).join(' and ')}. Next:{' '}
          {formatLocalWeekdayTime(next)}.{last?.ok && ` Last saved ${formatLocalWeekdayTime(last.at)}.`}
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
        busy={isStopping}
        aria-label={`Stop saving ${name}, to ${folder}`}
        onClick={() => void stop()}
      >
        Stop
      </Button>
    </li>
  );
}
