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

/** Nightly backups are kept for two weeks. */
export const MAX_NIGHTLY_BACKUPS = 14;
export const NIGHTLY_SCHEDULE = '30 7 * * *';

const getBackupFolder = (deps: BackupDeps) => join(deps.config.DATA_DIR, 'backups');

/** Streams a backup to the person who requested it, and records it. */
export async function sendBackup(
  deps: BackupDeps,
  actor: AuditActor,
  name: string,
  output: Writable,
  signal: AbortSignal,
): Promise<void> {
  const madeAt = deps.clock.now();
  const result = await writeBackup(deps, output, signal);
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

/** Saves the nightly backup in the backup folder or the S3 store, and deletes old ones. */
export async function makeNightlyBackup(deps: BackupDeps): Promise<void> {
  await deps.db.transaction(async (trx) => {
    if (!(await tryBackupLock(trx))) return;
    const madeAt = deps.clock.now();
    const [lastBackup] = await findNightlyBackups(trx);
    // A job can run twice, but one backup per night is enough.
    if (lastBackup && madeAt.getTime() - lastBackup.madeAt.getTime() < 6 * 3_600_000) return;
    const name = buildBackupName(madeAt);
    const path = join(getBackupFolder(deps), name);
    await mkdir(getBackupFolder(deps), { recursive: true, mode: 0o700 });
    try {
      const result = await writeBackup(
        deps,
        createWriteStream(`${path}.part`, { mode: 0o600 }),
        new AbortController().signal,
      );
      const usesS3 = hasS3(deps.config);
      if (usesS3) await uploadBackup(deps.config, name, `${path}.part`, result.bytes);
      else await rename(`${path}.part`, path);
      await recordBackup(trx, {
        ...result,
        madeAt,
        kind: 'nightly',
        place: usesS3 ? 's3' : 'folder',
        name,
        madeBy: 'Schedule',
      });
    } finally {
      await rm(`${path}.part`, { force: true });
    }
    for (const oldBackup of (await findNightlyBackups(trx)).slice(MAX_NIGHTLY_BACKUPS))
      await removeBackup(deps, trx, oldBackup, madeAt);
  });
}

async function removeBackup(deps: BackupDeps, trx: Deps['db'], backup: BackupRow, at: Date): Promise<void> {
  try {
    if (backup.place === 's3') await deleteBackup(deps.config, backup.name);
    else await rm(join(getBackupFolder(deps), backup.name), { force: true });
    await markBackupRemoved(trx, backup.id, at);
  } catch (error) {
    deps.log.warn({ err: error, backup: backup.name }, 'could not remove an old backup');
  }
}

export const listRecentBackups = (deps: Pick<Deps, 'db'>): Promise<BackupRow[]> => findRecentBackups(deps.db, 10);
