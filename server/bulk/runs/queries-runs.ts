import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import type { RegistryRun } from '#server/bulk/runs/registry-run.ts';
import type { FeedRun } from '#server/bulk/runs/feed-run.ts';
import type { Column } from '../read/headers.ts';
import type { PhaseProgress } from './measure-progress.ts';

export type RunStatus = 'running' | 'ready' | 'done' | 'failed' | 'cancelled' | 'undone';
export interface Problem {
  kind: string;
  column: string | null;
  count: number;
  /** Line numbers and ranges, such as "12" or "15-19"; at most 40. */
  lines: string[];
  /** Refused if it's absent. */
  outcome?: 'refused' | 'blank' | 'flagged';
}
export interface Duplicate {
  line: number;
  dentistId: number;
  name: string | null;
  why: string;
}
export interface ImportWarning {
  code: 'no_state' | 'no_zip' | 'nothing_matched' | 'many_changes';
  text: string;
}
export interface RunRow {
  id: number;
  status: RunStatus;
  createdAt: Date;
  finishedAt: Date | null;
  userId: number | null;
  userName: string;
  fileName: string;
  fileBytes: number;
  sha256: string | null;
  encoding: string | null;
  delimiter: string | null;
  headers: string[];
  mapping: { columns?: Column[]; source?: string | null; registry?: RegistryRun; feed?: FeedRun };
  /** The key of the source that the file comes from. */
  source: string | null;
  options: RunOptions;
  rowsRead: number | null;
  rowsNew: number | null;
  rowsChanged: number | null;
  rowsSame: number | null;
  rowsRefused: number | null;
  rowsDeleted: number | null;
  fieldsKept: number | null;
  problems: Problem[];
  notes: string[];
  duplicates: Duplicate[];
  /** Reasons to look again before a dry run is applied. */
  warnings: ImportWarning[];
  message: string | null;
  undoneAt: Date | null;
  undoneBy: string | null;
  undoReport: UndoReport | null;
}
export interface RunOptions {
  dryRun?: boolean;
  replaceHandwritten?: boolean;
  /** Rejects the file if any row is refused. */
  strict?: boolean;
  /** Refuses rows with an unusable cell, instead of leaving the cell blank. */
  refuseBadCells?: boolean;
  /** Leaves a file with warnings as a dry run, so that a person looks at it first. */
  stopsAtWarnings?: boolean;
  /** The operator confirmed that this file was imported before. */
  again?: boolean;
}
export interface UndoReport {
  removed: number;
  restored: number;
  kept: { dentistId: number; name: string; fields: string[]; why: string }[];
}

/** Keys of the advisory locks. */
const IMPORT_LOCK = 724_001;
const RUN_LOCK = 724_002;

/** Locks imports until the transaction ends. Postgres releases the lock if the process dies. */
export async function tryImportLock(trx: Knex): Promise<boolean> {
  const [lock] = await rows<{ acquired: boolean }>(
    trx,
    `select pg_try_advisory_xact_lock(${IMPORT_LOCK}, 0) as acquired`,
  );
  return lock!.acquired;
}
export const holdRun = (trx: Knex, runId: number) => trx.raw(`select pg_advisory_xact_lock(${RUN_LOCK}, ?)`, [runId]);

export async function insertRun(
  db: Knex,
  run: {
    at: Date;
    userId: number | null;
    userName: string;
    fileName: string;
    options: RunOptions;
    idempotencyKey: string | null;
  },
): Promise<number | null> {
  const [newRun] = await rows<{ id: number }>(
    db,
    `insert into import_runs (created_at, user_id, user_name, file_name, options, idempotency_key)
     values (:at, :userId, :userName, :fileName, :options, :idempotencyKey) on conflict (idempotency_key) do nothing returning id`,
    { ...run, options: JSON.stringify(run.options) },
  );
  return newRun?.id ?? null;
}

export async function findRunByKey(db: Knex, key: string): Promise<number | null> {
  const [run] = await rows<{ id: number }>(db, `select id from import_runs where idempotency_key = ?`, [key]);
  return run?.id ?? null;
}

