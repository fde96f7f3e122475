import type { Knex } from 'knex';
import { rows } from '#server/db/knex.ts';

export interface SessionRow {
  id: string;
  kind: 'web' | 'desktop';
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

export const listSessions = (db: Knex, userId: number, now: Date, idleSince: Date): Promise<SessionRow[]> =>
  db<SessionRow>('authSessions')
    .where({ userId } as never)
    .where('expiresAt', '>', now)
    .where('lastSeenAt', '>=', idleSince)
    .orderBy('lastSeenAt', 'desc')
    .select('id', 'kind', 'ipAddress', 'userAgent', 'createdAt', 'lastSeenAt', 'expiresAt') as Promise<SessionRow[]>;

export async function deleteSession(trx: Knex, userId: number, id: string): Promise<boolean> {
  return (await trx('authSessions').where({ userId, id }).delete()) === 1;
}

export async function deleteSessions(trx: Knex, userId: number, except?: string): Promise<void> {
  const sessions = trx('authSessions').where({ userId });
  await (except ? sessions.whereNot({ id: except }) : sessions).delete();
}

/** True if the account has a session from this IP address. */
export async function hasSessionFromAddress(db: Knex, email: string, ip: string): Promise<boolean> {
  const [row] = await rows<{ exists: boolean }>(
    db,
    `select exists (select from auth_sessions s join users u on u.id = s.user_id
       where u.email = :email and s.ip_address = :ip) as exists`,
    { email, ip },
  );
  return row!.exists;
}

/** Deletes sessions that expired or stayed idle beyond the longest timeout, and expired two-factor challenges. */
export async function deleteExpiredSessions(db: Knex, now: Date, quietSince: Date): Promise<void> {
  await db('authSessions').where('expiresAt', '<', now).orWhere('lastSeenAt', '<', quietSince).delete();
  await db('signInChallenges').where('expiresAt', '<', now).delete();
}
