import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { lockAccount } from './queries.ts';

interface KeyRow {
  id: number;
  name: string;
  hint: string;
  scopes: string[];
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
}

const COLUMNS = ['id', 'name', 'hint', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt'];

export const listKeys = (db: Knex, userId: number): Promise<KeyRow[]> =>
  db('apiKeys').where({ userId }).orderBy('id').select(COLUMNS) as Promise<KeyRow[]>;

/** Locks the account, and counts its keys that haven't expired. */
export async function lockAndCountKeys(trx: Knex, userId: number, now: Date): Promise<number> {
  await lockAccount(trx, userId);
  const [count] = await rows<{ n: number }>(
    trx,
    'select count(*) as n from api_keys where user_id = :userId and expires_at > :now',
    { userId, now },
  );
  return count!.n;
}

export async function insertKey(
  trx: Knex,
  key: Omit<KeyRow, 'id' | 'lastUsedAt'> & { userId: number; keyHash: Buffer },
): Promise<KeyRow> {
  const [row] = (await trx('apiKeys').insert(key).returning(COLUMNS)) as [KeyRow];
  return row;
}

export const findOwnKey = (trx: Knex, userId: number, id: number): Promise<KeyRow | undefined> =>
  trx('apiKeys').where({ userId, id }).first(COLUMNS) as Promise<KeyRow | undefined>;

/** Ends a key at this time, unless it ends earlier. */
export async function endKeyBy(trx: Knex, id: number, at: Date): Promise<void> {
  await trx('apiKeys').where({ id }).where('expiresAt', '>', at).update({ expiresAt: at });
}

export async function deleteKey(trx: Knex, userId: number, id: number): Promise<KeyRow | undefined> {
  const [row] = (await trx('apiKeys').where({ userId, id }).delete().returning(COLUMNS)) as KeyRow[];
  return row;
}

export async function deleteKeys(trx: Knex, userId: number): Promise<void> {
  await trx('apiKeys').where({ userId }).delete();
}

export async function deleteKeysExpiredBefore(db: Knex, before: Date): Promise<void> {
  await db('apiKeys').where('expiresAt', '<', before).delete();
}
