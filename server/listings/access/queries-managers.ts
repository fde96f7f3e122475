import type { Knex } from 'knex';
import type { InvitedRole } from '#shared/groups/group-roles.ts';
import { rows } from '#server/base/db/knex.ts';
import { isKept } from '../queries-history.ts';

/** A listing without an owner has no managers either. */
export async function findRole(
  db: Knex,
  dentistId: number,
  { userId, groupId = null }: { userId: number; groupId?: number | null },
): Promise<'owner' | 'manager' | null> {
  const [row] = await rows<{ owner: boolean; manager: boolean }>(
    db,
    `select coalesce(d.user_id = :userId, false) as owner,
       d.user_id is not null and :userId in (select listing_editors(d.id)) as manager
     from dentists d where d.id = :dentistId and ${isKept} and within_group(d.id, cast(:groupId as integer))`,
    { dentistId, userId, groupId },
  );
  if (row?.owner) return 'owner';
  return row?.manager ? 'manager' : null;
}

/** The listing or the group that a person is invited to. */
export type InvitedTo =
  | { dentistId: number; groupId?: never }
  | { dentistId?: never; groupId: number; role: InvitedRole; locations: number[] };

interface ManagerRow {
  id: number;
  dentistId: number | null;
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

/** A repeated invitation replaces the pending one. Null if this person has accepted one already. */
export async function upsertInvitation(
  trx: Knex,
  invitation: InvitedTo & {
    email: string;
    tokenHash: Buffer;
    invitedBy: number;
    invitedAt: Date;
    expiresAt: Date;
  },
): Promise<number | null> {
  const [row] = await rows<{ id: number }>(
    trx,
    `insert into listing_managers as m (dentist_id, group_id, role, locations, email, token_hash, invited_by, invited_at, expires_at)
     values (:dentistId, :groupId, :role, cast(:locations as integer[]), :email, :tokenHash, :invitedBy, :invitedAt, :expiresAt)
     on conflict (${invitation.groupId === undefined ? 'dentist_id' : 'group_id'}, email) do update
       set role = excluded.role, locations = excluded.locations, token_hash = excluded.token_hash, invited_by = excluded.invited_by,
         invited_at = excluded.invited_at, expires_at = excluded.expires_at where m.accepted_at is null
     returning id`,
    { dentistId: null, groupId: null, role: null, locations: [], ...invitation },
  );
  return row?.id ?? null;
}

export async function lockInvitation(
  trx: Knex,
  tokenHash: Buffer,
): Promise<(ManagerRow & { groupId: number | null }) | null> {
  const [row] = await rows<ManagerRow & { groupId: number | null }>(
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
    `select u.name as inviter, coalesce(g.name, d.name) as listing, d.city, d.state, m.email,
       exists (select from users where email = m.email) as has_account
     from listing_managers m left join dentists d on d.id = m.dentist_id left join groups g on g.id = m.group_id
     join users u on u.id = m.invited_by
     where m.token_hash = :tokenHash and m.accepted_at is null and m.expires_at > :now and d.deleted_at is null`,
    { tokenHash, now },
  );
  return row ?? null;
}

export async function acceptManager(trx: Knex, id: number, userId: number, at: Date): Promise<void> {
  await trx('listingManagers').where({ id }).update({ userId, acceptedAt: at, tokenHash: null, expiresAt: null });
}

export async function isManager(
  db: Knex,
  { dentistId, groupId }: { dentistId: number | null; groupId: number | null },
  userId: number,
): Promise<boolean> {
  const found = await rows(
    db,
    `select from listing_managers where (dentist_id = :dentistId or group_id = :groupId) and user_id = :userId`,
    { dentistId, groupId, userId },
  );
  return found.length > 0;
}

export async function deleteManager(trx: Knex, dentistId: number, id: number): Promise<boolean> {
  return (await trx('listingManagers').where({ dentistId, id }).delete()) === 1;
}

export async function deleteManagerByUser(trx: Knex, dentistId: number, userId: number): Promise<boolean> {
  return (await trx('listingManagers').where({ dentistId, userId }).delete()) === 1;
}

/** Deletes the managers of a listing and its place in a group. Returns the owner of that group. */
export async function deleteManagers(trx: Knex, dentistId: number): Promise<number | null> {
  await trx('listingManagers').where({ dentistId }).delete();
  const [group] = await rows<{ ownerId: number }>(
    trx,
    `delete from group_locations l using groups g where g.id = l.group_id and l.dentist_id = ? returning g.owner_id`,
    [dentistId],
  );
  return group?.ownerId ?? null;
}

/** The user ids of the owner and the managers of a listing. */
export async function findTeam(db: Knex, dentistId: number): Promise<number[]> {
  const members = await rows<{ userId: number }>(
    db,
    `select user_id from dentists where id = :dentistId and user_id is not null
     union select listing_editors(:dentistId)`,
    { dentistId },
  );
  return members.map((row) => row.userId);
}

export async function verifyAddress(trx: Knex, userId: number, email: string, at: Date): Promise<void> {
  await trx('users').where({ id: userId, email, emailVerifiedAt: null }).update({ emailVerifiedAt: at });
}

/** The group of an invitation, with the plan of its owner. */
export async function findInvitedGroup(
  trx: Knex,
  id: number,
): Promise<OwnerPlan & { id: number; name: string; ownerId: number }> {
  const [row] = await rows<OwnerPlan & { id: number; name: string; ownerId: number }>(
    trx,
    `select g.id, g.name, g.owner_id, u.subscription_status, u.subscription_plan, takes_payments()
     from groups g join users u on u.id = g.owner_id where g.id = ?`,
    [id],
  );
  return row!;
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
