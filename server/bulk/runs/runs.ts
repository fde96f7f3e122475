import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { ImportRow, ImportRun } from '#contract/bulk/bulk.ts';
import { getFieldLabel } from '#shared/bulk/fields.ts';
import type { Slice } from '#server/base/tables/pagination.ts';
import type { Deps } from '#server/base/http/context.ts';
import { conflict, ifPossible, notFound } from '#server/base/http/errors.ts';
import { formatCsvLine } from '../read/cells.ts';
import {
  requestCancel,
  failDeadRuns,
  findRun,
  listRuns,
  lockRun,
  findProgress,
  updateRun,
  type Progress,
  type RunRow,
} from './queries-runs.ts';
import { announceRun } from './announce-run.ts';
import { measureProgress } from './measure-progress.ts';
import { createChangeFormatter } from './format-changes.ts';
import { listChangedRows, listNewRows, listRefusedPage, listRefusedBatch } from './queries-rows.ts';
import { dropStage } from '../stage/queries-stage.ts';
import { clearProgress } from './run-progress.ts';

const phaseShares: Record<string, [from: number, size: number]> = {
  reading: [0, 0.55],
  matching: [0.55, 0.2],
  writing: [0.75, 0.24],
  finishing: [0.99, 0],
};

export function computeShare({ phase, done, total }: Pick<Progress, 'phase' | 'done' | 'total'>): number {
  const [from, size] = phaseShares[phase] ?? [0, 0];
  return from + size * Math.min(1, total > 0 ? done / total : 0);
}

export async function describeRun(db: Knex, run: RunRow): Promise<ImportRun> {
  const progress = run.status === 'running' ? await findProgress(db, run.id) : null;
  const { mapping, ...rest } = run;
  return {
    ...rest,
    createdAt: run.createdAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
    undoneAt: run.undoneAt?.toISOString() ?? null,
    columns: mapping.columns ?? [],
    source: mapping.source ?? null,
    progress: progress && {
      phase: progress.phase,
      done: progress.done,
      total: progress.total,
      share: computeShare(progress),
      ...(({ rowsPerSecond, secondsLeft }) => ({ rowsPerSecond, secondsLeft }))(measureProgress(progress)),
    },
  };
}

const GRACE_SECONDS = 4;
/** Fails runs whose process died. Called when someone views an import, and after a start. */
export async function reapRuns(deps: Pick<Deps, 'db' | 'clock'>): Promise<number[]> {
  await clearProgress(deps.db);
  const at = deps.clock.now();
  return deps.db.transaction(async (trx) => {
    const ids = await failDeadRuns(trx, at, GRACE_SECONDS);
    for (const id of ids) await announceRun(trx, id, 'failed', at);
    return ids;
  });
}

/** Fails runs of a server that died before this start. Repeats because Postgres takes seconds to close the old connections. */
export function watchDeadRuns(deps: Pick<Deps, 'db' | 'clock' | 'log'>): void {
  for (const seconds of [0, 2, 5, 8])
    setTimeout(
      () =>
        void reapRuns(deps).catch((error: unknown) => deps.log.debug({ err: error }, 'could not check for dead runs')),
      seconds * 1000,
    ).unref();
}

export async function getRun(deps: Pick<Deps, 'db' | 'clock'>, id: number): Promise<ImportRun> {
  let run = await findRun(deps.db, id);
  if (run?.status === 'running' && (await ifPossible(reapRuns(deps)))?.includes(id)) run = await findRun(deps.db, id);
  if (!run) throw notFound('We could not find this import.');
  return describeRun(deps.db, run);
}

const POLL_MS = 300;

/** Waits until a run has ended, on whichever server. */
export async function waitForRun(deps: Pick<Deps, 'db' | 'clock'>, id: number, signal?: AbortSignal): Promise<RunRow> {
  for (;;) {
    const run = await findRun(deps.db, id);
    if (!run) throw notFound('We could not find this import.');
    if (run.status !== 'running') return run;
    await reapRuns(deps);
    await sleep(POLL_MS, undefined, { signal });
  }
}

