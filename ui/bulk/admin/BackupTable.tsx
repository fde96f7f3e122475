import { useState } from 'react';
import { storedBackup, testBackup, type BackupInfo } from '#contract/bulk/backups.ts';
import { urlOf } from '#shared/url.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { formatAgo, formatBytes, formatLocalDateTime, formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { useBackupCalls } from './backup-queries.ts';
import { describeFile } from './backup-text.ts';

const columns: Column<BackupInfo>[] = [
  { id: 'when', header: 'When', cell: ({ madeAt }) => formatLocalDateTime(madeAt) },
  {
    id: 'size',
    header: 'Size',
    align: 'end',
    cell: ({ bytes }) => formatBytes(bytes),
    words: ({ bytes }) => String(bytes),
  },
  {
    id: 'rows',
    header: 'Rows',
    align: 'end',
    cell: ({ rows }) => formatNumber(rows),
    words: ({ rows }) => String(rows),
  },
  { id: 'who', header: 'Created by', cell: ({ kind, madeBy }) => (kind === 'nightly' ? 'Nightly schedule' : madeBy) },
  {
    id: 'file',
    header: 'Checksum',
    cell: (backup) => <Badge tone={describeFile(backup).tone}>{describeFile(backup).label}</Badge>,
    words: (backup) => describeFile(backup).label,
  },
  {
    id: 'drill',
    header: 'Last restore drill',
    cell: ({ drill }) =>
      drill ? (
        <span title={drill.message}>
          <Badge tone={drill.passed ? 'good' : 'bad'}>{drill.passed ? 'Passed' : 'Failed'}</Badge>{' '}
          <span className={layout.note}>{formatAgo(drill.at)}</span>
        </span>
      ) : (
        '—'
      ),
    words: ({ drill }) => (drill ? (drill.passed ? 'Passed' : 'Failed') : ''),
  },
];

interface BackupTableProps {
  backups: BackupInfo[];
  canRestore: boolean;
  canTest: boolean;
  onRestore: (backup: BackupInfo) => void;
}

export function BackupTable({ backups, canRestore, canTest, onRestore }: BackupTableProps) {
  const { saveFile } = usePlatform();
  const { attempt } = useBackupCalls();
  const [saving, setSaving] = useState<number | null>(null);
  const download = async ({ id, name }: BackupInfo) => {
    setSaving(id);
    try {
      await saveFile(urlOf(storedBackup.path, { id: String(id) }, {}), name);
    } catch (problem) {
      toast({ title: 'Download Failed', description: sentenceOf(problem), variant: 'destructive' });
    } finally {
      setSaving(null);
    }
  };
  const actions: Column<BackupInfo> = {
    id: 'actions',
    header: 'Actions',
    cell: (backup) => {
      const time = formatLocalDateTime(backup.madeAt);
      if (backup.place === 'download') return <span className={layout.muted}>Downloaded</span>;
      return (
        <span className={layout.pair}>
          <Button
            size="small"
            busy={saving === backup.id}
            aria-label={`Download the backup of ${time}`}
            onClick={() => void download(backup)}
          >
            Download
          </Button>
          <Button
            size="small"
            disabled={!canTest}
            aria-label={`Test the backup of ${time}`}
            onClick={() => void attempt('Not Tested', () => api(testBackup, { params: { id: String(backup.id) } }))}
          >
            Test
          </Button>
          <Button
            size="small"
            disabled={!canRestore}
            aria-label={`Restore a copy of the backup of ${time}`}
            onClick={() => onRestore(backup)}
          >
            Restore a copy
          </Button>
        </span>
      );
    },
    words: () => '',
  };
  return <Table label="Backups" rows={backups} columns={[...columns, actions]} rowId={({ id }) => String(id)} />;
}
