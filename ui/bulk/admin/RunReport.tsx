import { useQueryClient } from '@tanstack/react-query';
import { Download, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { ImportRun } from '#contract/bulk/bulk.ts';
import { describeBlankCells } from '#shared/bulk/cell-problems.ts';
import { getFieldLabel } from '#shared/bulk/fields.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Stat } from '#ui/kit/charts/Stat.tsx';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import { Tabs, type Tab } from '#ui/kit/display/Tabs.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import css from './RunReport.module.css';
import { undoRun } from '../queue/import-store.ts';
import { RunRows } from './RunRows.tsx';
import { useDownload } from '#ui/base/use-download.ts';
import { statusLabels } from '../format.ts';
import { layout } from '#ui/kit/layout.ts';

const countText = (count: number, noun: string) => `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;

/** Joins the descriptions of the counts that aren't zero. */
const joinCounts = (...parts: [count: number | null, describe: (count: number) => string][]): string =>
  parts.flatMap(([count, describe]) => (count ? [describe(count)] : [])).join(' and ');

/** The result of a run or dry run: counts, problems, changes, and an undo button. */
export function RunReport({
  run,
  isFullPage = false,
  onUndone,
}: {
  run: ImportRun;
  isFullPage?: boolean;
  onUndone?: () => void;
}) {
  const client = useQueryClient();
  const { saving, save } = useDownload();
  const [isConfirming, setIsConfirming] = useState(false);
  const rejectedCount = run.rowsRefused ?? 0;
  const refusals = run.problems.filter(({ outcome = 'refused' }) => outcome === 'refused');
  const cellProblems = run.problems.filter(({ outcome = 'refused' }) => outcome !== 'refused');
  const notes = [...describeBlankCells(run.problems), ...run.notes];
  const { label, tone } = statusLabels[run.status];
  const hasCounts = run.rowsRead !== null;
  const tabs: Tab[] = [];
  if (refusals.length > 0)
    tabs.push({
      value: 'problems',
      label: `Problems (${formatNumber(rejectedCount)})`,
      content: <Problems run={run} problems={refusals} />,
    });
  if (cellProblems.length > 0)
    tabs.push({
      value: 'cells',
      label: `Cells to check (${formatNumber(cellProblems.reduce((sum, { count }) => sum + count, 0))})`,
      content: <Problems run={run} problems={cellProblems} />,
    });
  if ((run.rowsChanged ?? 0) > 0 || (run.fieldsKept ?? 0) > 0)
    tabs.push({
      value: 'changed',
      label: `Changed (${formatNumber(run.rowsChanged ?? 0)})`,
      content: <RunRows run={run} outcome="changed" />,
    });
  if ((run.rowsNew ?? 0) > 0 && (run.status === 'ready' || run.status === 'done'))
    tabs.push({
      value: 'new',
      label: `New (${formatNumber(run.rowsNew!)})`,
      content: <RunRows run={run} outcome="new" />,
    });
  if (run.duplicates.length > 0)
    tabs.push({
      value: 'duplicates',
      label: `Possible duplicates (${run.duplicates.length})`,
      content: <Duplicates run={run} />,
    });

  return (
    <Card as="section" aria-labelledby={`run-${run.id}`}>
      <div className={layout.stack}>
        <div className={css.file}>
          <h2 id={`run-${run.id}`}>{run.status === 'ready' ? 'Preview' : 'Results'}</h2>
          <Badge tone={tone}>{label}</Badge>
          {!isFullPage && <Link to={`/admin/imports/${run.id}`}>Run {run.id}</Link>}
        </div>
        {/* The page of a preview says this first. */}
        {run.message && !(isFullPage && run.status === 'ready') && (
          <Callout tone={run.status === 'failed' ? 'bad' : run.status === 'done' ? 'good' : 'info'} announce>
            {run.message}
          </Callout>
        )}
        {hasCounts && (
          <div className={css.counts}>
            <Stat size="small" label="New" value={run.rowsNew} />
            <Stat size="small" label="Changed" value={run.rowsChanged} />
            <Stat size="small" label="Unchanged" value={run.rowsSame} />
            <Stat size="small" label="Refused" value={run.rowsRefused} />
            {(run.rowsDeleted ?? 0) > 0 && <Stat size="small" label="Skipped (deleted)" value={run.rowsDeleted} />}
            {(run.fieldsKept ?? 0) > 0 && <Stat size="small" label="Owner edits kept" value={run.fieldsKept} />}
          </div>
        )}
        {notes.length > 0 && (
          <ul className={layout.bullets}>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
        {run.undoReport && <UndoReport run={run} />}
        {(rejectedCount > 0 || refusals.length > 0 || run.status === 'done') && (
          <div className={layout.row}>
            {refusals.length > 0 && (
              <Button
                icon={<Download />}
                busy={saving === 'refused'}
                onClick={() =>
                  void save('refused', `/api/admin/imports/${run.id}/refused.csv`, `refused-rows-${run.id}`)
                }
              >
                Download refused rows
              </Button>
            )}
            {run.status === 'done' && (run.rowsNew ?? 0) + (run.rowsChanged ?? 0) > 0 && (
              <Button icon={<Undo2 />} onClick={() => setIsConfirming(true)}>
                Undo this import
              </Button>
            )}
          </div>
        )}
        <Confirm
          open={isConfirming}
          onOpenChange={setIsConfirming}
          title="Undo this import?"
          description={`This ${joinCounts([run.rowsNew, (n) => `removes ${countText(n, 'added listing')}`], [run.rowsChanged, (n) => `restores ${countText(n, 'changed listing')}`])}. Later edits by owners or staff are kept.`}
          action="Undo the import"
          danger
          onConfirm={async () => {
            await undoRun(run.id, client);
            onUndone?.();
          }}
        />
        {tabs.length > 0 && <Tabs label="Rows of this import" tabs={tabs} />}
      </div>
    </Card>
  );
}

const problemColumns: Column<ImportRun['problems'][number]>[] = [
  { id: 'kind', header: 'Problem', cell: ({ kind }) => kind },
  { id: 'column', header: 'Column', cell: ({ column }) => (column ? getFieldLabel(column) : 'Whole row') },
  {
    id: 'rows',
    header: 'Rows',
    align: 'end',
    cell: ({ count }) => formatNumber(count),
    words: ({ count }) => String(count),
  },
  {
    id: 'lines',
    header: 'Lines',
    cell: ({ lines }) => lines.slice(0, 12).join(', ') + (lines.length > 12 ? ' …' : ''),
    words: ({ lines }) => lines.join(', '),
  },
];
const duplicateColumns: Column<ImportRun['duplicates'][number]>[] = [
  { id: 'line', header: 'Line', width: 90, cell: ({ line }) => line },
  {
    id: 'like',
    header: 'Similar to',
    cell: ({ dentistId, name }) => <Link to={`/profile/${dentistId}`}>{name ?? `Listing ${dentistId}`}</Link>,
  },
  { id: 'why', header: 'Why', cell: ({ why }) => why },
];

const Problems = ({ run, problems }: { run: ImportRun; problems: ImportRun['problems'] }) => (
  <Table
    label={`Problems of import ${run.id}`}
    rows={problems}
    columns={problemColumns}
    rowId={({ kind, column }) => `${column ?? ''} ${kind}`}
  />
);

const Duplicates = ({ run }: { run: ImportRun }) => (
  <Table
    label={`Possible duplicates of import ${run.id}`}
    rows={run.duplicates}
    columns={duplicateColumns}
    rowId={({ line, dentistId }) => `${line} ${dentistId}`}
  />
);

function UndoReport({ run }: { run: ImportRun }) {
  const { removed, restored, kept } = run.undoReport!;
  return (
    <Callout tone="info" title={`Undone by ${run.undoneBy ?? 'someone'}`}>
      <p>
        {joinCounts(
          [removed, (n) => `${countText(n, 'listing')} removed`],
          [restored, (n) => `${countText(n, 'listing')} restored`],
        ) || 'No listing was removed or restored'}
        .
      </p>
      {kept.length > 0 && (
        <ul className={layout.bullets}>
          {kept.slice(0, 50).map(({ dentistId, name, fields, why }) => (
            <li key={`${dentistId} ${why}`}>
              <Link to={`/profile/${dentistId}`}>{name}</Link>
              {fields.length > 0 && ` (${fields.map(getFieldLabel).join(', ')})`}: {why}
            </li>
          ))}
        </ul>
      )}
    </Callout>
  );
}