const JSON_COLUMNS = new Set(['mapping', 'options', 'problems', 'notes', 'duplicates', 'undoReport', 'warnings']);
export async function updateRun(
  trx: Knex,
  id: number,
  values: Partial<RunRow> & { createdIds?: string; interrupted?: boolean },
): Promise<void> {
  const columns = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      JSON_COLUMNS.has(name) && value !== null ? JSON.stringify(value) : value,
    ]),
  );
  await trx('importRuns').where({ id }).update(columns);
}

const COLUMNS = `r.id, r.status, r.created_at, r.finished_at, r.user_id, r.user_name, r.file_name, r.file_bytes, r.sha256, r.encoding, r.delimiter, r.headers,
  r.mapping, r.source, r.options, r.rows_read, r.rows_new, r.rows_changed, r.rows_same, r.rows_refused, r.rows_deleted, r.fields_kept, r.problems, r.notes, r.duplicates, r.warnings,
  r.message, r.undone_at, r.undone_by, r.undo_report`;

export async function findRun(db: Knex, id: number): Promise<RunRow | null> {
  const [run] = await rows<RunRow>(db, `select ${COLUMNS} from import_runs r where r.id = ?`, [id]);
  return run ?? null;
}
export async function lockRun(trx: Knex, id: number): Promise<RunRow | null> {
  const [run] = await rows<RunRow>(trx, `select ${COLUMNS} from import_runs r where r.id = ? for update`, [id]);
  return run ?? null;
}
export async function listRuns(db: Knex, limit: number, offset: number): Promise<{ runs: RunRow[]; total: number }> {
  const runs = await rows<RunRow>(db, `select ${COLUMNS} from import_runs r order by r.id desc limit ? offset ?`, [
    limit,
    offset,
  ]);
  const [count] = await rows<{ n: number }>(db, `select count(*) as n from import_runs`);
  return { runs, total: count!.n };
}

export async function findEarlierImport(
  db: Knex,
  sha256: string,
  exceptId: number,
): Promise<{ id: number; finishedAt: Date; userName: string } | null> {
  const [run] = await rows<{ id: number; finishedAt: Date; userName: string }>(
    db,
    `select id, finished_at, user_name from import_runs where sha256 = ? and status = 'done' and id <> ? order by id desc limit 1`,
    [sha256, exceptId],
  );
  return run ?? null;
}

/** Finds the run whose lock is held. */
export async function findActiveRun(db: Knex): Promise<{ id: number; userName: string; fileName: string } | null> {
  const [run] = await rows<{ id: number; userName: string; fileName: string }>(
    db,
    `select r.id, r.user_name, r.file_name from import_runs r where exists (
       select from pg_locks l where l.locktype = 'advisory' and l.classid = ${RUN_LOCK} and l.objid = r.id and l.objsubid = 2
         and l.database = (select oid from pg_database where datname = current_database())) order by id desc limit 1`,
  );
  return run ?? null;
}

/** Fails runs whose lock is free. Their process died, so their transaction was rolled back. */
export async function failDeadRuns(db: Knex, at: Date, graceSeconds: number): Promise<number[]> {
  const deadRuns = await rows<{ id: number }>(
    db,
    `update import_runs r set status = 'failed', finished_at = :at, interrupted = true,
       message = case when exists (select from import_progress p where p.run_id = r.id and p.phase = 'reading')
           and exists (select from import_queue i where i.run_id = r.id)
         then 'The server stopped while it read this file, so the file wasn’t tried again. Nothing was changed. Check the file and its recipe, then try again.'
         else 'The import was interrupted. Nothing was changed. Please import the file again.' end
     where r.status = 'running' and not exists (
       select from pg_locks l where l.locktype = 'advisory' and l.classid = ${RUN_LOCK} and l.objid = r.id and l.objsubid = 2
         and l.database = (select oid from pg_database where datname = current_database()))
       and not exists (select from import_progress p where p.run_id = r.id and p.beat_at > clock_timestamp() - make_interval(secs => :graceSeconds))
     returning r.id`,
    { at, graceSeconds },
  );
  return deadRuns.map(({ id }) => id);
}

