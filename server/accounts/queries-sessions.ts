import type { Knex } from 'knex';
import type { LoginMethod } from '#shared/accounts/login-methods.ts';
import { rows } from '#server/base/db/knex.ts';

interface SessionRow {
  id: string;
  kind: 'web' | 'desktop';
  /** Null for sessions that are older than this column. */
  method: LoginMethod | null;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
}

export async function insertSession(
  trx: Knex,
  session: Omit<SessionRow, 'id'> & { userId: number; tokenHash: Buffer },
): Promise<string> {
  const [row] = (await trx('authSessions').insert(session).returning('id')) as [{ id: string }];
  return row.id;
}

export async function markPasswordConfirmed(db: Knex, id: string, at: Date): Promise<void> {
  await db('authSessions').where({ id }).update({ passwordConfirmedAt: at });
}

/** When the password was last entered in this session. */
export async function findPasswordTime(db: Knex, id: string): Promise<Date | undefined> {
  const [row] = await rows<{ at: Date }>(
    db,
    'select coalesce(password_confirmed_at, created_at) as at from auth_sessions where id = ?',
    [id],
  );
  return row?.at;
}

export const listSessions = (db: Knex, userId: number, now: Date, idleSince: Date): Promise<SessionRow[]> =>
  db<SessionRow>('authSessions')
    .where({ userId } as never)
    .where('expiresAt', '>', now)
    .where('lastSeenAt', '>=', idleSince)
    .orderBy('lastSeenAt', 'desc')
    .select('id', 'kind', 'method', 'ipAddress', 'userAgent', 'createdAt', 'lastSeenAt', 'expiresAt') as Promise<
    SessionRow[]
  >;

export async function deleteSession(trx: Knex, userId: number, id: string): Promise<boolean> {
  return (await trx('authSessions').where({ userId, id }).delete()) === 1;
}

export async function deleteSessions(trx: Knex, userId: number, except?: string): Promise<void> {
  const sessions = trx('authSessions').where({ userId });
  await (except ? sessions.whereNot({ id: except }) : sessions).delete();
}

/** True if the account logged in or reset its password from this network lately. */
export async function isKnownNetwork(db: Knex, email: string, addressHash: Buffer): Promise<boolean> {
  const found = await rows(
    db,
    `select from known_addresses k join users u on u.id = k.user_id
     where u.email = :email and k.address_hash = :addressHash`,
    { email, addressHash },
  );
  return found.length > 0;
}

/** The address this account logged in from lately, and the user agents of its sessions. */
export async function findLoginHistory(
  trx: Knex,
  userId: number,
  addressHash: Buffer,
): Promise<{ isKnownAddress: boolean; userAgents: { userAgent: string | null; kind: 'web' | 'desktop' }[] }> {
  const address = (await trx('knownAddresses').where({ userId, addressHash }).first('userId')) as object | undefined;
  const userAgents = (await trx('authSessions').where({ userId }).limit(100).select('userAgent', 'kind')) as {
    userAgent: string | null;
    kind: 'web' | 'desktop';
  }[];
  return { isKnownAddress: address !== undefined, userAgents };
}

export async function saveKnownAddress(trx: Knex, userId: number, addressHash: Buffer, at: Date): Promise<void> {
  await trx('knownAddresses')
    .insert({ userId, addressHash, lastLoginAt: at })
    .onConflict(['user_id', 'address_hash'])
    .merge();
}

export async function deleteOldAddresses(db: Knex, before: Date): Promise<void> {
  await db('knownAddresses').where('lastLoginAt', '<', before).delete();
}

/** Deletes sessions that expired or stayed idle beyond the longest timeout, and expired two-factor challenges. */
export async function deleteExpiredSessions(db: Knex, now: Date, quietSince: Date): Promise<void> {
  await db('authSessions').where('expiresAt', '<', now).orWhere('lastSeenAt', '<', quietSince).delete();
  await db('signInChallenges').where('expiresAt', '<', now).delete();
}
