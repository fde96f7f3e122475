import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { CLAIMED_LISTINGS } from './queries-rivals.ts';

export async function insertClaimLocations(
  trx: Knex,
  claimId: number,
  ids: readonly number[],
  costCenters: ReadonlyMap<number, string>,
): Promise<void> {
  await rows(
    trx,
    `insert into claim_locations (claim_id, dentist_id, cost_center)
     select :claimId, * from unnest(cast(:ids as integer[]), cast(:costCenters as text[]))`,
    { claimId, ids, costCenters: ids.map((id) => costCenters.get(id) ?? null) },
  );
}

/** Locks these listings, and returns the names of those that can't be claimed any more. */
export const lockTaken = async (trx: Knex, ids: readonly number[]): Promise<string[]> => {
  await rows(trx, 'select id from dentists where id = any(cast(? as integer[])) order by id for update', [ids]);
  const taken = await rows<{ name: string }>(
    trx,
    `select coalesce(d.name, 'A listing') as name from unnest(cast(:ids as integer[])) as wanted (id)
     left join dentists d on d.id = wanted.id and d.deleted_at is null
     where d.id is null or d.user_id is not null or exists (select from ${CLAIMED_LISTINGS} l
       join claim_requests c on c.id = l.claim_id and c.status = 'pending' where l.dentist_id = d.id)
     order by 1`,
    { ids },
  );
  return taken.map(({ name }) => name);
};

export interface Contact {
  website: string | null;
  email: string | null;
  websiteSource: string | null;
  emailSource: string | null;
}
const CONTACT = `d.website, d.email, d.field_sources -> 'website' ->> 'source' as website_source, d.field_sources -> 'email' ->> 'source' as email_source`;

export const findContacts = (db: Knex, ids: readonly number[]): Promise<Contact[]> =>
  rows(db, `select ${CONTACT} from dentists d where d.id = any(cast(? as integer[]))`, [ids]);

/** The websites and emails of the listings of these claims, with how many listings have each. */
export const countContacts = (
  db: Knex,
  claimIds: readonly number[],
): Promise<(Contact & { claimId: number; count: number })[]> =>
  rows(
    db,
    `select l.claim_id, ${CONTACT}, count(*) as count from claim_locations l join dentists d on d.id = l.dentist_id
     where l.claim_id = any(cast(? as integer[])) and l.left_out is null group by 1, 2, 3, 4, 5`,
    [claimIds],
  );

interface LocationRow extends Contact {
  id: number;
  name: string;
  practiceName: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  zipCode: string | null;
  slug: string | null;
  citySlug: string | null;
  hasRivals: boolean;
  leftOut: string | null;
}
export const findClaimLocations = (db: Knex, claimId: number): Promise<LocationRow[]> =>
  rows(
    db,
    `select d.id, d.name, p.name as practice_name, d.address, d.city, d.state, d.zip_code, d.slug, c.slug as city_slug, ${CONTACT},
       exists (select from ${CLAIMED_LISTINGS} o join claim_requests q on q.id = o.claim_id and q.status = 'pending'
         where o.dentist_id = d.id and o.claim_id <> l.claim_id) as has_rivals, l.left_out
     from claim_locations l join dentists d on d.id = l.dentist_id
     left join practices p on p.id = d.practice_id left join cities c on c.id = d.city_id
     where l.claim_id = ? order by d.state, d.city, d.name, d.id`,
    [claimId],
  );

export const findLeftOut = (
  db: Knex,
  claimIds: readonly number[],
): Promise<
  { claimId: number; id: number; name: string; city: string | null; state: string | null; reason: string }[]
> =>
  rows(
    db,
    `select l.claim_id, d.id, d.name, d.city, d.state, l.left_out as reason
     from claim_locations l join dentists d on d.id = l.dentist_id
     where l.claim_id = any(cast(? as integer[])) and l.left_out is not null order by l.claim_id, d.name, d.id`,
    [claimIds],
  );

/** The listings that a claim includes, with what decides about each. */
export const findIncluded = (
  trx: Knex,
  claimId: number,
): Promise<{ id: number; userId: number | null; isDeleted: boolean }[]> =>
  rows(
    trx,
    `select d.id, d.user_id, d.deleted_at is not null as is_deleted from claim_locations l join dentists d on d.id = l.dentist_id
     where l.claim_id = ? and l.left_out is null order by d.id`,
    [claimId],
  );

/** Leaves these listings out of a claim, or includes them again without a reason. Returns how many changed. */
export async function setLeftOut(
  trx: Knex,
  claimId: number,
  ids: readonly number[],
  reason: string | null,
): Promise<number> {
  return trx('claimLocations')
    .where({ claimId })
    .whereIn('dentistId', ids)
    .whereRaw('left_out is distinct from ?', [reason])
    .update({ leftOut: reason, closedByClaimId: null });
}

/** Locks a group, and counts its locations. */
export async function countLocationsOf(trx: Knex, groupId: number): Promise<number> {
  await rows(trx, 'select id from groups where id = ? for update', [groupId]);
  const [row] = await rows<{ n: number }>(trx, 'select count(*) as n from group_locations where group_id = ?', [
    groupId,
  ]);
  return row!.n;
}

/** Makes these listings of a claim locations, with the cost centers of the claim's file. */
export async function insertGroupLocations(
  trx: Knex,
  claimId: number,
  groupId: number,
  ids: readonly number[],
): Promise<void> {
  await rows(
    trx,
    `insert into group_locations (dentist_id, group_id, cost_center)
     select dentist_id, cast(:groupId as integer), cost_center from claim_locations
     where claim_id = :claimId and dentist_id = any(cast(:ids as integer[]))
     on conflict (dentist_id) do update set group_id = excluded.group_id, cost_center = excluded.cost_center`,
    { claimId, groupId, ids },
  );
}

export const listClaimIdsOfGroup = async (db: Knex, groupId: number): Promise<number[]> =>
  (await rows<{ id: number }>(db, 'select id from claim_requests where group_id = ? order by id', [groupId])).map(
    ({ id }) => id,
  );