export interface Progress extends PhaseProgress {
  cancel: boolean;
}
/** The age of the present phase. */
export const PHASE_SECONDS = `cast(extract(epoch from clock_timestamp() - p.started_at) as float8)`;
export async function saveProgress(
  db: Knex,
  runId: number,
  progress: Omit<PhaseProgress, 'rows' | 'seconds'> & { rows?: number },
): Promise<boolean> {
  const [row] = await rows<{ cancel: boolean }>(
    db,
    `insert into import_progress (run_id, phase, done, total, rows, beat_at) values (:runId, :phase, :done, :total, :rows, clock_timestamp())
     on conflict (run_id) do update set phase = excluded.phase, done = excluded.done, total = excluded.total, rows = excluded.rows,
       beat_at = excluded.beat_at, started_at = case when import_progress.phase = excluded.phase then import_progress.started_at else excluded.beat_at end
     returning cancel`,
    { runId, rows: 0, ...progress },
  );
  return row!.cancel;
}
export async function findProgress(db: Knex, runId: number): Promise<Progress | null> {
  const [row] = await rows<Progress>(
    db,
    `select phase, done, total, rows, ${PHASE_SECONDS} as seconds, cancel from import_progress p where run_id = ?`,
    [runId],
  );
  return row ?? null;
}
export const deleteProgress = (db: Knex, runId: number) => db('importProgress').where({ runId }).delete();
export async function requestCancel(db: Knex, runId: number): Promise<void> {
  await rows(
    db,
    `insert into import_progress (run_id, phase, cancel) values (?, 'reading', true) on conflict (run_id) do update set cancel = true`,
    [runId],
  );
}
export async function findBackendPid(trx: Knex): Promise<number> {
  const [row] = await rows<{ pid: number }>(trx, `select pg_backend_pid() as pid`);
  return row!.pid;
}
export const cancelBackend = (db: Knex, pid: number) => db.raw('select pg_cancel_backend(?)', [pid]);

export async function findSavedMapping(db: Knex, shape: string): Promise<Record<string, string | null> | null> {
  const [row] = await rows<{ mapping: Record<string, string | null> }>(
    db,
    `select mapping from import_mappings where shape = ?`,
    [shape],
  );
  return row?.mapping ?? null;
}
export async function saveMapping(
  db: Knex,
  shape: string,
  mapping: Record<string, string | null>,
  at: Date,
): Promise<void> {
  await rows(
    db,
    `insert into import_mappings (shape, mapping, used_at) values (:shape, :mapping, :at)
     on conflict (shape) do update set mapping = excluded.mapping, used_at = excluded.used_at`,
    { shape, mapping: JSON.stringify(mapping), at },
  );
}

/** Groups the reasons for refused rows, with the lines of each. Reasons that differ only in numbers or names are one kind. */
export async function groupProblems(trx: Knex, runId: number): Promise<Problem[]> {
  return groupReasons(
    trx,
    `select e ->> 'why' as why, e ->> 'column' as "column", r.line
     from import_refusals r, jsonb_array_elements(r.reasons) e where r.run_id = ?`,
    [runId],
  );
}

/** Groups the rows of a query with a reason (why), a column, and a line. */
export async function groupReasons(trx: Knex, reasons: string, bindings: readonly number[]): Promise<Problem[]> {
  const problems = await rows<{ kind: string; column: string | null; count: number; lines: number[] }>(
    trx,
    `select case when count(*) = 1 then min(why) else kind end as kind, "column", count(*) as count, (array_agg(line order by line))[1:400] as lines from (
       select why, regexp_replace(regexp_replace(why, '“.*”', '“…”'), '[0-9][0-9, ]*', '…', 'g') as kind, "column", line from (${reasons}) r) p
     group by p.kind, 2 order by 3 desc, 1 limit 100`,
    bindings,
  );
  return problems.map(({ kind, column, count, lines }) => ({ kind, column, count, lines: formatRanges(lines) }));
}

function formatRanges(lines: readonly number[]): string[] {
  const ranges: string[] = [];
  for (let i = 0; i < lines.length && ranges.length < 40;) {
    let end = i;
    while (end + 1 < lines.length && lines[end + 1]! <= lines[end]! + 1) end++;
    ranges.push(lines[i] === lines[end] ? String(lines[i]) : `${lines[i]}-${lines[end]}`);
    i = end + 1;
  }
  return ranges;
}
