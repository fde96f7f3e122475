import type { Knex } from 'knex';
import type { Deps } from '#server/base/http/context.ts';
import { asRefusal, Refusal } from '#server/base/http/errors.ts';
import { findBackendPid } from '../runs/queries-runs.ts';
import { emailDrillFailed } from './backup-emails.ts';
import { isBackupIntact, MAX_MANUAL_BACKUPS, openBackup, removeOldBackups, storeBackup } from './backup-store.ts';
import { badBackup } from './backup-format.ts';
import { beginRun, endRun, holdRun, type BackupRun } from './queries-backup-runs.ts';
import { dropSchema, schemaOf } from './queries-staging.ts';
import { findBackup } from './queries-stored.ts';
import { RunProgress } from './run-progress.ts';
import { compareTables, stageBackup } from './staged-restore.ts';
import { buildBackupName } from './write-backup.ts';

const thousands = (n: number) => n.toLocaleString('en-US');

/** The active runs of this process by database, which must end before the process does. */
const activeRuns = new WeakMap<Knex, Map<RunProgress, Promise<void>>>();

/** Stops the runs of this process. Their transactions are rolled back. */
export async function interruptBackupRuns({ db }: Pick<Deps, 'db'>): Promise<void> {
  const runs = [...(activeRuns.get(db) ?? [])];
  for (const [progress] of runs) progress.interrupt();
  await Promise.allSettled(runs.map(([, ended]) => ended));
}

/** Carries out a waiting run and records its end. It never throws, so that its job isn't repeated. */
export async function carryOutRun(deps: Deps, runId: number): Promise<void> {
  const run = await beginRun(deps.db, runId);
  if (!run) return;
  const progress = new RunProgress(deps.db, runId);
  const ended = (run.kind === 'backup' ? makeBackup(deps, run, progress) : restoreCopy(deps, run, progress)).catch(
    (error: unknown) => failRun(deps, run, progress, error),
  );
  const runs = activeRuns.get(deps.db) ?? new Map<RunProgress, Promise<void>>();
  activeRuns.set(deps.db, runs.set(progress, ended));
  await ended.finally(() => runs.delete(progress));
}

async function makeBackup(deps: Deps, run: BackupRun, progress: RunProgress): Promise<void> {
  await deps.db.transaction(async (trx) => {
    await holdRun(trx, run.id);
    progress.startPhase('saving', 1);
    // The run's number keeps the name apart from a nightly backup of the same second.
    const name = buildBackupName(deps.clock.now()).replace(/\.gz$/, `-${run.id}.gz`);
    const backupId = await storeBackup(deps, trx, {
      name,
      kind: 'manual',
      madeBy: run.userName,
      signal: progress.signal,
      onProgress: (share) => progress.setShare(share),
    });
    await progress.finish();
    await removeOldBackups(deps, trx, 'manual', MAX_MANUAL_BACKUPS);
    const message = `The backup ${name} was saved.`;
    await endRun(trx, run.id, { status: 'done', at: deps.clock.now(), backupId, message });
  });
}

async function restoreCopy(deps: Deps, run: BackupRun, progress: RunProgress): Promise<void> {
  const startedAt = performance.now();
  const backup = await findBackup(deps.db, run.backupId!);
  if (!backup) throw badBackup('It has been deleted.');
  if (!(await isBackupIntact(deps, backup)))
    throw badBackup('Its file is damaged: the checksum differs from the recorded one.');
  const source = await openBackup(deps, backup);
  const trx = await deps.db.transaction();
  try {
    await holdRun(trx, run.id);
    progress.watchBackend(await findBackendPid(trx));
    const schema = schemaOf(run.id);
    const about = { schema, bytes: backup.bytes, recorded: backup.sections };
    const copy = await stageBackup(trx, deps, source, about, progress);
    if (run.kind === 'drill' && !copy.isUnsealed)
      throw badBackup('Its passwords and two-factor settings are encrypted with a different SECRET_KEY.');
    const report = run.kind === 'restore' ? await compareTables(trx, schema, copy.tables, progress) : undefined;
    await progress.finish();
    progress.throwIfStopped();
    const seconds = Math.max(1, Math.round((performance.now() - startedAt) / 1000));
    const result = `${thousands(copy.rows)} rows in ${copy.tables.length} tables`;
    if (run.kind === 'drill') await dropSchema(trx, schema);
    await endRun(trx, run.id, {
      status: run.kind === 'drill' ? 'done' : 'ready',
      at: deps.clock.now(),
      message:
        run.kind === 'drill'
          ? `The backup can be restored: ${result}, every checksum matches (${seconds} s).`
          : `Restored ${result} in ${seconds} s.${copy.isUnsealed ? '' : ' Its passwords are encrypted with a different SECRET_KEY.'}`,
      ...(report ? { report } : {}),
    });
    await trx.commit();
    deps.log.info({ run: run.id, kind: run.kind, backup: backup.name, rows: copy.rows, seconds }, 'backup restored');
  } catch (error) {
    source.destroy();
    await progress.finish();
    await trx.rollback(error as Error).catch(() => undefined);
    throw error;
  }
}

/** Database errors that mean that the loaded rows break a rule. */
const isRowError = (error: unknown) => /^2[23]/.test((error as { code?: string }).code ?? '');

function explain(progress: RunProgress, error: unknown): Refusal | null {
  if (progress.stopReason) return progress.stopReason;
  if (isRowError(error)) return badBackup('Its rows don’t fit the tables of this release.');
  const refusal = asRefusal(error);
  if (refusal?.status !== 507) return refusal;
  return new Refusal(507, refusal.code, 'The disk is full. Nothing was changed. Free some space and try again.');
}

async function failRun(deps: Deps, run: BackupRun, progress: RunProgress, error: unknown): Promise<void> {
  await progress.finish();
  const refusal = explain(progress, error);
  if (!progress.isCanceled)
    deps.log.error({ err: error, run: run.id, kind: run.kind, backup: run.backupName }, 'backup run failed');
  const message = refusal?.message ?? 'Something went wrong on our end. Nothing was changed.';
  await deps.db
    .transaction(async (trx) => {
      const status = progress.isCanceled ? 'canceled' : 'failed';
      await endRun(trx, run.id, { status, at: deps.clock.now(), message });
      if (run.kind === 'drill' && run.userId === null && status === 'failed')
        await emailDrillFailed(trx, deps, { id: run.id, name: run.backupName ?? '', message });
    })
    .catch((problem: unknown) => deps.log.error({ err: problem, run: run.id }, 'could not record a failed backup run'));
}
