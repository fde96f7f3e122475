import type { Knex } from 'knex';
import type { Column } from '../read/headers.ts';
import type { BulkDeps } from './import-lock.ts';
import type { RunCounts } from '../runs/run-messages.ts';
import type { RunProgress } from '../runs/run-progress.ts';
import { noteLapses } from '../apply/queries-notices.ts';
import { indexChanged, rederiveChanged } from '../apply/queries-rederive.ts';
import { resolvePractices, updateListings, type ApplyOptions } from '../apply/queries-apply.ts';
import {
  findCreatedRanges,
  insertFewListings,
  insertManyListings,
  assignIds,
  createNoNewRows,
  refuseFarIds,
} from '../apply/queries-insert.ts';
import {
  countPlan,
  listCellProblems,
  listDuplicates,
  hasHighServices,
  setBulkMode,
  deleteStaleRefusals,
  listStagedCells,
} from '../plan/queries-totals.ts';
import { countMerges, removeKeptRows, removeSkippedRows } from '../review/queries-review.ts';
import { compareRows, countFields } from '../plan/queries-compare.ts';
import { findOriginRanks } from '#server/listings/origins/origins.ts';
import type { FieldCounts, Origin } from '../runs/feed-run.ts';
import { matchRows } from '../plan/queries-match.ts';
import type { Duplicate, Problem, RunOptions } from '../runs/queries-runs.ts';
import { addRefusals, listDatabaseRefusals } from '../stage/queries-stage.ts';
import type { RefusedRow, StageFacts } from '../stage/stage.ts';

/** From this many rows, set-based queries are faster than the triggers of the directory. */
const MIN_BULK_NEW = 200;
const MIN_BULK_CHANGED = 2000;

export interface ImportPlan {
  counts: RunCounts;
  duplicates: Duplicate[];
  /** Cells that are left blank, and rows to look at. */
  cellProblems: Problem[];
  /** Rows that the operator left out. */
  skipped: number;
  /** The counts of each field, for a file of a source. Empty for other files. */
  fields: Record<string, FieldCounts>;
}

/** Decides for every staged row whether it's new, changed, unchanged, or refused. Changes nothing in the directory. */
export async function planRun(
  deps: BulkDeps,
  trx: Knex,
  run: {
    runId: number;
    mapped: ReadonlySet<string>;
    options: RunOptions;
    rows: number;
    refusedAtStaging: number;
    /** Null if the rows were staged earlier or changed since. */
    facts: StageFacts | null;
    origin: Origin;
    /** Set when a dry run is applied, whose file is no longer here. */
    dryRunFile?: { headers: string[]; columns: Column[] };
  },
  progress: RunProgress,
  saveRefusedRows: ((reasonsByRow: Map<number, RefusedRow['reasons']>) => Promise<void>) | null,
): Promise<ImportPlan> {
  const { runId, mapped, facts } = run;
  // Decisions are made on a dry run, so only its application has some.
  const skipped = run.dryRunFile ? await removeSkippedRows(trx, runId) : 0;
  const hasMerges = run.dryRunFile !== undefined && (await countMerges(trx, runId)) > 0;
  const options = {
    runId,
    mapped,
    facts,
    hasMerges,
    replaceHandwritten: run.options.replaceHandwritten ?? false,
    refuseBadCells: run.options.refuseBadCells ?? false,
    origin: run.origin,
    ranks: await findOriginRanks(trx),
  };
  progress.startPhase('matching', 7);
  await matchRows(trx, options, async () => progress.step());
  if (mapped.has('id')) await refuseFarIds(trx, runId);
  await compareRows(trx, options, await hasHighServices(trx));
  const fields = run.origin.statedAt && run.origin.source !== 'npi' ? await countFields(trx, runId, mapped) : {};
  if (run.dryRunFile) await removeKeptRows(trx, runId);
  progress.step();
  if (run.dryRunFile) await deleteStaleRefusals(trx, deps.db, runId);
  const reasonsByRow = await listDatabaseRefusals(trx, runId);
  if (reasonsByRow.size > 0) {
    if (saveRefusedRows) await saveRefusedRows(reasonsByRow);
    else await addRefusals(deps.db, runId, await listStagedCells(trx, runId, reasonsByRow, run.dryRunFile!));
  }
  const cellProblems = await listCellProblems(trx, options);
  const counts = {
    ...(await countPlan(trx, runId, run.rows - skipped, run.refusedAtStaging)),
    blank: sumCounts(cellProblems, 'blank'),
    flagged: sumCounts(cellProblems, 'flagged'),
  };
  return { counts, fields, skipped, cellProblems, duplicates: await listDuplicates(trx, runId) };
}

const sumCounts = (problems: readonly Problem[], outcome: Problem['outcome']): number =>
  problems.reduce((sum, problem) => (problem.outcome === outcome ? sum + problem.count : sum), 0);

/** Applies the plan. Returns the ids of the new listings as a Postgres multirange. */
export async function applyPlan(
  trx: Knex,
  options: ApplyOptions,
  counts: RunCounts,
  progress: RunProgress,
): Promise<string> {
  // Each listing is written, and then added to the index of searches.
  progress.rows = counts.new + counts.changed;
  progress.startPhase('writing', 2 * progress.rows);
  const isBulk = counts.new >= MIN_BULK_NEW;
  const newRows = counts.new > 0 ? await assignIds(trx, options) : 0;
  if (newRows === 0) await createNoNewRows(trx);
  await resolvePractices(trx, options);
  progress.throwIfStopped();
  if (counts.changed > 0) {
    const isBulkChange = counts.changed >= MIN_BULK_CHANGED;
    if (isBulkChange) {
      await rederiveChanged(trx, options.runId);
      await setBulkMode(trx, true);
    }
    await updateListings(trx, options, isBulkChange, (rows) => progress.step(rows));
    await noteLapses(trx, options);
    if (isBulkChange) {
      await indexChanged(trx, options.runId);
      await setBulkMode(trx, false);
    }
    progress.step(counts.changed);
  }
  if (newRows > 0 && isBulk) {
    await setBulkMode(trx, true);
    await insertManyListings(trx, options, async () => progress.step(counts.new));
    await setBulkMode(trx, false);
  } else if (newRows > 0) await insertFewListings(trx, options);
  progress.throwIfStopped();
  return findCreatedRanges(trx);
}
