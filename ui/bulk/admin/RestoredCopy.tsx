import { useState } from 'react';
import { discardBackupCopy, type BackupRun, type TableComparison } from '#contract/bulk/backups.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { formatLocalDateTime, formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import { api } from '#ui/base/platform/api.ts';
import { useBackupCalls } from './backup-queries.ts';
import { formatTableName } from './backup-text.ts';

const countColumn = (id: keyof Omit<TableComparison, 'table'>, header: string): Column<TableComparison> => ({
  id,
  header,
  align: 'end',
  cell: (row) => formatNumber(row[id]),
  words: (row) => String(row[id]),
});
const columns: Column<TableComparison>[] = [
  { id: 'table', header: 'Table', cell: ({ table }) => formatTableName(table) },
  countColumn('backupRows', 'In the backup'),
  countColumn('liveRows', 'Live'),
  countColumn('onlyInBackup', 'Only in the backup'),
  countColumn('onlyLive', 'Only live'),
  countColumn('different', 'Different'),
];
const isSame = ({ onlyInBackup, onlyLive, different }: TableComparison) => onlyInBackup + onlyLive + different === 0;

/** The comparison of a restored copy with the live tables. */
export function RestoredCopy({ run }: { run: BackupRun }) {
  const { attempt } = useBackupCalls();
  const [isConfirming, setIsConfirming] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const report = run.report ?? [];
  const changed = report.filter((table) => !isSame(table));
  const sameCount = report.length - changed.length;
  return (
    <Card as="section" aria-labelledby="restored-copy">
      <div className={layout.stack}>
        <div className={layout.between}>
          <h2 id="restored-copy">Restored copy</h2>
          <Button onClick={() => setIsConfirming(true)}>Discard the copy</Button>
        </div>
        <p className={layout.hint}>
          {run.backupMadeAt && `Backup of ${formatLocalDateTime(run.backupMadeAt)}. `}
          {run.message} Live data wasn't changed. The copy is in the schema{' '}
          <code className={layout.code}>restore_{run.id}</code> of the database, and is discarded after a week.
          Passwords and two-factor settings aren't copied.
        </p>
        {changed.length === 0 && <p>Every table is the same as the live one.</p>}
        {(changed.length > 0 || showsAll) && (
          <Table
            label="Comparison with the live tables"
            rows={showsAll ? report : changed}
            columns={columns}
            rowId={({ table }) => table}
          />
        )}
        {sameCount > 0 && (
          <div className={layout.row}>
            <span className={layout.muted}>
              {sameCount === 1 ? '1 table is' : `${formatNumber(sameCount)} tables are`} the same.
            </span>
            <Button size="small" variant="quiet" onClick={() => setShowsAll(!showsAll)}>
              {showsAll ? 'Show differences only' : 'Show all tables'}
            </Button>
          </div>
        )}
        <Confirm
          open={isConfirming}
          onOpenChange={setIsConfirming}
          title="Discard the restored copy?"
          description="The copy is deleted. The backup and the live data stay as they are."
          action="Discard the copy"
          onConfirm={() => attempt('Not Discarded', () => api(discardBackupCopy, { params: { id: String(run.id) } }))}
        />
      </div>
    </Card>
  );
}
