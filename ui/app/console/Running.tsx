import { Button } from '#ui/kit/controls/Button.tsx';
import { Popover } from '#ui/kit/overlays/Popover.tsx';
import type { Job } from '#ui/platform/console.ts';
import { useStaffConsole } from '#ui/platform/platform.ts';
import css from './Console.module.css';

/** What runs, with the way to stop it: one in the line itself, several behind their number. */
export function Running({ jobs }: { jobs: readonly Job[] }) {
  const [only, ...others] = jobs;
  if (!only) return null;
  if (others.length === 0) return <One job={only} />;
  return (
    <Popover
      label="What is running"
      align="end"
      trigger={
        <Button variant="quiet" size="small">
          {jobs.length} running
        </Button>
      }
    >
      <ul className={css.jobs}>
        {jobs.map((job) => (
          <li key={job.id}>
            <One job={job} />
          </li>
        ))}
      </ul>
    </Popover>
  );
}

function One({ job }: { job: Job }) {
  const staffConsole = useStaffConsole();
  return (
    <span className={css.job}>
      <span className={css.jobName} title={job.name}>
        {job.name}
      </span>
      <span>{farOf(job)}</span>
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

function farOf({ kind, done, total }: Job): string {
  if (total) return `${Math.floor((done / total) * 100)}%`;
  // Only files are counted in bytes.
  if (kind === 'import') return '…';
  return done > 1_048_576 ? `${(done / 1_048_576).toFixed(1)} MB` : `${Math.ceil(done / 1024)} kB`;
}
