import type { Knex } from 'knex';
import type { ImportRow, ImportRun } from '#contract/bulk.ts';
import { getFieldLabel } from '#contract/bulk-fields.ts';
import type { Slice } from '#server/db/pagination.ts';
import type { Deps } from '#server/http/context.ts';
import { conflict, ifPossible, notFound } from '#server/http/errors.ts';
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
import { listChangedRows, listNewRows, listRefusedPage, listRefusedBatch } from './queries-rows.ts';
import { dropStage } from '../stage/queries-stage.ts';

const SHARES: Record<string, [from: number, size: number]> = {
  reading: [0, 0.55],
  matching: [0.55, 0.2],
  writing: [0.75, 0.24],
  finishing: [0.99, 0],
};

function shareOf({ phase, done, total }: Progress): number {
  const [from, size] = SHARES[phase] ?? [0, 0];
  return from + size * Math.min(1, total > 0 ? done / total : 0);
}

export async function describe(db: Knex, run: RunRow): Promise<ImportRun> {
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
      share: shareOf(progress),
    },
  };
}

const GRACE_SECONDS = 4;
/** Runs whose process died are told so whenever someone looks, and soon after a start. */
export const reapRuns = (deps: Pick<Deps, 'db' | 'clock'>): Promise<number[]> =>
  failDeadRuns(deps.db, deps.clock.now(), GRACE_SECONDS);

/** After a start: what was under way when the last server died is told within seconds, as soon as its connection is gone. */
export function watchDeadRuns(deps: Pick<Deps, 'db' | 'clock' | 'log'>): void {
  for (const seconds of [0, 2, 5, 8])
    setTimeout(
      () =>
        void reapRuns(deps).catch((error: unknown) => deps.log.debug({ err: error }, 'runs could not be looked at')),
      seconds * 1000,
    ).unref();
}

export async function getRun(deps: Pick<Deps, 'db' | 'clock'>, id: number): Promise<ImportRun> {
  let run = await findRun(deps.db, id);
  if (run?.status === 'running' && (await ifPossible(reapRuns(deps)))?.includes(id)) run = await findRun(deps.db, id);
  if (!run) throw notFound('We could not find this import.');
  return describe(deps.db, run);
}

export async function listRunPage(
  deps: Pick<Deps, 'db' | 'clock'>,
  page: number,
  size: number,
): Promise<{ runs: ImportRun[]; total: number }> {
  await ifPossible(reapRuns(deps));
  const { runs, total } = await listRuns(deps.db, size, (page - 1) * size);
  return { runs: await Promise.all(runs.map((run) => describe(deps.db, run))), total };
}

export async function cancelRun(deps: Pick<Deps, 'db' | 'clock'>, id: number): Promise<ImportRun> {
  const waiting = await deps.db.transaction(async (trx) => {
    const run = await lockRun(trx, id);
    if (!run) throw notFound('We could not find this import.');
    if (run.status === 'running') return true;
    if (run.status !== 'ready') throw conflict('This import is over already.');
    await dropStage(trx, id);
    await updateRun(trx, id, {
      status: 'cancelled',
      finishedAt: deps.clock.now(),
      message: 'The import was cancelled. Nothing was changed.',
    });
    return false;
  });
  if (waiting) await requestCancel(deps.db, id);
  return getRun(deps, id);
}

/** Dry runs that nobody came back to. */
export async function dropStaleRuns(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await reapRuns(deps);
  const old = new Date(deps.clock.now().getTime() - 7 * 86_400_000);
  const stale = (await deps.db('importRuns').select('id').where('status', 'ready').where('createdAt', '<', old)) as {
    id: number;
  }[];
  for (const { id } of stale) await cancelRun(deps, id).catch(() => undefined);
}

const asText = (value: unknown): string | null => {
  if (value == null) return null;
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
};
const fieldOf = (key: string) =>
  getFieldLabel(key === 'practiceTypeId' ? 'practiceType' : key === 'serviceIds' ? 'services' : key);

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
  const { rows, total, names } = await listChangedRows(deps.db, run, slice);
  const named = (key: string, value: unknown): string | null => {
    if (key === 'practiceTypeId') return value == null ? null : (names.types.get(value as number) ?? asText(value));
    if (key === 'serviceIds')
      return (
        ((value as number[] | null) ?? []).map((serviceId) => names.services.get(serviceId) ?? serviceId).join(', ') ||
        null
      );
    return asText(value);
  };
  const list = (after: Record<string, unknown> | null, before: Record<string, unknown> | null) =>
    Object.keys(after ?? {}).map((key) => ({
      field: fieldOf(key),
      before: named(key, before?.[key]),
      after: named(key, after![key]),
    }));
  return {
    total,
    rows: rows.map(({ line, dentistId, name, before, after, kept, held }) => ({
      ...empty,
      line,
      dentistId,
      name,
      changes: list(after, before),
      kept: list(kept, held),
    })),
  };
}

/** The refused rows as they came, with the reason in a last column; a mended copy of it can be imported. */
export async function* streamRefusedCsv(db: Knex, run: RunRow): AsyncGenerator<string> {
  const reason = run.headers.includes('reason') ? 'import reason' : 'reason';
  const headers = run.headers.filter((header) => header !== reason);
  const cut = run.headers.indexOf(reason);
  yield formatCsvLine([...headers, reason]);
  let after = 0;
  for (;;) {
    const batch = await listRefusedBatch(db, run.id, after, 500);
    if (batch.length === 0) return;
    for (const { cells, reasons } of batch) {
      const own = cut === -1 ? [...cells] : cells.filter((_, index) => index !== cut);
      while (own.length < headers.length) own.push('');
      const why = reasons
        .map(({ column, why: text }) => (column ? `${getFieldLabel(column)}: ${text}` : text))
        .join(' ');
      // Cells beyond the header stay where they were, so that the row can be seen as it is.
      yield `${[...own.slice(0, headers.length), why, ...own.slice(headers.length)].map(quoted).join(',')}\n`;
    }
    after = batch.at(-1)!.row;
  }
}
/** The file's own cells, byte for byte: they were guarded, or not, by whoever wrote them. */
const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
