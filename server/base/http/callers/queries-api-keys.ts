import type { Knex } from 'knex';
import { Batches, GATHER_MS } from '#server/base/db/batches.ts';
import { prepared, rows } from '#server/base/db/knex.ts';
import type { Actor } from '../context.ts';

interface KeyRow extends Omit<Actor, 'carrier' | 'entitled' | 'groupId' | 'madeWith' | 'mustEnrol' | 'sessionId'> {
  keyId: number;
  keyName: string;
  groupId: number | null;
  groupName: string | null;
  scopes: string[];
  expiresAt: Date;
  lastUsedAt: Date | null;
  twoFactorRequired: boolean;
  twoFactorOn: boolean;
}

const findKeys = (db: Knex, hashes: readonly Buffer[]): Promise<(KeyRow & { keyHash: Buffer })[]> =>
  prepared(
    db,
    `select k.key_hash, k.id as key_id, k.name as key_name, k.group_id, g.name as group_name, k.scopes, k.expires_at,
       k.last_used_at, u.id as user_id, u.name, u.email,
       u.email_verified_at is not null as email_verified, u.role, u.subscription_plan, u.subscription_status,
       coalesce((select value = 'true' from system_settings where name = 'admin_two_factor_required'), false) as two_factor_required,
       exists (select from two_factor t where t.user_id = u.id and t.confirmed_at is not null) as two_factor_on
     from api_keys k left join groups g on g.id = k.group_id
     join users u on u.id = coalesce(k.user_id, g.owner_id) where k.key_hash = any(?)`,
    [hashes],
  );

const batches = new WeakMap<Knex, Batches<Buffer, KeyRow | undefined>>();

/**
 * Reads a key and the account that it acts as on every call, so that a revoked key stops at once on every server. Concurrent
 * calls are read together.
 */
export function findKey(db: Knex, hash: Buffer): Promise<KeyRow | undefined> {
  let batch = batches.get(db);
  if (!batch) {
    batch = new Batches(async (hashes) => {
      const found = await findKeys(db, hashes);
      const keys = new Map(found.map(({ keyHash, ...key }) => [keyHash.toString('hex'), key]));
      return hashes.map((one) => keys.get(one.toString('hex')));
    }, GATHER_MS);
    batches.set(db, batch);
  }
  return batch.add(hash);
}

export async function markKeyUsed(db: Knex, id: number, now: Date, before: Date): Promise<void> {
  await rows(
    db,
    'update api_keys set last_used_at = :now where id = :id and (last_used_at is null or last_used_at <= :before)',
    { id, now, before },
  );
}
