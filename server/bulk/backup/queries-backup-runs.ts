import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import type { TableComparison } from './queries-staging.ts';

export type BackupRunKind = 'backup' | 'restore' | 'drill';
type BackupRunStatus = 'waiting' | 'running' | 'ready' | 'done' | 'failed' | 'canceled' | 'discarded';
export interface BackupRun {
  id: number;
  kind: BackupRunKind;
  status: BackupRunStatus;
  backupId: number | null;
  backupName: string | null;
  backupMadeAt: Date | null;
  startedAt: Date;
  finishedAt: Date | null;
  userId: number | null;
  userName: string;
  phase: string;
  share: number;
  message: string | null;
  report: TableComparison[] | null;
}

const RUN_LOCK = 724_004;
/** The name of the job that carries out a run. */
export const RUN_JOB = 'backups.run';

const COLUMNS = `r.id, r.kind, r.status, r.backup_id, b.name as backup_name, b.made_at as backup_made_at, r.started_at, r.finished_at,
  r.user_id, r.user_name, r.phase, r.share, r.message, r.report`;

/** Returns null if a run of this kind is active. */
export async function insertRun(
  trx: Knex,
  run: { kind: BackupRunKind; backupId: number | null; at: Date; userId: number | null; userName: string },
): Promise<number | null> {
  const [newRun] = await rows<{ id: number }>(
    trx,
    `insert into backup_runs (kind, backup_id, started_at, user_id, user_name) values (:kind, :backupId, :at, :userId, :userName)
     on conflict do nothing returning id`,
    run,
  );
  return newRun?.id ?? null;
}

/** Marks a waiting run as running. Returns null if another server began it, or if it was canceled. */
export async function beginRun(db: Knex, id: number): Promise<BackupRun | null> {
  const begun = await rows(
    db,
    `update backup_runs set status = 'running', beat_at = clock_timestamp() where id = ? and status = 'waiting' returning id`,
    [id],
  );
  return begun.length > 0 ? findRun(db, id) : null;
}
/** Shows other servers that the run is alive, until the transaction ends. */
export const holdRun = (trx: Knex, id: number) => trx.raw(`select pg_advisory_xact_lock(${RUN_LOCK}, ?)`, [id]);

export async function saveRunProgress(
  db: Knex,
  id: number,
  { phase, share }: Pick<BackupRun, 'phase' | 'share'>,
): Promise<boolean> {
  const [run] = await rows<{ cancel: boolean }>(
    db,
    `update backup_runs set phase = :phase, share = :share, beat_at = clock_timestamp() where id = :id returning cancel`,
    { id, phase, share },
  );
  return run?.cancel ?? true;
}

export async function endRun(
  db: Knex,
  id: number,
  end: { status: BackupRunStatus; at: Date; message: string; report?: TableComparison[]; backupId?: number },
): Promise<void> {
  await rows(
    db,
    `update backup_runs set status = :status, finished_at = :at, message = :message, share = 1,
       report = coalesce(cast(:report as jsonb), report), backup_id = coalesce(cast(:backupId as integer), backup_id)
     where id = :id`,
    { id, report: null, backupId: null, ...end, ...(end.report ? { report: JSON.stringify(end.report) } : {}) },
  );
}

export async function requestCancel(db: Knex, id: number): Promise<void> {
  await rows(db, `update backup_runs set cancel = true where id = ? and status = 'running'`, [id]);
}

export async function findRun(db: Knex, id: number): Promise<BackupRun | null> {
  const [run] = await rows<BackupRun>(
    db,
    `select ${COLUMNS} from backup_runs r left join backups b on b.id = r.backup_id where r.id = ?`,
    [id],
  );
  return run ?? null;
}
export async function lockRun(trx: Knex, id: number): Promise<BackupRun | null> {
  const locked = await rows(trx, `select from backup_runs where id = ? for update`, [id]);
  return locked.length > 0 ? findRun(trx, id) : null;
}
export const findRuns = (db: Knex, limit: number) =>
  rows<BackupRun>(
    db,
    `select ${COLUMNS} from backup_runs r left join backups b on b.id = r.backup_id order by r.id desc limit ?`,
    [limit],
  );
export async function findRunWithStatus(
  db: Knex,
  statuses: readonly BackupRunStatus[],
  kind: BackupRunKind,
): Promise<BackupRun | null> {
  const [run] = await rows<BackupRun>(
    db,
    `select ${COLUMNS} from backup_runs r left join backups b on b.id = r.backup_id
     where r.status = any(?) and r.kind = ? order by r.id desc limit 1`,
    [statuses, kind],
  );
  return run ?? null;
}

/**
 * Fails runs whose server died. An alive run holds its lock or has just said so, and a waiting one has a job that can still
 * start it.
 */
export async function failDeadRuns(db: Knex, at: Date, graceSeconds: number): Promise<BackupRun[]> {
  const dead = await rows<{ id: number }>(
    db,
    `update backup_runs r set status = 'failed', finished_at = :at, message = 'The server stopped before this was done. Nothing was changed. Please try again.'
     where r.status in ('waiting', 'running') and r.beat_at < clock_timestamp() - make_interval(secs => :graceSeconds)
       and not exists (select from pg_locks l where l.locktype = 'advisory' and l.classid = ${RUN_LOCK} and l.objid = r.id and l.objsubid = 2
         and l.database = (select oid from pg_database where datname = current_database()))
       and not exists (select from jobs j where j.name = '${RUN_JOB}' and cast(j.payload ->> 'runId' as integer) = r.id and j.attempts < j.max_attempts)
     returning r.id`,
    { at, graceSeconds },
  );
  const ids = dead.map(({ id }) => id);
  if (ids.length === 0) return [];
  await rows(db, `delete from jobs where name = '${RUN_JOB}' and cast(payload ->> 'runId' as integer) = any(?)`, [ids]);
  return rows<BackupRun>(
    db,
    `select ${COLUMNS} from backup_runs r left join backups b on b.id = r.backup_id where r.id = any(?)`,
    [ids],
  );
}

export async function findStaleCopies(db: Knex, before: Date): Promise<number[]> {
  const stale = await rows<{ id: number }>(
    db,
    `select id from backup_runs where status = 'ready' and finished_at < ?`,
    [before],
  );
  return stale.map(({ id }) => id);
}

export const findAdmins = (db: Knex) =>
  rows<{ name: string; email: string }>(db, `select name, email from users where role = 'admin' order by id`);
