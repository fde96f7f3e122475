import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import type { SectionSums } from './backup-format.ts';

export interface BackupRow {
  id: number;
  madeAt: Date;
  kind: 'manual' | 'nightly';
  place: 'download' | 'folder' | 's3';
  name: string;
  bytes: number;
  sha256: string;
  rows: number;
  madeBy: string;
  /** Row counts and checksums by section. Null for backups of earlier releases. */
  sections: SectionSums | null;
  /** When its file was last read back, and whether it was damaged. */
  checkedAt: Date | null;
  damaged: boolean | null;
}
const COLUMNS = `b.id, b.made_at, b.kind, b.place, b.name, b.bytes, b.sha256, b.rows, b.made_by, b.sections, b.checked_at, b.damaged`;

export async function recordBackup(
  db: Knex,
  { sections, ...backup }: Omit<BackupRow, 'id' | 'checkedAt' | 'damaged'> & { checkedAt?: Date; damaged?: boolean },
): Promise<number> {
  const [row] = (await db('backups')
    .insert({ ...backup, sections: JSON.stringify(sections) })
    .returning('id')) as [{ id: number }];
  return row.id;
}

export interface ListedBackup extends Omit<BackupRow, 'sections'> {
  drilledAt: Date | null;
  drillStatus: string | null;
  drillMessage: string | null;
}
/** Lists recent backups, each with its last restore drill. */
export const findRecentBackups = (db: Knex, limit: number) =>
  rows<ListedBackup>(
    db,
    `select ${COLUMNS.replace('b.sections, ', '')}, d.finished_at as drilled_at, d.status as drill_status, d.message as drill_message
     from backups b left join lateral (
       select r.finished_at, r.status, r.message from backup_runs r
       where r.backup_id = b.id and r.kind = 'drill' and r.status in ('done', 'failed') order by r.id desc limit 1) d on true
     where b.removed_at is null order by b.made_at desc, b.id desc limit ?`,
    [limit],
  );
export async function findBackup(db: Knex, id: number): Promise<BackupRow | null> {
  const [backup] = await rows<BackupRow>(
    db,
    `select ${COLUMNS} from backups b where b.id = ? and b.removed_at is null`,
    [id],
  );
  return backup ?? null;
}
/** Lists backups that this server stores, newest first. */
export const findStoredBackups = (db: Knex, kind?: BackupRow['kind']) =>
  rows<BackupRow>(
    db,
    `select ${COLUMNS} from backups b where b.removed_at is null and b.place <> 'download'
     ${kind ? 'and b.kind = :kind' : ''} order by b.made_at desc, b.id desc`,
    kind ? { kind } : {},
  );
export const markBackupRemoved = (db: Knex, id: number, at: Date) =>
  db('backups').where({ id }).update({ removedAt: at });
export const markBackupChecked = (db: Knex, id: number, at: Date, damaged: boolean) =>
  db('backups').where({ id }).update({ checkedAt: at, damaged });

/** Locks the nightly backup, so that only one of several servers makes it. */
export async function tryBackupLock(trx: Knex): Promise<boolean> {
  const [lock] = await rows<{ acquired: boolean }>(trx, `select pg_try_advisory_xact_lock(724003, 0) as acquired`);
  return lock!.acquired;
}
