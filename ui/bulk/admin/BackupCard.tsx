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
import { sentenceOf } from '#ui/platform/api.ts';
import { usePlatform } from '#ui/platform/platform.ts';
import { queryOf } from '#ui/platform/query.ts';
import css from '../Bulk.module.css';

const placeLabels = { download: 'downloaded', folder: 'saved on the server', s3: 'saved in the S3 store' };

/** The last backup and a button to create one, in System Settings, Security & Backup. */
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
          title: 'Backup Started',
          description: 'Your backup is downloading. Store it with the SECRET_KEY of this installation.',
        });
      // The server records the backup once the download ends.
      for (const wait of [1000, 4000, 15_000])
        setTimeout(() => void client.invalidateQueries({ queryKey: query.queryKey }), wait);
    } catch (problem) {
      toast({ title: 'Backup Failed', description: sentenceOf(problem), variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card as="section" aria-labelledby="backup">
      <div className={css.stack}>
        <h2 id="backup" className={css.title}>
          Backup
        </h2>
        {backups.isPending && <Skeleton height={72} />}
        {backups.isError && !data && (
          <LoadFailed title="We couldn’t load the backups" heading="h3" compact query={backups} />
        )}
        {data && (
          <dl className={css.facts}>
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
                <dt>Made by</dt>
                <dd>
                  {lastBackup.kind === 'nightly' ? 'Nightly schedule' : lastBackup.madeBy},{' '}
                  {placeLabels[lastBackup.place]}
                </dd>
              </>
            )}
          </dl>
        )}
        <p className={css.muted}>
          A backup is one compressed file of everything but active sessions. Restore it to an empty database with{' '}
          <code>npm run restore</code>. A backup also runs every night and is kept for two weeks.
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
