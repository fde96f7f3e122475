import { HardDriveDownload } from 'lucide-react';
import { useState } from 'react';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatLocalDateTime, formatAgo, formatNumber, formatBytes } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { isActive, useBackupCalls, useBackups } from './backup-queries.ts';
import { BackupProgress } from './BackupProgress.tsx';
import { placeNames } from './backup-text.ts';

/** The last backup, and a button that creates one. */
export function BackupCard() {
  const backups = useBackups();
  const { create } = useBackupCalls();
  const [busy, setBusy] = useState(false);
  const { data } = backups;
  const lastBackup = data?.backups[0];
  const activeRun = data?.runs.find((run) => isActive(run) && run.kind === 'backup');
  return (
    <Card as="section" aria-labelledby="backup">
      <div className={layout.stack}>
        <h2 id="backup">Backup</h2>
        {backups.isPending && <Skeleton height={72} />}
        {backups.isError && !data && (
          <LoadFailed title="We couldn't load the backups" heading="h3" compact query={backups} />
        )}
        {data && (
          <dl className={layout.facts}>
            <dt>Last backup</dt>
            <dd>
              {lastBackup ? `${formatLocalDateTime(lastBackup.madeAt)} (${formatAgo(lastBackup.madeAt)})` : 'None yet'}
            </dd>
            {lastBackup && (
              <>
                <dt>Size</dt>
                <dd>
                  {formatBytes(lastBackup.bytes)}, {formatNumber(lastBackup.rows)} rows
                </dd>
                <dt>Created by</dt>
                <dd>
                  {lastBackup.kind === 'nightly' ? 'The nightly schedule' : lastBackup.madeBy},{' '}
                  {placeNames[lastBackup.place]}
                </dd>
              </>
            )}
          </dl>
        )}
        {activeRun && <BackupProgress run={activeRun} />}
        <p className={layout.hint}>
          A backup also runs every night. <Link to="/admin/backups">All backups</Link> can be downloaded, tested, and
          restored into a separate copy.
        </p>
        <div>
          <Button
            icon={<HardDriveDownload />}
            busy={busy || activeRun !== undefined}
            onClick={() => {
              setBusy(true);
              void create().finally(() => setBusy(false));
            }}
          >
            Create Manual Backup
          </Button>
        </div>
      </div>
    </Card>
  );
}
