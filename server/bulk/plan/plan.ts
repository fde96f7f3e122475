import type { Knex } from 'knex';
import type { Column } from '../read/headers.ts';
import type { BulkDeps } from '../runs/import-lock.ts';
import type { RunCounts } from '../runs/run-messages.ts';
import type { RunProgress } from '../runs/run-progress.ts';
import { resolvePractices, updateListings, type ApplyOptions } from '../apply/queries-apply.ts';
import {
  findCreatedRanges,
  insertFewListings,
  insertManyListings,
  isFirstLoad,
  assignIds,
  refuseFarIds,
} from '../apply/queries-insert.ts';
import {
  beginFirstLoad,
  countPlan,
  listDuplicates,
  endFirstLoad,
  hasHighServices,
  rebuildSearch,
  setBulkMode,
  deleteStaleRefusals,
  listStagedCells,
  allowParallelQueries,
} from './queries-totals.ts';
import { compareRows, matchRows } from './queries-plan.ts';
import type { Duplicate, RunOptions } from '../runs/queries-runs.ts';
import { addRefusals, listDatabaseRefusals } from '../stage/queries-stage.ts';
import type { RefusedRow } from '../stage/stage.ts';

/** From here on whole sets are derived at once; below, the triggers of the directory are quicker. */
const MANY_NEW = 200;
const MANY_CHANGED = 2000;

export interface Outcome {
  counts: RunCounts;
  duplicates: Duplicate[];
}

/** Works out what would become of every row of the staging table. Changes nothing in the directory. */
export async function planRun(
  deps: BulkDeps,
  trx: Knex,
  run: {
    runId: number;
    mapped: ReadonlySet<string>;
    options: RunOptions;
    rows: number;
    early: number;
    again?: { headers: string[]; columns: Column[] };
  },
  going: RunProgress,
  cells: ((wanted: Map<number, RefusedRow['reasons']>) => Promise<void>) | null,
): Promise<Outcome> {
  const { runId, mapped } = run;
  const options = { runId, mapped, replaceHandwritten: run.options.replaceHandwritten ?? false };
  going.phase('matching', 7);
  if (await isFirstLoad(trx)) await allowParallelQueries(trx);
  await matchRows(trx, options, async () => going.step());
  if (mapped.has('id')) await refuseFarIds(trx, runId);
  await compareRows(trx, options, await hasHighServices(trx));
  going.step();
  if (run.again) await deleteStaleRefusals(trx, deps.db, runId);
  const wanted = await listDatabaseRefusals(trx, runId);
  if (wanted.size > 0) {
    if (cells) await cells(wanted);
    else await addRefusals(deps.db, runId, await listStagedCells(trx, runId, wanted, run.again!));
  }
  const counts = await countPlan(trx, deps.db, runId, run.rows, run.early);
  return { counts, duplicates: await listDuplicates(trx, runId) };
}

/** Writes what was worked out; answers the ids that were made. */
export async function applyPlan(
  trx: Knex,
  options: ApplyOptions,
  counts: RunCounts,
  going: RunProgress,
): Promise<string> {
  going.phase('writing', 6);
  const many = counts.new >= MANY_NEW;
  const first = many && (await isFirstLoad(trx));
  const made = counts.new > 0 ? await assignIds(trx, options) : 0;
  if (made === 0)
    await trx.raw(`create temporary table if not exists plan_new (row integer, id integer) on commit drop`);
  // Nobody searches an empty directory: its indexes and checks are made once, at the end.
  if (first) await beginFirstLoad(trx);
  await resolvePractices(trx, options);
  going.step();
  if (counts.changed > 0) {
    const bulk = counts.changed >= MANY_CHANGED;
    if (bulk) await setBulkMode(trx, true);
    await updateListings(trx, options);
    if (bulk) {
      await rebuildSearch(trx);
      await setBulkMode(trx, false);
    }
  }
  going.step();
  if (made > 0 && many) {
    await setBulkMode(trx, true);
    await insertManyListings(trx, options, first, async () => going.step());
    await setBulkMode(trx, false);
  } else if (made > 0) await insertFewListings(trx, options);
  if (first) await endFirstLoad(trx);
  going.step();
  return findCreatedRanges(trx);
}
