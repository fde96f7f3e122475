import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idParam, sentTime } from '../values.ts';

const backupInfo = z.object({
  id: z.int(),
  madeAt: sentTime,
  kind: z.enum(['manual', 'nightly']),
  place: z.enum(['download', 'folder', 's3']),
  name: z.string(),
  bytes: z.number(),
  rows: z.number(),
  sha256: z.string(),
  madeBy: z.string(),
  /** When the stored file was last read back. */
  checkedAt: sentTime.nullable(),
  /** Null until the file has been read back. */
  damaged: z.boolean().nullable(),
  /** The last restore drill of this backup. */
  drill: z.object({ at: sentTime, passed: z.boolean(), message: z.string() }).nullable(),
});
export type BackupInfo = z.output<typeof backupInfo>;

const backupRun = z.object({
  id: z.int(),
  kind: z.enum(['backup', 'restore', 'drill']),
  status: z.enum(['waiting', 'running', 'ready', 'done', 'failed', 'canceled', 'discarded']),
  backupId: z.int().nullable(),
  backupName: z.string().nullable(),
  backupMadeAt: sentTime.nullable(),
  startedAt: sentTime,
  finishedAt: sentTime.nullable(),
  userName: z.string(),
  phase: z.string(),
  /** From 0 to 1. */
  share: z.number(),
  message: z.string().nullable(),
  /** The comparison of a restored copy with the live tables. */
  report: z
    .array(
      z.object({
        table: z.string(),
        backupRows: z.number(),
        liveRows: z.number(),
        onlyInBackup: z.number(),
        onlyLive: z.number(),
        different: z.number(),
      }),
    )
    .nullable(),
});
export type BackupRun = z.output<typeof backupRun>;
export type TableComparison = NonNullable<BackupRun['report']>[number];

const started = z.object({ id: z.int() });
const password = z.string().min(1, 'Please enter your password.').max(1000, "That's not your password.");

export const listBackups = endpoint('GET', '/api/admin/backups', {
  summary: 'List recent backups and what is being done with them, newest first',
  reply: z.object({
    backups: z.array(backupInfo),
    runs: z.array(backupRun),
    /** Cron expressions in UTC. */
    nightly: z.string(),
    drill: z.string(),
  }),
});
export const createBackup = endpoint('POST', '/api/admin/backups', {
  summary: 'Start a backup that is stored on the server',
  reply: started,
  errors: { backup_running: 409 },
});
export const storedBackup = endpoint('GET', '/api/admin/backups/:id/file', {
  summary: 'Download a stored backup',
  params: idParam,
  streams: 'application/gzip',
  download: true,
});
export const restoreBackupCopy = endpoint('POST', '/api/admin/backups/:id/restore', {
  summary: 'Restore a backup into a separate copy and compare it with the live tables, which stay as they are',
  params: idParam,
  body: z.object({ password }),
  reply: started,
  errors: { backup_running: 409, copy_exists: 409, not_stored: 409 },
});
export const testBackup = endpoint('POST', '/api/admin/backups/:id/test', {
  summary: 'Restore a backup into a separate copy, verify it, and discard the copy',
  params: idParam,
  reply: started,
  errors: { backup_running: 409, not_stored: 409 },
});
export const getBackupRun = endpoint('GET', '/api/admin/backup-runs/:id', {
  summary: 'Get a backup, restore, or restore drill with its progress and result',
  params: idParam,
  reply: backupRun,
});
export const cancelBackupRun = endpoint('POST', '/api/admin/backup-runs/:id/cancel', {
  summary: 'Cancel a backup, restore, or restore drill',
  params: idParam,
  reply: backupRun,
});
export const discardBackupCopy = endpoint('POST', '/api/admin/backup-runs/:id/discard', {
  summary: 'Discard a restored copy',
  params: idParam,
  reply: backupRun,
});
