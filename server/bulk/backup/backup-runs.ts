import type { Knex } from 'knex';
import { z } from 'zod';
import type { Actor, Ctx, Deps } from '#server/base/http/context.ts';
import { asRefusal, conflict, ifPossible, notFound } from '#server/base/http/errors.ts';
import { audit } from '#server/audit/audit.ts';
import { enqueue, job } from '#server/base/jobs/queue.ts';
import { carryOutRun } from './carry-out-run.ts';
import { deleteAbandonedParts, makeNightlyBackup } from './backup-store.ts';
import { emailBackupFailed, emailDrillFailed } from './backup-emails.ts';
import { findBackup, findStoredBackups } from './queries-stored.ts';
import {
  endRun,
  failDeadRuns,
  findRun,
  findRuns,
  findRunWithStatus,
  findStaleCopies,
  insertRun,
  lockRun,
  requestCancel,
  RUN_JOB,
  type BackupRun,
  type BackupRunKind,
} from './queries-backup-runs.ts';
import { dropSchema, findOrphanSchemas, schemaOf } from './queries-staging.ts';

/** Sunday morning, an hour after the nightly backup. */
export const DRILL_SCHEDULE = '30 8 * * 0';
/** A restored copy contains people who may have deleted their account since, so it isn't kept. */
const MAX_COPY_AGE_MS = 7 * 86_400_000;
/** A run of a server that was killed is recognized after this time. */
const GRACE_SECONDS = 4;

/** Tried once, because a person can start it again. */
export const runJob = job(RUN_JOB, {
  payload: z.object({ runId: z.int() }),
  attempts: 1,
  handle: ({ runId }, deps) => carryOutRun(deps, runId),
});

const busySentences: Record<BackupRunKind, string> = {
  backup: 'A backup is being made right now',
  restore: 'A backup is being restored right now',
  drill: 'A backup is being tested right now',
};

async function startRun(trx: Knex, ctx: Ctx<Actor>, kind: BackupRunKind, backupId: number | null): Promise<number> {
  const { userId, name: userName } = ctx.actor;
  const runId = await insertRun(trx, { kind, backupId, at: ctx.clock.now(), userId, userName });
  if (runId === null) {
    const active = await findRunWithStatus(ctx.db, ['waiting', 'running'], kind);
    throw conflict(`${busySentences[kind]}${active ? `, started by ${active.userName}` : ''}.`, 'backup_running');
  }
  await enqueue(trx, runJob, { runId });
  return runId;
}

/** Starts a backup that is stored on the server. */
export function startBackup(ctx: Ctx<Actor>): Promise<number> {
  return ctx.db.transaction(async (trx) => {
    const runId = await startRun(trx, ctx, 'backup', null);
    await audit(trx, ctx.actor, {
      at: ctx.clock.now(),
      action: 'backup.made',
      subject: 'backup',
      subjectId: runId,
      note: 'Started a backup that is stored on the server.',
    });
    return runId;
  });
}

/** Starts a restore into a schema of its own, or a drill, which discards the copy when it is verified. */
export function startRestore(ctx: Ctx<Actor>, backupId: number, kind: 'restore' | 'drill'): Promise<number> {
  return ctx.db.transaction(async (trx) => {
    const backup = await findBackup(trx, backupId);
    if (!backup) throw notFound('We could not find this backup.');
    if (backup.place === 'download')
      throw conflict('This backup was downloaded and isn’t stored on the server.', 'not_stored');
    const copy = kind === 'restore' ? await findRunWithStatus(trx, ['ready'], 'restore') : null;
    if (copy) throw conflict(`Discard the restored copy of ${copy.backupName} first.`, 'copy_exists');
    const runId = await startRun(trx, ctx, kind, backupId);
    await audit(trx, ctx.actor, {
      at: ctx.clock.now(),
      action: kind === 'restore' ? 'backup.restored' : 'backup.tested',
      subject: 'backup',
      subjectId: backup.name,
      note:
        kind === 'restore'
          ? `Restored the backup ${backup.name} into a separate copy.`
          : `Tested the backup ${backup.name}.`,
    });
    return runId;
  });
}

