import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

/** A listing without an owner has no managers either. */
export async function findRole(db: Knex, dentistId: number, userId: number): Promise<'owner' | 'manager' | null> {
  const [row] = await rows<{ owner: boolean; manager: boolean }>(
    db,
    `select coalesce(d.user_id = :userId, false) as owner,
       d.user_id is not null and exists (select from listing_managers m where m.dentist_id = d.id and m.user_id = :userId) as manager
     from dentists d where d.id = :dentistId and d.deleted_at is null`,
    { dentistId, userId },
  );
  if (row?.owner) return 'owner';
  return row?.manager ? 'manager' : null;
}

interface ManagerRow {
  id: number;
  dentistId: number;
  email: string;
  name: string | null;
  invitedAt: Date;
  expiresAt: Date | null;
  acceptedAt: Date | null;
}

export const findManagerRows = (db: Knex, dentistId: number): Promise<ManagerRow[]> =>
  rows(
    db,
    `select m.id, m.dentist_id, m.email, u.name, m.invited_at, m.expires_at, m.accepted_at
     from listing_managers m left join users u on u.id = m.user_id where m.dentist_id = ? order by m.id`,
    [dentistId],
  );

/** A repeated invitation replaces the pending one. Null if this person already manages the listing. */
export async function upsertInvitation(
  trx: Knex,
  invitation: {
    dentistId: number;
    email: string;
    tokenHash: Buffer;
    invitedBy: number;
    invitedAt: Date;
    expiresAt: Date;
  },
): Promise<number | null> {
  const [row] = await rows<{ id: number }>(
    trx,
    `insert into listing_managers as m (dentist_id, email, token_hash, invited_by, invited_at, expires_at)
     values (:dentistId, :email, :tokenHash, :invitedBy, :invitedAt, :expiresAt)
     on conflict (dentist_id, email) do update set token_hash = excluded.token_hash, invited_by = excluded.invited_by,
       invited_at = excluded.invited_at, expires_at = excluded.expires_at where m.accepted_at is null
     returning id`,
    { ...invitation },
  );
  return row?.id ?? null;
}

export async function lockInvitation(
  trx: Knex,
  tokenHash: Buffer,
): Promise<(ManagerRow & { userId: number | null }) | null> {
  const [row] = await rows<ManagerRow & { userId: number | null }>(
    trx,
    'select *, null as name from listing_managers where token_hash = ? for update',
    [tokenHash],
  );
  return row ?? null;
}

export async function findInvitation(
  db: Knex,
  tokenHash: Buffer,
  now: Date,
): Promise<{
  inviter: string;
  listing: string;
  city: string | null;
  state: string | null;
  email: string;
  hasAccount: boolean;
} | null> {
  const [row] = await rows<NonNullable<Awaited<ReturnType<typeof findInvitation>>>>(
    db,
    `select u.name as inviter, d.name as listing, d.city, d.state, m.email, exists (select from users where email = m.email) as has_account
     from listing_managers m join dentists d on d.id = m.dentist_id join users u on u.id = m.invited_by
     where m.token_hash = :tokenHash and m.accepted_at is null and m.expires_at > :now and d.deleted_at is null`,
    { tokenHash, now },
  );
  return row ?? null;
}

export async function acceptManager(trx: Knex, id: number, userId: number, at: Date): Promise<void> {
  await trx('listingManagers').where({ id }).update({ userId, acceptedAt: at, tokenHash: null, expiresAt: null });
}

export async function isManager(db: Knex, dentistId: number, userId: number): Promise<boolean> {
  return (
    (await rows(db, 'select 1 as one from listing_managers where dentist_id = ? and user_id = ?', [dentistId, userId]))
      .length > 0
  );
}

export async function deleteManager(trx: Knex, dentistId: number, id: number): Promise<boolean> {
  return (await trx('listingManagers').where({ dentistId, id }).delete()) === 1;
}

export async function deleteManagerByUser(trx: Knex, dentistId: number, userId: number): Promise<boolean> {
  return (await trx('listingManagers').where({ dentistId, userId }).delete()) === 1;
}

export async function deleteManagers(trx: Knex, dentistId: number): Promise<void> {
  await trx('listingManagers').where({ dentistId }).delete();
}

/** The user ids of the owner and the managers of a listing. */
export async function findTeam(db: Knex, dentistId: number): Promise<number[]> {
  const members = await rows<{ userId: number }>(
    db,
    `select user_id from dentists where id = :dentistId and user_id is not null
     union select user_id from listing_managers where dentist_id = :dentistId and user_id is not null`,
    { dentistId },
  );
  return members.map((row) => row.userId);
}

export async function verifyAddress(trx: Knex, userId: number, email: string, at: Date): Promise<void> {
  await trx('users').where({ id: userId, email, emailVerifiedAt: null }).update({ emailVerifiedAt: at });
}

interface OwnerPlan {
  subscriptionStatus: string;
  subscriptionPlan: string;
  takesPayments: boolean;
}

/** The plan of the listing's owner, which also decides what its managers may do. Null if the listing has no owner. */
export async function findOwnerPlan(db: Knex, id: number): Promise<OwnerPlan | null> {
  const [row] = await rows<OwnerPlan>(
    db,
    'select u.subscription_status, u.subscription_plan, takes_payments() from dentists d join users u on u.id = d.user_id where d.id = ?',
    [id],
  );
  return row ?? null;
}
