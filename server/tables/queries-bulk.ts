import type { Knex } from 'knex';
import type { Role } from '#shared/roles.ts';
import { rows } from '#server/base/db/knex.ts';
import { allOf, SqlText } from '#server/base/tables/sql-text.ts';
import type { TableSource } from '#server/base/tables/table-source.ts';

type BulkStatus = 'previewed' | 'applying' | 'applied' | 'undoing' | 'undone';
export interface BulkRow {
  id: number;
  tableName: string;
  action: string;
  value: unknown;
  groupId: number | null;
  /** Null if the account was deleted. */
  userId: number | null;
  undoneBy: number | null;
  status: BulkStatus;
  stopped: string | null;
}
export interface PendingRow {
  rowId: number;
  version: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}
export interface Outcome {
  rowId: number;
  outcome: 'changed' | 'unchanged' | 'skipped' | 'restored' | 'kept';
  reason?: string;
  before?: object | null;
  after?: object | null;
}

export async function insertBulkChange(
  trx: Knex,
  change: {
    tableName: string;
    action: string;
    value: unknown;
    userId: number;
    groupId: number | null;
    createdAt: Date;
  },
): Promise<number> {
  const value = change.value === null ? null : JSON.stringify(change.value);
  const [row] = (await trx('bulkChanges')
    .insert({ ...change, value })
    .returning('id')) as [{ id: number }];
  return row.id;
}

/** Stores the ids and versions of the matching rows, at most `limit`, and returns how many there are. */
export async function insertMatchingRows(
  trx: Knex,
  id: number,
  source: TableSource,
  version: string,
  condition: SqlText,
  limit: number,
): Promise<number> {
  const sql = new SqlText()
    .add(
      `with added as (insert into bulk_change_rows (bulk_change_id, row_id, version)
         select cast(? as integer), ${source.id}, ${version} from ${source.from} where `,
      id,
    )
    .append(condition)
    .add(` order by ${source.id} limit ? returning 1) select count(*) as n from added`, limit);
  const [count] = await rows<{ n: number }>(trx, sql.text, sql.bindings);
  return count!.n;
}

export const idCondition = (source: TableSource, base: SqlText, ids: readonly number[]): SqlText =>
  allOf([base, new SqlText().add(`${source.id} = any(cast(? as integer[]))`, ids)]);

export async function findBulkChange(db: Knex, id: number, { lock = false } = {}): Promise<BulkRow | undefined> {
  const [row] = await rows<BulkRow>(db, `select * from bulk_changes where id = ? ${lock ? 'for update' : ''}`, [id]);
  return row;
}

export const updateBulkChange = async (
  trx: Knex,
  id: number,
  change: Partial<Pick<BulkRow, 'status' | 'undoneBy' | 'stopped'>>,
): Promise<void> => void (await trx('bulkChanges').where({ id }).update(change));

/** Lets an undo try the rows again that an earlier one kept. */
export const retryKeptRows = async (trx: Knex, id: number): Promise<void> =>
  void (await trx('bulkChangeRows')
    .where({ bulkChangeId: id, outcome: 'kept' })
    .update({ outcome: 'changed', reason: null }));

export const countOutcomes = (
  db: Knex,
  id: number,
): Promise<{ outcome: Outcome['outcome'] | null; reason: string | null; n: number }[]> =>
  rows(
    db,
    `select outcome, reason, count(*) as n from bulk_change_rows where bulk_change_id = ? group by 1, 2 order by 3 desc`,
    [id],
  );

export const findKeptRows = (db: Knex, id: number, limit: number): Promise<{ id: number; reason: string }[]> =>
  rows(
    db,
    `select row_id as id, reason from bulk_change_rows where bulk_change_id = ? and outcome = 'kept' order by row_id limit ?`,
    [id, limit],
  );

/** Locks the next rows to apply, or to undo. */
export const lockNextRows = (trx: Knex, id: number, toUndo: boolean, limit: number): Promise<PendingRow[]> =>
  rows(
    trx,
    `select row_id, version, before, after from bulk_change_rows
     where bulk_change_id = ? and ${toUndo ? "outcome = 'changed'" : 'outcome is null'} order by row_id limit ? for update`,
    [id, limit],
  );

/** Locks a row of the list and returns its version, or null if it no longer belongs to the list. */
export async function lockVersion(
  trx: Knex,
  source: TableSource,
  version: string,
  base: SqlText,
  rowId: number,
): Promise<string | null> {
  const sql = new SqlText()
    .add(`select ${version} as version from ${source.from} where ${source.id} = ? and `, rowId)
    .append(base)
    .add(` for update of ${source.id.split('.')[0]!}`);
  const [row] = await rows<{ version: string }>(trx, sql.text, sql.bindings);
  return row?.version ?? null;
}

export async function writeOutcomes(trx: Knex, id: number, outcomes: readonly Outcome[]): Promise<void> {
  await rows(
    trx,
    `update bulk_change_rows r set outcome = o.outcome, reason = o.reason, before = coalesce(o.before, r.before), after = coalesce(o.after, r.after)
     from jsonb_to_recordset(cast(? as jsonb)) as o (row_id integer, outcome text, reason text, before jsonb, after jsonb)
     where r.bulk_change_id = ? and r.row_id = o.row_id`,
    [JSON.stringify(outcomes.map(({ rowId, ...rest }) => ({ row_id: rowId, ...rest }))), id],
  );
}

export async function findStaffMember(
  db: Knex,
  id: number | null,
): Promise<{ userId: number; name: string; email: string; role: Role } | undefined> {
  const [user] = await rows<{ userId: number; name: string; email: string; role: Role }>(
    db,
    'select id as user_id, name, email, role from users where id = ?',
    [id],
  );
  return user;
}

export const deleteOldChanges = (db: Knex, before: Date): Promise<number> =>
  db('bulkChanges').where('createdAt', '<', before).delete();
