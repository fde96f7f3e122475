import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import type { Identity } from '#shared/listings/identity.ts';

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
       relationship_to_practice, submitted_at, due_at)
     select :kind, d.id, u.id, cast(:identity as jsonb), u.name, u.email, coalesce(d.phone, ''), 'owner', :submittedAt, :dueAt
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
