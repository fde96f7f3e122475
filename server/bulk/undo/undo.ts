import { conflict, notFound, type Refusal } from '#server/base/http/errors.ts';
import { announceListings, announceRemoved } from '#server/base/webhooks/announce.ts';
import { announceRun } from '../runs/announce-run.ts';
import { audit, type AuditActor } from '#server/audit/audit.ts';
import type { BulkDeps } from '../importer/import-lock.ts';
import { rebuildSearch, setBulkMode } from '../plan/queries-totals.ts';
import { findRun, lockRun, tryImportLock, updateRun, type RunRow, type UndoReport } from '../runs/queries-runs.ts';
import { undoRetirements } from '#server/bulk/registry/registry-import.ts';
import { countCreated, removeCreatedListings, restoreChangedListings } from './queries-undo.ts';

/** From this many rows, rebuilding the search tables is faster than their triggers. */
const MIN_BULK_ROWS = 2000;

/** Leaves the import as it is, so that it can be undone once the reasons are gone. */
function nothingRestored(kept: UndoReport['kept']): Refusal {
  const counts = new Map<string, number>();
  for (const { why } of kept) counts.set(why, (counts.get(why) ?? 0) + 1);
  const reasons = [...counts]
    .map(([why, n]) => `${n.toLocaleString('en-US')} ${n === 1 ? 'listing' : 'listings'}: ${why}`)
    .join(' ');
  return conflict(
    reasons ? `Nothing was restored, so the import is not undone. ${reasons}` : 'There is nothing left to undo.',
    'nothing_restored',
  );
}

/** Undoes an import in one transaction, and reports the listings that it had to keep. */
export async function undoRun(deps: BulkDeps, actor: AuditActor, runId: number): Promise<RunRow> {
  const at = deps.clock.now();
  await deps.db.transaction(async (trx) => {
    await trx.raw(`set local statement_timeout = 0`);
    if (!(await tryImportLock(trx)))
      throw conflict('An import is running right now. Please wait until it is finished.', 'import_running');
    const run = await lockRun(trx, runId);
    if (!run) throw notFound('We could not find this import.');
    if (run.status === 'undone') throw conflict('This import was already undone.');
    if (run.status !== 'done') throw conflict('This import changed nothing, so there is nothing to undo.');
    const isBulk = (await countCreated(trx, runId)) + (run.rowsChanged ?? 0) >= MIN_BULK_ROWS;
    if (isBulk) await setBulkMode(trx, true);
    const restored = await restoreChangedListings(trx, runId, at, actor?.userId ?? null, `Undo of ${run.fileName}`);
    const reactivated = await undoRetirements(trx, runId, at, actor?.userId ?? null, `Undo of ${run.fileName}`);
    const removed = await removeCreatedListings(trx, runId, run.finishedAt);
    const restoredRows = restored.restored + reactivated;
    const kept = [...removed.kept, ...restored.kept];
    if (removed.removed + restoredRows === 0) throw nothingRestored(kept);
    if (isBulk) {
      await rebuildSearch(trx);
      await setBulkMode(trx, false);
    }
    const undoReport = {
      removed: removed.removed,
      restored: restoredRows,
      kept,
    };
    await updateRun(trx, runId, {
      status: 'undone',
      undoneAt: at,
      undoneBy: actor?.name ?? 'Command line',
      undoReport,
    });
    await announceRemoved(trx, at, removed.ids);
    await announceListings(trx, at);
    await announceRun(trx, runId, 'undone', at);
    await audit(trx, actor, {
      at,
      action: 'import.undone',
      subject: 'import',
      subjectId: runId,
      note: `Undid the import of ${run.fileName}: ${undoReport.removed} listings removed, ${undoReport.restored} restored, ${undoReport.kept.length} kept.`,
    });
  });
  return (await findRun(deps.db, runId))!;
}
