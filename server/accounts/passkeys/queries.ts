import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { lockAccount } from '../queries.ts';

interface PasskeyRow {
  id: number;
  userId: number;
  name: string;
  credentialId: string;
  publicKey: Buffer;
  uses: number;
  transports: string[];
  canSync: boolean;
  isSynced: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export const listPasskeys = (db: Knex, userId: number): Promise<PasskeyRow[]> =>
  db('passkeys').where({ userId }).orderBy('id') as Promise<PasskeyRow[]>;

export const findPasskey = (db: Knex, credentialId: string): Promise<PasskeyRow | undefined> =>
  db('passkeys').where({ credentialId }).first() as Promise<PasskeyRow | undefined>;

export async function lockAndCountPasskeys(trx: Knex, userId: number): Promise<number> {
  await lockAccount(trx, userId);
  const [count] = await rows<{ n: number }>(trx, 'select count(*) as n from passkeys where user_id = :userId', {
    userId,
  });
  return count!.n;
}

/** Undefined if the device's key is in use already. */
export async function insertPasskey(
  trx: Knex,
  passkey: Omit<PasskeyRow, 'id' | 'lastUsedAt'>,
): Promise<PasskeyRow | undefined> {
  const [row] = (await trx('passkeys')
    .insert(passkey)
    .onConflict('credential_id')
    .ignore()
    .returning('*')) as PasskeyRow[];
  return row;
}

/** Records a login. False if the device's count of uses didn't grow, which means that the key was copied. */
export async function countUse(
  trx: Knex,
  id: number,
  { uses, isSynced, at }: { uses: number; isSynced: boolean; at: Date },
): Promise<boolean> {
  const counted = await rows(
    trx,
    `update passkeys set uses = :uses, is_synced = :isSynced, last_used_at = :at
     where id = :id and (uses < :uses or (uses = 0 and :uses = 0)) returning id`,
    { id, uses, isSynced, at },
  );
  return counted.length === 1;
}

export async function deletePasskey(trx: Knex, userId: number, id: number): Promise<PasskeyRow | undefined> {
  const [row] = (await trx('passkeys').where({ userId, id }).delete().returning('*')) as PasskeyRow[];
  return row;
}

export async function deletePasskeys(trx: Knex, userId: number): Promise<void> {
  await trx('passkeys').where({ userId }).delete();
}
