import { retention } from '#shared/policies/retention.ts';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Deps } from '#server/base/http/context.ts';
import { notFound } from '#server/base/http/errors.ts';
import { audit, type AuditActor } from '#server/audit/audit.ts';
import { buildBackupName, writeBackup, type WriteOptions } from './write-backup.ts';
import {
  findRecentBackups,
  findStoredBackups,
  markBackupChecked,
  markBackupRemoved,
  recordBackup,
  tryBackupLock,
  type BackupRow,
  type ListedBackup,
} from './queries-stored.ts';
import { deleteBackup, hasS3, openS3Backup, uploadBackup } from './s3.ts';

type BackupDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'log' | 'secret'>;

/** Nightly backups are kept for two weeks. */
export const MAX_NIGHTLY_BACKUPS = retention.nightlyBackups;
export const MAX_MANUAL_BACKUPS = 10;
export const NIGHTLY_SCHEDULE = '30 7 * * *';
const MAX_PART_AGE_MS = 6 * 3_600_000;

const getBackupFolder = (deps: Pick<Deps, 'config'>) => join(deps.config.DATA_DIR, 'backups');

/** Streams a backup to the person who requested it, and records it. */
export async function sendBackup(
  deps: BackupDeps,
  actor: AuditActor,
  name: string,
  output: Writable,
  signal: AbortSignal,
): Promise<void> {
  const madeAt = deps.clock.now();
  const result = await writeBackup(deps, output, { signal });
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
    const [lastBackup] = await findStoredBackups(trx, 'nightly');
    // A job can run twice, but one backup per night is enough.
    if (lastBackup && madeAt.getTime() - lastBackup.madeAt.getTime() < 6 * 3_600_000) return;
    await storeBackup(deps, trx, {
      name: buildBackupName(madeAt),
      kind: 'nightly',
      madeBy: 'Schedule',
      signal: new AbortController().signal,
    });
    await removeOldBackups(deps, trx, 'nightly', MAX_NIGHTLY_BACKUPS);
  });
}

/** Writes a backup to the folder or the store, reads it back, and records it. A failure leaves no file. */
export async function storeBackup(
  deps: BackupDeps,
  trx: Deps['db'],
  { name, kind, madeBy, ...options }: Pick<BackupRow, 'name' | 'kind' | 'madeBy'> & WriteOptions,
): Promise<number> {
  const madeAt = deps.clock.now();
  const folder = getBackupFolder(deps);
  const path = join(folder, name);
  const usesS3 = hasS3(deps.config);
  let isUploaded = false;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const output = createWriteStream(`${path}.part`, { mode: 0o600, flush: true });
    const result = await writeBackup(deps, output, options);
    if (usesS3) await uploadBackup(deps.config, name, `${path}.part`, result.bytes);
    else await rename(`${path}.part`, path);
    isUploaded = usesS3;
    const place = usesS3 ? 's3' : 'folder';
    if ((await hashBackup(deps, { name, place })) !== result.sha256)
      throw new Error(`The backup ${name} differs from what was written`);
    return await recordBackup(trx, { ...result, madeAt, kind, place, name, madeBy, checkedAt: madeAt, damaged: false });
  } catch (error) {
    await rm(path, { force: true });
    if (isUploaded) await deleteBackup(deps.config, name).catch(() => undefined);
    throw error;
  } finally {
    await rm(`${path}.part`, { force: true });
  }
}

export async function removeOldBackups(
  deps: BackupDeps,
  trx: Deps['db'],
  kind: BackupRow['kind'],
  limit: number,
): Promise<void> {
  for (const backup of (await findStoredBackups(trx, kind)).slice(limit)) {
    try {
      if (backup.place === 's3') await deleteBackup(deps.config, backup.name);
      else await rm(join(getBackupFolder(deps), backup.name), { force: true });
      await markBackupRemoved(trx, backup.id, deps.clock.now());
    } catch (error) {
      deps.log.warn({ err: error, backup: backup.name }, 'could not remove an old backup');
    }
  }
}

type BackupFile = Pick<BackupRow, 'name' | 'place'>;

/** Opens a stored backup. Refuses one that was downloaded, or whose file is on another machine. */
export async function openBackup(deps: Pick<Deps, 'config'>, { name, place }: BackupFile): Promise<Readable> {
  if (place === 'download') throw notFound('This backup was downloaded and isn’t stored on the server.');
  if (place === 's3') return openS3Backup(deps.config, name);
  const path = join(getBackupFolder(deps), name);
  if (!(await stat(path).catch(() => null))?.isFile())
    throw notFound('The file of this backup isn’t on this server. It may have been moved or deleted.');
  return createReadStream(path, { highWaterMark: 2 ** 18 });
}

async function hashBackup(deps: Pick<Deps, 'config'>, file: BackupFile): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(await openBackup(deps, file), hash);
  return hash.digest('hex');
}

/** Compares the checksum of a stored file with the recorded one, and records the result. */
export async function isBackupIntact(deps: BackupDeps, backup: BackupRow): Promise<boolean> {
  const isIntact = (await hashBackup(deps, backup)) === backup.sha256;
  await markBackupChecked(deps.db, backup.id, deps.clock.now(), !isIntact);
  return isIntact;
}

/** Deletes files that a killed server was still writing. */
export async function deleteAbandonedParts(deps: Pick<Deps, 'config'>, now = Date.now()): Promise<void> {
  const folder = getBackupFolder(deps);
  for (const name of await readdir(folder).catch(() => [])) {
    const file = name.endsWith('.part') ? await stat(join(folder, name)).catch(() => null) : null;
    if (file && now - file.mtimeMs > MAX_PART_AGE_MS) await rm(join(folder, name), { force: true });
  }
}

export const listRecentBackups = (deps: Pick<Deps, 'db'>): Promise<ListedBackup[]> => findRecentBackups(deps.db, 40);