export async function listRunPage(
  deps: Pick<Deps, 'db' | 'clock'>,
  page: number,
  size: number,
): Promise<{ runs: ImportRun[]; total: number }> {
  await ifPossible(reapRuns(deps));
  const { runs, total } = await listRuns(deps.db, size, (page - 1) * size);
  return { runs: await Promise.all(runs.map((run) => describeRun(deps.db, run))), total };
}

export async function cancelRun(deps: Pick<Deps, 'db' | 'clock'>, id: number): Promise<ImportRun> {
  const isRunning = await deps.db.transaction(async (trx) => {
    const run = await lockRun(trx, id);
    if (!run) throw notFound('We could not find this import.');
    if (run.status === 'running') return true;
    if (run.status !== 'ready') throw conflict('This import has already finished.');
    await dropStage(trx, id);
    await updateRun(trx, id, {
      status: 'cancelled',
      finishedAt: deps.clock.now(),
      message: 'The import was canceled. Nothing was changed.',
    });
    await announceRun(trx, id, 'cancelled', deps.clock.now());
    return false;
  });
  if (isRunning) await requestCancel(deps.db, id);
  return getRun(deps, id);
}

/** Cancels dry runs older than a week. */
export async function dropStaleRuns(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await reapRuns(deps);
  const cutoff = new Date(deps.clock.now().getTime() - 7 * 86_400_000);
  const staleRuns = (await deps
    .db('importRuns')
    .select('id')
    .where('status', 'ready')
    .where('createdAt', '<', cutoff)) as {
    id: number;
  }[];
  for (const { id } of staleRuns) await cancelRun(deps, id).catch(() => undefined);
}

export async function listRowPage(
  deps: Pick<Deps, 'db' | 'clock'>,
  id: number,
  outcome: 'new' | 'changed' | 'refused',
  slice: Slice,
): Promise<{ rows: ImportRow[]; total: number | null }> {
  const run = await findRun(deps.db, id);
  if (!run) throw notFound('We could not find this import.');
  const empty = { line: null, dentistId: null, name: null, changes: [], kept: [], cells: [], reasons: [] };
  if (outcome === 'refused') {
    const { rows, total } = await listRefusedPage(deps.db, id, slice);
    return { total, rows: rows.map((row) => ({ ...empty, ...row })) };
  }
  if (outcome === 'new') {
    const { rows, total } = await listNewRows(deps.db, run, slice);
    return { total, rows: rows.map((row) => ({ ...empty, ...row })) };
  }
  const { rows, total } = await listChangedRows(deps.db, run, slice);
  const listChanges = await createChangeFormatter(deps.db);
  return {
    total,
    rows: rows.map(({ line, dentistId, name, before, after, kept, stored }) => ({
      ...empty,
      line,
      dentistId,
      name,
      changes: listChanges(after, before),
      kept: listChanges(kept, stored),
    })),
  };
}

/** Streams the refused rows with their original cells, and the reason in an added last column. A corrected copy can be imported. */
export async function* streamRefusedCsv(db: Knex, run: RunRow): AsyncGenerator<string> {
  const reason = run.headers.includes('reason') ? 'import reason' : 'reason';
  const headers = run.headers.filter((header) => header !== reason);
  const reasonIndex = run.headers.indexOf(reason);
  yield formatCsvLine([...headers, reason]);
  let after = 0;
  for (;;) {
    const batch = await listRefusedBatch(db, run.id, after, 500);
    if (batch.length === 0) return;
    for (const { cells, reasons } of batch) {
      const ownCells = reasonIndex === -1 ? [...cells] : cells.filter((_, index) => index !== reasonIndex);
      while (ownCells.length < headers.length) ownCells.push('');
      const why = reasons
        .map(({ column, why: text }) => (column ? `${getFieldLabel(column)}: ${text}` : text))
        .join(' ');
      // Extra cells follow the reason, so the reason stays in its column.
      yield `${[...ownCells.slice(0, headers.length), why, ...ownCells.slice(headers.length)].map(quoteCell).join(',')}\n`;
    }
    after = batch.at(-1)!.row;
  }
}
/** Quotes a cell without guarding it against formulas, because the file's own cells must not change. */
const quoteCell = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
