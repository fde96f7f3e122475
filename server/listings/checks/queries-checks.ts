import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import type { Identity } from '#shared/listings/identity.ts';
import type { ListingRow } from '../queries-history.ts';

export interface CheckRow {
  id: number;
  kind: 'new_listing' | 'identity_change' | 'new_owner';
  identity: { before: Identity; after?: Identity } | null;
}

/** Locks the pending checks of a listing. */
export const lockOpenChecks = (trx: Knex, dentistId: number): Promise<CheckRow[]> =>
  rows(
    trx,
    `select id, kind, identity from claim_requests
     where dentist_id = ? and status = 'pending' and kind <> 'claim' order by id for update`,
    [dentistId],
  );

interface NewCheck {
  kind: CheckRow['kind'];
  dentistId: number;
  userId: number;
  identity: string | null;
  note: string | null;
  submittedAt: Date;
  dueAt: Date;
}

/**
 * Opens a check in the name of the listing's owner. Null if the owner already has a pending check of this listing. A pending
 * claim of theirs becomes the check, because a claimant can become the owner by a transfer or a merge.
 */
export async function insertCheck(trx: Knex, check: NewCheck): Promise<number | null> {
  const [row] = await rows<{ id: number }>(
    trx,
    `insert into claim_requests (kind, dentist_id, user_id, identity, requestor_name, requestor_email, requestor_phone,
       relationship_to_practice, additional_info, submitted_at, due_at)
     select :kind, d.id, u.id, cast(:identity as jsonb), u.name, u.email, coalesce(d.phone, ''), 'owner', :note, :submittedAt, :dueAt
     from dentists d, users u where d.id = :dentistId and u.id = :userId
     on conflict (dentist_id, user_id) where status = 'pending'
       do update set kind = excluded.kind, identity = excluded.identity where claim_requests.kind = 'claim'
     returning id`,
    { ...check },
  );
  if (!row) return null;
  await insertCheckEvent(trx, { claimId: row.id, at: check.submittedAt, kind: 'submitted', actorId: null, note: null });
  return row.id;
}

export async function insertCheckEvent(
  trx: Knex,
  event: { claimId: number; at: Date; kind: string; actorId: number | null; note: string | null },
): Promise<void> {
  await trx('claimEvents').insert(event);
}

export async function closeCheck(
  trx: Knex,
  id: number,
  values: { status: 'withdrawn' } | { status: 'approved'; reviewedAt: Date; reviewedBy: number },
): Promise<void> {
  await trx('claimRequests').where({ id }).update(values);
}

/** The listings among these that a person owns or manages. */
export async function findOwnIds(db: Knex, userId: number, ids: readonly number[]): Promise<Set<number>> {
  const found = await rows<{ id: number }>(
    db,
    `select id from dentists where id = any(cast(:ids as integer[]))
       and (user_id = :userId or id in (select managed_listings(:userId)))`,
    { userId, ids },
  );
  return new Set(found.map(({ id }) => id));
}

/** Lets one listing be added at a time, so that of two copies in the same moment the second one finds the first. */
export const lockNewListings = (trx: Knex) => trx.raw('select pg_advisory_xact_lock(724007, 0)');

export async function findHeld(db: Knex, id: number): Promise<ListingRow | null> {
  const [row] = await rows<ListingRow>(
    db,
    `select d.*, p.name as practice_name from dentists d left join practices p on p.id = d.practice_id
     where d.id = ? and d.held_at is not null`,
    [id],
  );
  return row ?? null;
}

export async function findHeldIds(db: Knex, userId: number): Promise<number[]> {
  const held = await rows<{ id: number }>(
    db,
    'select id from dentists where user_id = ? and held_at is not null order by id',
    [userId],
  );
  return held.map(({ id }) => id);
}

interface DescribedRow extends Identity {
  id: number;
  name: string;
  website: string | null;
  userId: number | null;
  slug: string | null;
  citySlug: string | null;
}

export const findDescribed = (db: Knex, ids: readonly number[]): Promise<DescribedRow[]> =>
  rows(
    db,
    `select d.id, d.name, p.name as practice_name, d.phone, d.address, d.city, d.state, d.zip_code, d.website, d.user_id, d.slug,
       c.slug as city_slug
     from dentists d left join practices p on p.id = d.practice_id left join cities c on c.id = d.city_id
     where d.id = any(cast(:ids as integer[]))`,
    { ids },
  );
