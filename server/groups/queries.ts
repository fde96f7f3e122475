import type { Knex } from 'knex';
import type { GroupRole, InvitedRole } from '#shared/groups/group-roles.ts';
import { rows } from '#server/base/db/knex.ts';

export interface GroupRow {
  id: number;
  ownerId: number;
  name: string;
  slug: string;
  role: GroupRole;
  /** The row of the caller's role; null for the owner. */
  personId: number | null;
  /** The locations of a regional manager. */
  limitedTo: number[];
  subscriptionStatus: string;
  subscriptionPlan: string;
  takesPayments: boolean;
}

const GROUPS = `select g.id, g.owner_id, g.name, g.slug, r.role, r.person_id, r.limited_to,
    u.subscription_status, u.subscription_plan, takes_payments()
  from group_roles(:userId) r join groups g on g.id = r.group_id join users u on u.id = g.owner_id`;

export async function findGroup(db: Knex, id: number, userId: number, { lock = false } = {}): Promise<GroupRow | null> {
  const [row] = await rows<GroupRow>(db, `${GROUPS} where g.id = :id ${lock ? 'for update of g' : ''}`, { id, userId });
  return row ?? null;
}

export const findGroupsOf = (db: Knex, userId: number): Promise<(GroupRow & { locations: number })[]> =>
  rows(
    db,
    `select o.*, (select cast(count(*) as integer) from group_locations l join dentists d on d.id = l.dentist_id
       where l.group_id = o.id and d.user_id = o.owner_id and d.deleted_at is null
         and (o.role <> 'regional' or d.id = any(o.limited_to))) as locations
     from (${GROUPS}) o order by o.name, o.id`,
    { userId },
  );

export const findSlugsLike = async (db: Knex, slug: string): Promise<Set<string>> =>
  new Set(
    (
      await rows<{ slug: string }>(db, `select slug from groups where slug = :slug or slug like :slug || '-%'`, {
        slug,
      })
    ).map((row) => row.slug),
  );

export async function insertGroup(
  trx: Knex,
  group: { ownerId: number; name: string; slug: string; createdAt: Date },
): Promise<number> {
  const [row] = (await trx('groups').insert(group).returning('id')) as [{ id: number }];
  return row.id;
}

export async function updateGroup(trx: Knex, id: number, change: { name: string }): Promise<void> {
  await trx('groups').where({ id }).update(change);
}

export const hasPendingClaim = async (trx: Knex, groupId: number): Promise<boolean> =>
  (await rows(trx, `select from claim_requests where group_id = ? and status = 'pending'`, [groupId])).length > 0;

export async function deleteGroup(trx: Knex, id: number): Promise<void> {
  await trx('groups').where({ id }).delete();
}

interface LocationRow {
  id: number;
  name: string;
  practiceName: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  slug: string | null;
  citySlug: string | null;
  isVerified: boolean;
  holidayHours: string | null;
  costCenter: string | null;
  waiting: number;
}

/** The locations of a group, or only some of them, by state, city, and name. */
export const findLocations = (db: Knex, groupId: number, only: readonly number[] | null): Promise<LocationRow[]> =>
  rows(
    db,
    `select d.id, d.name, p.name as practice_name, d.address, d.city, d.state, d.slug, c.slug as city_slug, d.is_verified, d.holiday_hours,
       l.cost_center, (select cast(count(*) as integer) from appointment_requests r
         where r.dentist_id = d.id and r.owner_id = d.user_id and r.state = 'new' and r.erased_at is null) as waiting
     from group_locations l join groups g on g.id = l.group_id
     join dentists d on d.id = l.dentist_id and d.user_id = g.owner_id
     left join practices p on p.id = d.practice_id left join cities c on c.id = d.city_id
     where l.group_id = :groupId and d.deleted_at is null and (cast(:only as integer[]) is null or d.id = any(cast(:only as integer[])))
     order by d.state, d.city, d.name, d.id`,
    { groupId, only },
  );

export const findAddable = (
  db: Knex,
  ownerId: number,
): Promise<{ id: number; name: string; city: string | null; state: string | null }[]> =>
  rows(
    db,
    `select d.id, d.name, d.city, d.state from dentists d
     where d.user_id = ? and d.deleted_at is null and not exists (select from group_locations l where l.dentist_id = d.id)
     order by d.state, d.city, d.name, d.id limit 1000`,
    [ownerId],
  );

/** Adds those of these listings that the owner has and that are in no group. Returns how many. */
export async function insertLocations(
  trx: Knex,
  { groupId, ownerId, ids }: { groupId: number; ownerId: number; ids: readonly number[] },
): Promise<number> {
  const added = await rows(
    trx,
    `insert into group_locations (dentist_id, group_id)
     select d.id, cast(:groupId as integer) from dentists d
     where d.id = any(cast(:ids as integer[])) and d.user_id = :ownerId and d.deleted_at is null
     on conflict (dentist_id) do nothing returning 1 as one`,
    { groupId, ownerId, ids },
  );
  return added.length;
}

export async function deleteLocations(trx: Knex, groupId: number, ids: readonly number[]): Promise<number> {
  return trx('groupLocations').where({ groupId }).whereIn('dentistId', ids).delete();
}

export async function countLocations(trx: Knex, groupId: number): Promise<number> {
  const [row] = await rows<{ n: number }>(
    trx,
    'select cast(count(*) as integer) as n from group_locations where group_id = ?',
    [groupId],
  );
  return row!.n;
}

export async function updateCostCenters(
  trx: Knex,
  groupId: number,
  costCenters: readonly { id: number; costCenter: string | null }[],
): Promise<number> {
  const updated = await rows(
    trx,
    `update group_locations l set cost_center = v.cost_center
     from jsonb_to_recordset(cast(:costCenters as jsonb)) as v (id integer, cost_center text)
     where l.group_id = :groupId and l.dentist_id = v.id returning 1 as one`,
    {
      groupId,
      costCenters: JSON.stringify(costCenters.map(({ id, costCenter }) => ({ id, cost_center: costCenter || null }))),
    },
  );
  return updated.length;
}

interface PersonRow {
  id: number;
  email: string;
  name: string | null;
  role: InvitedRole;
  locations: number[];
  expiresAt: Date | null;
  acceptedAt: Date | null;
}
export const findPeople = (db: Knex, groupId: number): Promise<PersonRow[]> =>
  rows(
    db,
    `select m.id, m.email, u.name, m.role, m.locations, m.expires_at, m.accepted_at
     from listing_managers m left join users u on u.id = m.user_id where m.group_id = ? order by m.id`,
    [groupId],
  );

export async function updatePerson(
  trx: Knex,
  groupId: number,
  id: number,
  change: { role: InvitedRole; locations: number[] },
): Promise<boolean> {
  return (await trx('listingManagers').where({ groupId, id }).update(change)) === 1;
}

export async function deletePerson(trx: Knex, groupId: number, id: number): Promise<boolean> {
  return (await trx('listingManagers').where({ groupId, id }).delete()) === 1;
}
