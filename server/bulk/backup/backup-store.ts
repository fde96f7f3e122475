import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import type { Deps } from '#server/http/context.ts';
import { audit, type AuditActor } from '#server/audit/audit.ts';
import { buildBackupName, writeBackup } from './write-backup.ts';
import {
  markBackupRemoved,
  findNightlyBackups,
  findRecentBackups,
  recordBackup,
  tryBackupLock,
  type BackupRow,
} from './queries-backup.ts';
import { deleteBackup, hasS3, uploadBackup } from './s3.ts';

type BackupDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'log'>;

/** Nightly backups that are kept: two weeks. */
export const MAX_NIGHTLY_BACKUPS = 14;
export const NIGHTLY_SCHEDULE = '30 7 * * *';

const folderOf = (deps: BackupDeps) => join(deps.config.DATA_DIR, 'backups');

/** Streams a backup to whoever asked for it. */
export async function sendBackup(
  deps: BackupDeps,
  actor: AuditActor,
  name: string,
  into: Writable,
  signal: AbortSignal,
): Promise<void> {
  const madeAt = deps.clock.now();
  const result = await writeBackup(deps, into, signal);
  await deps.db.transaction(async (trx) => {
    await recordBackup(trx, {
      ...result,
      madeAt,
      kind: 'manual',
      place: 'download',
      name,
      madeBy: actor?.name ?? 'Command line',
    });
    await audit(trx, actor, {
      at: madeAt,
      action: 'backup.made',
      subject: 'backup',
      subjectId: name,
      note: `Downloaded the backup ${name}.`,
    });
  });
}

/** Tonight's backup, in the folder of backups or the S3 store, and the oldest go. */
export async function makeNightlyBackup(deps: BackupDeps): Promise<void> {
  await deps.db.transaction(async (trx) => {
    if (!(await tryBackupLock(trx))) return;
    const madeAt = deps.clock.now();
    const [last] = await findNightlyBackups(trx);
    // The job may run twice; one night needs one backup.
    if (last && madeAt.getTime() - last.madeAt.getTime() < 6 * 3_600_000) return;
    const name = buildBackupName(madeAt);
    const path = join(folderOf(deps), name);
    await mkdir(folderOf(deps), { recursive: true, mode: 0o700 });
    try {
      const result = await writeBackup(
        deps,
        createWriteStream(`${path}.part`, { mode: 0o600 }),
        new AbortController().signal,
      );
      const s3 = hasS3(deps.config);
      if (s3) await uploadBackup(deps.config, name, `${path}.part`, result.bytes);
      else await rename(`${path}.part`, path);
      await recordBackup(trx, {
        ...result,
        madeAt,
        kind: 'nightly',
        place: s3 ? 's3' : 'folder',
        name,
        madeBy: 'Schedule',
      });
    } finally {
      await rm(`${path}.part`, { force: true });
    }
    for (const old of (await findNightlyBackups(trx)).slice(MAX_NIGHTLY_BACKUPS)) await remove(deps, trx, old, madeAt);
  });
}

async function remove(deps: BackupDeps, trx: Deps['db'], old: BackupRow, at: Date): Promise<void> {
  try {
    if (old.place === 's3') await deleteBackup(deps.config, old.name);
    else await rm(join(folderOf(deps), old.name), { force: true });
    await markBackupRemoved(trx, old.id, at);
  } catch (error) {
    deps.log.warn({ err: error, backup: old.name }, 'an old backup could not be removed');
  }
}

export const listRecentBackups = (deps: Pick<Deps, 'db'>): Promise<BackupRow[]> => findRecentBackups(deps.db, 10);
