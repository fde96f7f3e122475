import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { storedBackup, testBackup, type BackupInfo } from '#contract/bulk/backups.ts';
import { urlOf } from '#shared/url.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { cx } from '#ui/kit/cx.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { formatAgo, formatBytes, formatLocalDateTime, formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Menu, MenuItem } from '#ui/kit/overlays/Menu.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';
import css from './BackupTable.module.css';
import { useBackupCalls } from './backup-queries.ts';
import { describeFile } from './backup-text.ts';

const when: Column<BackupInfo> = { id: 'when', header: 'When', cell: ({ madeAt }) => formatLocalDateTime(madeAt) };
const columns: Column<BackupInfo>[] = [
  {
    id: 'size',
    header: 'Size',
    align: 'end',
    cell: ({ bytes }) => formatBytes(bytes),
    words: ({ bytes }) => String(bytes),
  },
  {
    id: 'rows',
    hiddenOnPhone: true,
    header: 'Rows',
    align: 'end',
    cell: ({ rows }) => formatNumber(rows),
    words: ({ rows }) => String(rows),
  },
  {
    id: 'who',
    hiddenOnPhone: true,
    header: 'Created by',
    cell: ({ kind, madeBy }) => (kind === 'nightly' ? 'Nightly schedule' : madeBy),
  },
  {
    id: 'file',
    header: 'Checksum',
    cell: (backup) => <Badge tone={describeFile(backup).tone}>{describeFile(backup).label}</Badge>,
    words: (backup) => describeFile(backup).label,
  },
  {
    id: 'drill',
    header: 'Last restore drill',
    hiddenOnPhone: ({ drill }) => !drill,
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
    aside: 48,
    cell: (backup) => {
      const time = formatLocalDateTime(backup.madeAt);
      if (backup.place === 'download') return <span className={layout.muted}>Downloaded</span>;
      const test = () => void attempt('Not Tested', () => api(testBackup, { params: { id: String(backup.id) } }));
      return (
        <>
          <span className={css.narrow}>
            <Menu
              trigger={
                <IconButton size="small" label={`Actions on the backup of ${time}`}>
                  <Ellipsis />
                </IconButton>
              }
            >
              <MenuItem onSelect={() => void download(backup)}>Download</MenuItem>
              <MenuItem disabled={!canTest} onSelect={test}>
                Test
              </MenuItem>
              <MenuItem disabled={!canRestore} onSelect={() => onRestore(backup)}>
                Restore a copy
              </MenuItem>
            </Menu>
          </span>
          <span className={cx(layout.pair, css.wide)}>
            <Button
              size="small"
              busy={saving === backup.id}
              aria-label={`Download the backup of ${time}`}
              onClick={() => void download(backup)}
            >
              Download
            </Button>
            <Button size="small" disabled={!canTest} aria-label={`Test the backup of ${time}`} onClick={test}>
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
        </>
      );
    },
    words: () => '',
  };
  // Tablets show the actions without scrolling, because they follow the date.
  return (
    <Table
      label="Backups"
      rows={backups}
      columns={[when, actions, ...columns]}
      rowId={({ id }) => String(id)}
      stacked
    />
  );
}
