import { cancelBackupRun, type BackupRun } from '#contract/bulk/backups.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Progress } from '#ui/kit/display/Progress.tsx';
import { layout } from '#ui/kit/layout.ts';
import { api } from '#ui/base/platform/api.ts';
import { useBackupCalls } from './backup-queries.ts';

const labels: Record<BackupRun['kind'], (name: string) => string> = {
  backup: () => 'Saving a backup',
  restore: (name) => `Restoring a copy of ${name}`,
  drill: (name) => `Testing ${name}`,
};
const phases: Record<string, string> = {
  waiting: 'Waiting',
  saving: 'Saving',
  loading: 'Loading',
  verifying: 'Verifying',
  comparing: 'Comparing',
};

/** The progress of a run, with a button that cancels it. */
export function BackupProgress({ run }: { run: BackupRun }) {
  const { attempt } = useBackupCalls();
  const percent = Math.floor(run.share * 100);
  return (
    <div className={layout.tight}>
      <Progress
        label={labels[run.kind](run.backupName ?? '')}
        value={run.share}
        detail={`${phases[run.phase] ?? 'Working'} · ${percent}%`}
      />
      <div>
        <Button
          size="small"
          variant="quiet"
          onClick={() => void attempt('Not Canceled', () => api(cancelBackupRun, { params: { id: String(run.id) } }))}
        >
          Cancel
        </Button>
      </div>
    </div>
  );
}
