import { Button } from '#ui/kit/controls/Button.tsx';
import { Popover } from '#ui/kit/overlays/Popover.tsx';
import type { Job } from '#ui/base/platform/console.ts';
import { useStaffConsole } from '#ui/base/platform/platform.ts';
import css from './RunningJobs.module.css';

interface RunningJobsProps {
  jobs: readonly Job[];
  className?: string;
}

/** Shows a single job inline, and several jobs in a popover. Each can be canceled. */
export function RunningJobs({ jobs, className }: RunningJobsProps) {
  const [firstJob] = jobs;
  if (!firstJob) return null;
  if (jobs.length === 1)
    return (
      <span className={className}>
        <RunningJob job={firstJob} />
      </span>
    );
  return (
    <Popover
      label="Running jobs"
      align="end"
      trigger={
        <Button variant="quiet" size="small">
          {jobs.length} running
        </Button>
      }
    >
      <ul className={css.list}>
        {jobs.map((job) => (
          <li key={job.id}>
            <RunningJob job={job} />
          </li>
        ))}
      </ul>
    </Popover>
  );
}

function RunningJob({ job }: { job: Job }) {
  const staffConsole = useStaffConsole();
  return (
    <span className={css.job}>
      <span className={css.name} title={job.name}>
        {job.name}
      </span>
      <span>{formatProgress(job)}</span>
      <Button
        variant="quiet"
        size="small"
        aria-label={`Cancel ${job.name}`}
        onClick={() => void staffConsole.cancelJob(job.id)}
      >
        Cancel
      </Button>
    </span>
  );
}

function formatProgress({ done, total }: Job): string {
  if (total) return `${Math.floor((done / total) * 100)}%`;
  if (done === 0) return '…';
  return done > 1_048_576 ? `${(done / 1_048_576).toFixed(1)} MB` : `${Math.ceil(done / 1024)} kB`;
}
