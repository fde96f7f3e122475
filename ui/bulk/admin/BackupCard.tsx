import { useQuery, useQueryClient } from '@tanstack/react-query';
import { HardDriveDownload } from 'lucide-react';
import { useState } from 'react';
import { listBackups } from '#contract/bulk.ts';
import { LoadFailed } from '#ui/app/LoadFailed.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatLocalDateTime, formatAgo, formatNumber, formatBytes } from '#ui/kit/format.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { usePlatform } from '#ui/platform/platform.ts';
import { queryOf } from '#ui/platform/query.ts';
import { layout } from '#ui/kit/layout.ts';
import { describeFailure } from '../use-download.ts';

const placeNames = { download: 'downloaded', folder: 'stored on the server', s3: 'stored in S3' };

/** The last backup, and a button that creates one. */
export function BackupCard() {
  const platform = usePlatform();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const query = queryOf(listBackups, {});
  const backups = useQuery({ ...query, staleTime: 0, refetchInterval: 60_000 });
  const { data } = backups;
  const lastBackup = data?.backups[0];
  const createBackup = async () => {
    setBusy(true);
    try {
      const name = `enamel-backup-${new Date().toISOString().slice(0, 19).replace(/[T:]/g, '-')}.gz`;
      if (await platform.saveFile('/api/admin/backup', name))
        toast({
          title: 'Backup Complete',
          description: "Your file has been downloaded. Keep it with this installation's SECRET_KEY.",
          variant: 'good',
        });
      await client.invalidateQueries({ queryKey: query.queryKey });
    } catch (problem) {
      toast({
        title: 'Backup Failed',
        description: describeFailure(problem, 'Failed to create the backup'),
        variant: 'destructive',
      });
    } finally {
      setBusy(false);
    }
  };
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
        <p className={layout.hint}>
          One compressed file with a checksum. It contains everything except sign-ins. <code>npm run restore</code>{' '}
          loads it into an empty database. A backup also runs every night and is kept for two weeks.
        </p>
        <div>
          <Button icon={<HardDriveDownload />} busy={busy} onClick={() => void createBackup()}>
            Create Manual Backup
          </Button>
        </div>
      </div>
    </Card>
  );
}
