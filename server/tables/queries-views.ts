import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

export interface ViewRow {
  id: number;
  name: string;
  search: string;
  isShared: boolean;
  isOwn: boolean;
  canDelete: boolean;
  ownerName: string;
}

export const findViews = (
  db: Knex,
  tableName: string,
  { userId, isAdmin }: { userId: number; isAdmin: boolean },
): Promise<ViewRow[]> =>
  rows(
    db,
    `select v.id, v.name, v.search, v.is_shared, v.user_id = :userId as is_own, v.user_id = :userId or :isAdmin as can_delete, u.name as owner_name
     from table_views v join users u on u.id = v.user_id
     where v.table_name = :tableName and (v.user_id = :userId or v.is_shared) order by lower(v.name), v.id`,
    { tableName, userId, isAdmin },
  );

export async function countOwnViews(trx: Knex, tableName: string, userId: number, name: string): Promise<number> {
  const [count] = await rows<{ n: number }>(
    trx,
    'select count(*) as n from table_views where table_name = ? and user_id = ? and name <> ?',
    [tableName, userId, name],
  );
  return count!.n;
}

export async function upsertView(
  trx: Knex,
  view: { tableName: string; userId: number; name: string; search: string; isShared: boolean; updatedAt: Date },
): Promise<number> {
  const [row] = (await trx('tableViews')
    .insert(view)
    .onConflict(['tableName', 'userId', 'name'])
    .merge(['search', 'isShared', 'updatedAt'])
    .returning('id')) as [{ id: number }];
  return row.id;
}

/** Deletes a view of the caller, or with `anyShared` a shared one of a colleague. Returns what was deleted. */
export async function deleteView(
  trx: Knex,
  id: number,
  userId: number,
  { anyShared }: { anyShared: boolean },
): Promise<{ userId: number; tableName: string; name: string } | undefined> {
  const [deleted] = await rows<{ userId: number; tableName: string; name: string }>(
    trx,
    `delete from table_views where id = :id and (user_id = :userId or (:anyShared and is_shared))
     returning user_id, table_name, name`,
    { id, userId, anyShared },
  );
  return deleted;
}