export async function getBackupRun(deps: Pick<Deps, 'db' | 'clock' | 'secret' | 'config' | 'settings'>, id: number) {
  await ifPossible(reapBackupRuns(deps));
  const run = await findRun(deps.db, id);
  if (!run) throw notFound('We could not find this run.');
  return run;
}
export async function listBackupRuns(
  deps: Pick<Deps, 'db' | 'clock' | 'secret' | 'config' | 'settings'>,
): Promise<BackupRun[]> {
  await ifPossible(reapBackupRuns(deps));
  return findRuns(deps.db, 10);
}

export async function cancelBackupRun(ctx: Ctx<Actor>, id: number): Promise<BackupRun> {
  await ctx.db.transaction(async (trx) => {
    const run = await lockRun(trx, id);
    if (!run) throw notFound('We could not find this run.');
    if (run.status === 'running') return requestCancel(trx, id);
    if (run.status !== 'waiting') throw conflict('This has already finished.');
    await endRun(trx, id, {
      status: 'canceled',
      at: ctx.clock.now(),
      message: 'This was canceled. Nothing was changed.',
    });
  });
  return getBackupRun(ctx, id);
}

/** Drops the restored copy. */
export async function discardCopy(ctx: Ctx<Actor>, id: number): Promise<BackupRun> {
  await ctx.db.transaction(async (trx) => {
    const run = await lockRun(trx, id);
    if (!run) throw notFound('We could not find this run.');
    if (run.status !== 'ready') throw conflict('This copy has already been discarded.');
    await dropCopy(trx, ctx.clock.now(), id, run.message);
    await audit(trx, ctx.actor, {
      at: ctx.clock.now(),
      action: 'backup.discarded',
      subject: 'backup',
      subjectId: run.backupName,
      note: `Discarded the restored copy of ${run.backupName}.`,
    });
  });
  return getBackupRun(ctx, id);
}

async function dropCopy(trx: Knex, at: Date, id: number, message: string | null): Promise<void> {
  await dropSchema(trx, schemaOf(id));
  await endRun(trx, id, { status: 'discarded', at, message: message ?? '' });
}

/** Fails runs whose server died. The admins learn about a scheduled drill among them. */
async function reapBackupRuns(deps: Pick<Deps, 'db' | 'clock' | 'secret' | 'config' | 'settings'>): Promise<void> {
  await deps.db.transaction(async (trx) => {
    for (const run of await failDeadRuns(trx, deps.clock.now(), GRACE_SECONDS))
      if (run.kind === 'drill' && run.userId === null)
        await emailDrillFailed(trx, deps, { id: run.id, name: run.backupName ?? '', message: run.message! });
  });
}

/** Cleans up after servers that died, and drops old copies. Runs at the start and every few minutes. */
export async function sweepBackupRuns(deps: Deps): Promise<void> {
  await reapBackupRuns(deps);
  await deleteAbandonedParts(deps);
  const before = new Date(deps.clock.now().getTime() - MAX_COPY_AGE_MS);
  for (const id of await findStaleCopies(deps.db, before))
    await deps.db.transaction(async (trx) => {
      const run = await lockRun(trx, id);
      if (run?.status === 'ready') await dropCopy(trx, deps.clock.now(), id, run.message);
    });
  for (const schema of await findOrphanSchemas(deps.db)) await dropSchema(deps.db, schema);
}

/** Makes the nightly backup. If it fails, the admins get an email, and the job tries again. */
export async function makeReportedBackup(deps: Deps): Promise<void> {
  try {
    await makeNightlyBackup(deps);
  } catch (error) {
    const message = asRefusal(error)?.message ?? (error instanceof Error ? error.message : 'The cause is in the log.');
    await emailBackupFailed(deps.db, deps, message);
    throw error;
  }
}

/** Restores the newest stored backup into a copy that is discarded, and reports the result. */
export async function drillNewestBackup(deps: Deps): Promise<void> {
  await reapBackupRuns(deps);
  const [newest] = await findStoredBackups(deps.db);
  if (!newest) return void deps.log.info('there is no stored backup to test yet');
  const runId = await insertRun(deps.db, {
    kind: 'drill',
    backupId: newest.id,
    at: deps.clock.now(),
    userId: null,
    userName: 'Schedule',
  });
  if (runId !== null) await carryOutRun(deps, runId);
}
