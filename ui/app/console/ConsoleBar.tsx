import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useBrand } from '#ui/base/page/App.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { cx } from '#ui/kit/cx.ts';
import { Popover } from '#ui/kit/overlays/Popover.tsx';
import { useConsoleState } from '#ui/base/platform/use-console-state.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import css from './ConsoleBar.module.css';
import { LockedDecisions } from './LockedDecisions.tsx';
import { RunningJobs } from './RunningJobs.tsx';
import { formatSyncTime, NO_KEYCHAIN } from './storage-texts.ts';

/** The console's part of the status line: jobs, unsent decisions, connection, and offline copy. */
export function ConsoleBar() {
  const navigate = useNavigate();
  const { link, problem, outbox, snapshot, jobs, server, update } = useConsoleState();
  const host = server ? new URL(server).host : '';
  const [showsConflicts, setShowsConflicts] = useState(false);
  const { waiting: unsent, conflicts } = outbox;
  // The status line shows imports with the server's queue.
  const runningJobs = jobs.filter(({ kind, state }) => state === 'running' && kind !== 'import');
  const isCrowded = outbox.locked > 0 && (runningJobs.length > 0 || conflicts.length > 0 || unsent > 0);
  return (
    <section className={cx(css.bar, isCrowded && css.crowded)} aria-label="This console">
      <RunningJobs jobs={runningJobs} className={css.jobs} />
      {conflicts.length > 0 && (
        <Button variant="quiet" size="small" className={css.conflict} onClick={() => setShowsConflicts(true)}>
          <span>
            {conflicts.length}
            <span className={css.longText}> {conflicts.length === 1 ? 'decision' : 'decisions'}</span>
            {conflicts.length === 1 ? ' needs attention' : ' need attention'}
          </span>
        </Button>
      )}
      {unsent > 0 && (
        <span className={css.unsent} role="status">
          {unsent}
          <span className={css.longText}> {unsent === 1 ? 'decision' : 'decisions'}</span> waiting
          <span className={css.longText}> to send</span>
        </span>
      )}
      <span className={cx(css.link, (link === 'offline' || update) && css.offline)} role="status">
        {update ? (
          'Update needed'
        ) : link === 'online' ? (
          'Connected'
        ) : problem === null ? (
          'Offline'
        ) : (
          <OfflineProblem problem={problem} />
        )}
      </span>
      <span>{snapshot.asOf ? `Synced ${formatSyncTime(snapshot.asOf)}` : 'Not synced yet'}</span>
      <LockedDecisions className={css.unsent} isShort={isCrowded} />
      {!snapshot.onDisk && outbox.locked === 0 && (
        <Popover
          label="Storage on this computer"
          align="end"
          trigger={
            <Button variant="quiet" size="small">
              In memory only
            </Button>
          }
        >
          <p className={css.notice}>{NO_KEYCHAIN}</p>
        </Popover>
      )}
      <Button
        variant="quiet"
        size="small"
        className={css.host}
        title={server ?? ''}
        aria-label={`Servers, now ${host}`}
        onClick={() => void navigate('/admin/desk/settings#servers')}
      >
        <span className={css.hostName}>{host}</span>
      </Button>
      <ConflictDialog open={showsConflicts && conflicts.length > 0} onClose={() => setShowsConflicts(false)} />
    </section>
  );
}

function OfflineProblem({ problem }: { problem: string }) {
  const brand = useBrand();
  return (
    <Popover
      label={`Why ${brand} is offline`}
      align="end"
      trigger={
        <Button variant="quiet" size="small" className={css.offline}>
          Offline
        </Button>
      }
    >
      <p className={css.notice}>{problem}</p>
      <p className={css.notice}>You can keep working. {brand} tries again by itself.</p>
    </Popover>
  );
}
