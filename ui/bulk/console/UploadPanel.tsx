import { Button } from '#ui/kit/controls/Button.tsx';
import { Progress } from '#ui/kit/display/Progress.tsx';
import type { Job } from '#ui/base/platform/console.ts';
import { formatBytes } from '#ui/kit/format.ts';
import { useStaffConsole } from '#ui/base/platform/platform.ts';
import css from './UploadPanel.module.css';
import { formatTimeLeft, useRate } from '../queue/use-rate.ts';

/** The progress of an upload. After a lost connection it pauses, then resumes where it was. */
export function UploadPanel({ job }: { job: Job }) {
  const staffConsole = useStaffConsole();
  const total = job.total ?? 0;
  const rate = useRate(job.done, total);
  const isPaused = job.message !== null;
  const details = [
    `${Math.floor((job.done / total) * 100)}% of ${formatBytes(total)}`,
    !isPaused && rate && `${formatBytes(Math.round(rate.perSecond))} per second`,
    !isPaused && rate && formatTimeLeft(rate.secondsLeft),
  ];
  return (
    <section className={css.panel} aria-label="Sending">
      <Progress
        label={job.message ?? 'Sending'}
        {...(total > 0 ? { value: job.done / total } : {})}
        detail={total > 0 ? details.filter(Boolean).join(', ') : ''}
      />
      <div>
        <Button size="small" onClick={() => void staffConsole.cancelJob(job.id)}>
          Cancel
        </Button>
      </div>
    </section>
  );
}
