import { conflict, notFound } from '#server/http/errors.ts';
import { audit, type AuditActor } from '#server/audit/audit.ts';
import type { BulkDeps } from '../runs/import-lock.ts';
import { rebuildSearch, setBulkMode } from '../plan/queries-totals.ts';
import { findRun, lockRun, tryImportLock, updateRun, type RunRow } from '../runs/queries-runs.ts';
import { countCreated, removeCreatedListings, restoreChangedListings } from './queries-undo.ts';

const MANY = 2000;

/** Takes an import back in one transaction, and says what could not be taken back. */
export async function undoRun(deps: BulkDeps, actor: AuditActor, runId: number): Promise<RunRow> {
  const at = deps.clock.now();
  await deps.db.transaction(async (trx) => {
    await trx.raw(`set local statement_timeout = 0`);
    if (!(await tryImportLock(trx)))
      throw conflict('An import is running right now. Please wait until it is finished.', 'import_running');
    const run = await lockRun(trx, runId);
    if (!run) throw notFound('We could not find this import.');
    if (run.status === 'undone') throw conflict('This import was taken back already.');
    if (run.status !== 'done') throw conflict('This import changed nothing, so there is nothing to take back.');
    const bulk = (await countCreated(trx, runId)) + (run.rowsChanged ?? 0) >= MANY;
    if (bulk) await setBulkMode(trx, true);
    const changed = await restoreChangedListings(trx, runId, at, actor?.userId ?? null, `${run.fileName} taken back`);
    const made = await removeCreatedListings(trx, runId, run.finishedAt);
    if (bulk) {
      await rebuildSearch(trx);
      await setBulkMode(trx, false);
    }
    const undoReport = { removed: made.removed, restored: changed.restored, kept: [...made.kept, ...changed.kept] };
    await updateRun(trx, runId, {
      status: 'undone',
      undoneAt: at,
      undoneBy: actor?.name ?? 'Command line',
      undoReport,
    });
    await audit(trx, actor, {
      at,
      action: 'import.undone',
      subject: 'import',
      subjectId: runId,
      note: `Took back the import of ${run.fileName}: ${undoReport.removed} listings removed, ${undoReport.restored} restored, ${undoReport.kept.length} kept.`,
    });
  });
  return (await findRun(deps.db, runId))!;
}
