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

const places = { download: 'downloaded', folder: 'kept on the server', s3: 'kept in the S3 store' };

/** System Settings, Security & Backup: the last backup and the next one. */
export function BackupCard() {
  const platform = usePlatform();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const query = queryOf(listBackups, {});
  const backups = useQuery({ ...query, staleTime: 0, refetchInterval: 60_000 });
  const { data } = backups;
  const last = data?.backups[0];
  const make = async () => {
    setBusy(true);
    try {
      const name = `enamel-backup-${new Date().toISOString().slice(0, 19).replace(/[T:]/g, '-')}.gz`;
      if (await platform.saveFile('/api/admin/backup', name))
        toast({
          title: 'Backup Started',
          description: 'The file is being downloaded. Keep it with the SECRET_KEY of this installation.',
        });
      // It stands in the list once its last byte has been sent.
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
          <LoadFailed title="The backups could not be loaded" heading="h3" compact query={backups} />
        )}
        {data && (
          <dl className={css.facts}>
            <dt>Last backup</dt>
            <dd>{last ? `${formatLocalDateTime(last.madeAt)} (${formatAgo(last.madeAt)})` : 'None yet'}</dd>
            {last && (
              <>
                <dt>Size</dt>
                <dd>
                  {formatBytes(last.bytes)}, {formatNumber(last.rows)} rows
                </dd>
                <dt>Made by</dt>
                <dd>
                  {last.kind === 'nightly' ? 'The nightly schedule' : last.madeBy}, {places[last.place]}
                </dd>
              </>
            )}
          </dl>
        )}
        <p className={css.muted}>
          One compressed file of everything but sign-ins, with a checksum. <code>npm run restore</code> reads it into an
          empty database. A backup is also made every night and kept for two weeks.
        </p>
        <div>
          <Button icon={<HardDriveDownload />} busy={busy} onClick={() => void make()}>
            Create Manual Backup
          </Button>
        </div>
      </div>
    </Card>
  );
}
