import type { Knex } from 'knex';
import type { OwnListing } from '#contract/own-listings.ts';
import type { SimilarListing } from '#contract/practices.ts';
import { rows } from '#server/db/knex.ts';
import type { PracticeRow } from '../queries.ts';

export interface OwnRow extends Omit<
  OwnListing,
  | 'role'
  | 'photos'
  | 'href'
  | 'sources'
  | 'confirmedAt'
  | 'updatedAt'
  | 'practiceType'
  | 'services'
  | 'userSubscriptionStatus'
> {
  practiceTypeName: string | null;
  services: { id: number; name: string }[];
  ownerStatus: string | null;
  ownerPlan: string | null;
  slug: string | null;
  citySlug: string | null;
  fieldSources: OwnListing['sources'];
  confirmedAt: Date | null;
  updatedAt: Date;
}

const OWN_LISTINGS = `
  select d.*, pt.name as practice_type_name, c.slug as city_slug, u.subscription_status as owner_status, u.subscription_plan as owner_plan,
    (select coalesce(json_agg(json_build_object('id', sv.id, 'name', sv.name) order by sv.id), '[]')
     from dentist_services ds join services sv on sv.id = ds.service_id where ds.dentist_id = d.id) as services
  from dentists d
  left join practice_types pt on pt.id = d.practice_type_id
  left join cities c on c.id = d.city_id
  left join users u on u.id = d.user_id`;

/** Owned or managed, oldest first, so that cards keep their place. */
export const findListingsOfUser = (db: Knex, userId: number): Promise<OwnRow[]> =>
  rows(
    db,
    `${OWN_LISTINGS} where d.deleted_at is null
       and (d.user_id = :userId or d.id in (select dentist_id from listing_managers where user_id = :userId)) order by d.id limit 500`,
    { userId },
  );

export async function findOwnRow(db: Knex, id: number): Promise<OwnRow | null> {
  const [row] = await rows<OwnRow>(db, `${OWN_LISTINGS} where d.id = ? and d.deleted_at is null`, [id]);
  return row ?? null;
}

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

export type OwnPractice = Omit<PracticeRow, 'isActive'>;
export async function insertPractice(trx: Knex, practice: Record<string, unknown>): Promise<OwnPractice> {
  const [row] = await trx('practices')
    .insert(practice)
    .returning(['id', 'name', 'description', 'address', 'city', 'state', 'zipCode', 'phone', 'image']);
  return row as OwnPractice;
}
export async function findPractice(db: Knex, id: number): Promise<OwnPractice | null> {
  const [row] = await rows<OwnPractice>(
    db,
    'select id, name, description, address, city, state, zip_code, phone, image from practices where id = ? and is_active',
    [id],
  );
  return row ?? null;
}
export const practiceTypeExists = async (db: Knex, id: number): Promise<boolean> =>
  (await rows(db, 'select 1 as one from practice_types where id = ?', [id])).length > 0;

export async function insertListing(trx: Knex, listing: Record<string, unknown>): Promise<number> {
  const [row] = await trx('dentists').insert(listing).returning('id');
  return (row as { id: number }).id;
}

export async function setConfirmedAt(trx: Knex, id: number, at: Date): Promise<void> {
  await trx('dentists').where({ id }).update({ confirmedAt: at });
}

type SimilarRow = Omit<SimilarListing, 'href' | 'claimed' | 'mine'> & {
  userId: number | null;
  slug: string | null;
  citySlug: string | null;
};

/** The same phone in whatever spelling, or the same name within the ZIP code: the listing's own or that of its practice. */
export const findSimilarRows = (
  db: Knex,
  { phone, name, zip }: { phone: string; name: string; zip: string },
): Promise<SimilarRow[]> =>
  rows(
    db,
    `select d.id, d.name, d.address, d.city, d.state, d.zip_code, d.user_id, d.slug, c.slug as city_slug
     from (
       select id from dentists
       where deleted_at is null and phone is not null and phone_digits(phone) = :phone and length(:phone) = 10
       union
       select d.id from dentists d left join practices p on p.id = d.practice_id
       where d.deleted_at is null and d.zip5 = :zip and :name <> '' and (d.name_norm = search_norm(:name) or search_norm(p.name) = search_norm(:name))
       limit 20
     ) found
     join dentists d on d.id = found.id
        left join cities c on c.id = d.city_id
     order by (d.zip5 = :zip) desc nulls last, d.id limit 5`,
    { phone, name, zip },
  );

// Managers

export interface ManagerRow {
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

/** A repeated invitation replaces the one that still waits; null when this person manages the listing already. */
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

/** What was deleted longer ago than it can be brought back. */
export async function purgeDeleted(db: Knex, before: Date): Promise<number> {
  const gone = await rows(
    db,
    'delete from dentists where id in (select id from dentists where deleted_at < ? limit 1000) returning id',
    [before],
  );
  return gone.length;
}

/** The owner and the managers of a listing. */
export async function findTeam(db: Knex, dentistId: number): Promise<number[]> {
  const found = await rows<{ userId: number }>(
    db,
    `select user_id from dentists where id = :dentistId and user_id is not null
     union select user_id from listing_managers where dentist_id = :dentistId and user_id is not null`,
    { dentistId },
  );
  return found.map((row) => row.userId);
}
