import type { Knex } from 'knex';
import type { Role, StaffRole } from '#shared/roles.ts';
import { rows } from '#server/base/db/knex.ts';

export const findMembers = (
  db: Knex,
): Promise<
  { id: number; name: string; email: string; role: StaffRole; twoFactor: boolean; lastSeenAt: Date | null }[]
> =>
  rows(
    db,
    `select u.id, u.name, u.email, u.role,
       exists (select from two_factor t where t.user_id = u.id and t.confirmed_at is not null) as two_factor,
       (select max(s.last_seen_at) from auth_sessions s where s.user_id = u.id) as last_seen_at
     from users u where u.role <> 'user' order by u.name, u.id`,
  );

export interface InvitationRow {
  id: number;
  email: string;
  role: StaffRole;
  invitedBy: string | null;
  invitedAt: Date;
  expiresAt: Date;
}
const INVITATIONS = `select i.id, i.email, i.role, u.name as invited_by, i.invited_at, i.expires_at
  from staff_invitations i left join users u on u.id = i.invited_by`;

export const findInvitations = (db: Knex): Promise<InvitationRow[]> =>
  rows(db, `${INVITATIONS} order by i.invited_at desc, i.id desc`);

export const findInvitation = async (db: Knex, tokenHash: Buffer): Promise<InvitationRow | undefined> =>
  (await rows<InvitationRow>(db, `${INVITATIONS} where i.token_hash = :tokenHash`, { tokenHash }))[0];

export const lockInvitation = async (trx: Knex, tokenHash: Buffer): Promise<InvitationRow | undefined> =>
  (await rows<InvitationRow>(trx, `${INVITATIONS} where i.token_hash = :tokenHash for update of i`, { tokenHash }))[0];

export async function upsertInvitation(
  trx: Knex,
  invitation: {
    email: string;
    role: StaffRole;
    tokenHash: Buffer;
    invitedBy: number;
    invitedAt: Date;
    expiresAt: Date;
  },
): Promise<number> {
  const [row] = await rows<{ id: number }>(
    trx,
    `insert into staff_invitations (email, role, token_hash, invited_by, invited_at, expires_at)
     values (:email, :role, :tokenHash, :invitedBy, :invitedAt, :expiresAt)
     on conflict (email) do update set role = excluded.role, token_hash = excluded.token_hash,
       invited_by = excluded.invited_by, invited_at = excluded.invited_at, expires_at = excluded.expires_at
     returning id`,
    { ...invitation },
  );
  return row!.id;
}

export const deleteInvitation = async (
  trx: Knex,
  id: number,
): Promise<{ email: string; role: StaffRole } | undefined> =>
  (
    await rows<{ email: string; role: StaffRole }>(
      trx,
      'delete from staff_invitations where id = ? returning email, role',
      [id],
    )
  )[0];

export const findRole = async (db: Knex, email: string): Promise<Role | undefined> =>
  (await rows<{ role: Role }>(db, 'select role from users where email = ?', [email]))[0]?.role;

/** Ends the account's other sessions, and shortens this one to the length of staff sessions. */
export async function limitSessions(trx: Knex, userId: number, sessionId: string, expiresAt: Date): Promise<void> {
  await trx('authSessions').where({ userId }).whereNot({ id: sessionId }).delete();
  await rows(trx, 'update auth_sessions set expires_at = least(expires_at, :expiresAt) where id = :sessionId', {
    sessionId,
    expiresAt,
  });
}
