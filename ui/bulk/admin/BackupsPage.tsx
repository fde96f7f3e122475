import { HardDriveDownload } from 'lucide-react';
import { useState } from 'react';
import { restoreBackupCopy, type BackupInfo, type BackupRun } from '#contract/bulk/backups.ts';
import { PasswordDialog } from '#ui/accounts/account/PasswordDialog.tsx';
import { AdminPageBody, AdminPageHeader } from '#ui/admin/AdminPageBody.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatLocalDateTime } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import { api } from '#ui/base/platform/api.ts';
import { isActive, useBackupCalls, useBackups } from './backup-queries.ts';
import { runLabels, runNames } from './backup-text.ts';
import { BackupProgress } from './BackupProgress.tsx';
import { BackupTable } from './BackupTable.tsx';
import { RestoredCopy } from './RestoredCopy.tsx';

const runColumns: Column<BackupRun>[] = [
  { id: 'when', header: 'When', cell: ({ startedAt }) => formatLocalDateTime(startedAt) },
  { id: 'what', header: 'What', cell: ({ kind }) => runNames[kind] },
  { id: 'who', header: 'Who', cell: ({ userName }) => userName },
  {
    id: 'state',
    header: 'State',
    cell: ({ status }) => <Badge tone={runLabels[status].tone}>{runLabels[status].label}</Badge>,
    words: ({ status }) => runLabels[status].label,
  },
  { id: 'message', header: 'Result', cell: ({ message }) => message ?? '' },
];

function BackupsPage() {
  const backups = useBackups();
  const { create, reload } = useBackupCalls();
  const [restoring, setRestoring] = useState<BackupInfo | null>(null);
  const { data } = backups;
  const activeRuns = data?.runs.filter(isActive) ?? [];
  const copy = data?.runs.find(({ status }) => status === 'ready');
  const endedRuns = data?.runs.filter((run) => !isActive(run)) ?? [];
  return (
    <AdminPageBody>
      <Head title="Backups" noindex />
      <AdminPageHeader title="Backups">
        <Button
          variant="primary"
          icon={<HardDriveDownload />}
          busy={activeRuns.some(({ kind }) => kind === 'backup')}
          onClick={() => void create()}
        >
          Create Manual Backup
        </Button>
      </AdminPageHeader>
      <p className={layout.hint}>
        A backup runs every night, and every Sunday the newest one is restored into a separate copy to prove that it
        works. Backups contain everything except sign-ins. Keep this installation's SECRET_KEY in another place, because
        passwords in them are encrypted with it.
      </p>
      {backups.isPending && <Skeleton height={240} />}
      {backups.isError && !data && (
        <LoadFailed title="We couldn't load the backups" heading="h2" compact query={backups} />
      )}
      {activeRuns.map((run) => (
        <BackupProgress key={run.id} run={run} />
      ))}
      {copy && <RestoredCopy run={copy} />}
      {data?.backups.length === 0 && (
        <EmptyState compact title="No backups yet" heading="h2">
          The first one runs tonight, or create one now.
        </EmptyState>
      )}
      {data && data.backups.length > 0 && (
        <div className={layout.tight}>
          <h2>All backups</h2>
          <BackupTable
            backups={data.backups}
            canRestore={!copy && !activeRuns.some(({ kind }) => kind === 'restore')}
            canTest={!activeRuns.some(({ kind }) => kind === 'drill')}
            onRestore={setRestoring}
          />
        </div>
      )}
      {endedRuns.length > 0 && (
        <div className={layout.tight}>
          <h2>Recent runs</h2>
          <Table label="Recent runs" rows={endedRuns} columns={runColumns} rowId={({ id }) => String(id)} />
        </div>
      )}
      <PasswordDialog
        open={restoring !== null}
        onOpenChange={(open) => !open && setRestoring(null)}
        title="Restore a copy of this backup?"
        description={`The backup of ${restoring ? formatLocalDateTime(restoring.madeAt) : ''} is loaded into a separate copy and compared with the live data. Nothing live is changed.`}
        actionLabel="Restore a copy"
        run={async (password) => {
          await api(restoreBackupCopy, { params: { id: String(restoring!.id) }, body: { password } });
          await reload();
        }}
      />
    </AdminPageBody>
  );
}

export const page: Page = { Component: BackupsPage };
