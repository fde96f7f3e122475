import type { Knex } from 'knex';
import { groupGrants, type GroupRole } from '#shared/groups/group-roles.ts';
import { rows } from '#server/base/db/knex.ts';
import { lockAccount } from './queries.ts';

export interface KeyRow {
  id: number;
  name: string;
  hint: string;
  scopes: string[];
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
  userId: number | null;
  groupId: number | null;
  groupName: string | null;
  madeBy: string | null;
  madeById: number | null;
}

/** The keys of a person, and of the groups in which they may manage keys. */
const KEYS = `select k.id, k.name, k.hint, k.scopes, k.created_at, k.expires_at, k.last_used_at, k.user_id, k.group_id,
    g.name as group_name, m.name as made_by, k.made_by as made_by_id
  from api_keys k left join groups g on g.id = k.group_id left join users m on m.id = k.made_by
  where (k.user_id = :userId or k.group_id in (
    select group_id from group_roles(:userId) where role = any(cast(:roles as text[]))))`;
const roles = groupGrants.keys;

export const listKeys = (db: Knex, userId: number): Promise<KeyRow[]> =>
  rows(db, `${KEYS} order by k.id`, { userId, roles });

export async function findKeyFor(db: Knex, userId: number, id: number): Promise<KeyRow | undefined> {
  const [row] = await rows<KeyRow>(db, `${KEYS} and k.id = :id`, { userId, roles, id });
  return row;
}

interface KeyGroup {
  id: number;
  name: string;
  ownerId: number;
  role: GroupRole;
}

/** Locks a group in which the person has a role. */
export async function lockGroupOf(trx: Knex, userId: number, id: number): Promise<KeyGroup | undefined> {
  const [row] = await rows<KeyGroup>(
    trx,
    `select g.id, g.name, g.owner_id, r.role from group_roles(:userId) r join groups g on g.id = r.group_id
     where g.id = :id for update of g`,
    { userId, id },
  );
  return row;
}

/** Locks the account, and counts its keys that haven't expired. `lockGroupOf` has locked a group. */
export async function lockAndCountKeys(
  trx: Knex,
  keeper: { userId: number } | { groupId: number },
  now: Date,
): Promise<number> {
  if ('userId' in keeper) await lockAccount(trx, keeper.userId);
  const [count] = (await trx('apiKeys').where(keeper).where('expiresAt', '>', now).count({ n: '*' })) as [
    { n: number },
  ];
  return Number(count.n);
}

export async function insertKey(
  trx: Knex,
  key: {
    userId: number | null;
    groupId: number | null;
    madeBy: number | null;
    name: string;
    scopes: string[];
    keyHash: Buffer;
    hint: string;
    createdAt: Date;
    expiresAt: Date;
  },
): Promise<number> {
  const [row] = (await trx('apiKeys').insert(key).returning('id')) as [{ id: number }];
  return row.id;
}

/** Ends a key at this time, unless it ends earlier. */
export async function endKeyBy(trx: Knex, id: number, at: Date): Promise<void> {
  await trx('apiKeys').where({ id }).where('expiresAt', '>', at).update({ expiresAt: at });
}

export async function deleteKey(trx: Knex, id: number): Promise<boolean> {
  return (await trx('apiKeys').where({ id }).delete()) === 1;
}

/** Deletes the keys of a person, those they made for groups, and those of the groups they own. */
export async function deleteKeys(trx: Knex, userId: number): Promise<void> {
  await rows(
    trx,
    `delete from api_keys where user_id = :userId or made_by = :userId
       or group_id in (select id from groups where owner_id = :userId)`,
    { userId },
  );
}

export async function deleteKeysExpiredBefore(db: Knex, before: Date): Promise<void> {
  await db('apiKeys').where('expiresAt', '<', before).delete();
}
