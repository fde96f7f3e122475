import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

/** Each claim with its listings: one, or those of a group that aren't left out. */
export const CLAIMED_LISTINGS = `(select id as claim_id, dentist_id from claim_requests where group_name is null
  union all select claim_id, dentist_id from claim_locations where left_out is null)`;

/** Counts the other pending claims on the listings of claim c. */
export const RIVALS = `(select count(distinct o.id) from ${CLAIMED_LISTINGS} own join ${CLAIMED_LISTINGS} theirs using (dentist_id)
  join claim_requests o on o.id = theirs.claim_id and o.status = 'pending' where own.claim_id = c.id and o.id <> c.id)`;

/** The name of claim c with the listing d, such as "Bright Group (350 listings)". */
export const CLAIM_TITLE = `coalesce((select c.group_name || ' (' || count(*) || case count(*) when 1 then ' listing)' else ' listings)' end
  from claim_locations m where m.claim_id = c.id and m.left_out is null), d.name)`;

interface Approval {
  claimId: number;
  /** The listings that the claim got. */
  ids: readonly number[];
  at: Date;
  reviewer: number;
  note: string;
}

/** Rejects all other pending claims on these listings, and returns their ids. Groups' claims go on without these listings. */
export async function closeRivals(trx: Knex, { claimId, ids, at, reviewer, note }: Approval): Promise<number[]> {
  const rivals = await rows<{ id: number }>(
    trx,
    `update claim_requests set status = 'rejected', reviewed_at = :at, reviewed_by = :reviewer, review_notes = :note, closed_by_claim_id = :claimId
     where dentist_id = any(cast(:ids as integer[])) and group_name is null and id <> :claimId and status = 'pending' returning id`,
    { at, reviewer, note, claimId, ids },
  );
  await rows(
    trx,
    `update claim_locations l set left_out = :note, closed_by_claim_id = :claimId from claim_requests c
     where l.dentist_id = any(cast(:ids as integer[])) and l.left_out is null and l.claim_id <> :claimId
       and c.id = l.claim_id and c.status = 'pending'`,
    { note, claimId, ids },
  );
  return rivals.map((row) => row.id);
}

/** Reopens the claims that this approval closed, except for people who have sent a newer claim. Returns their ids. */
export async function reopenRivals(trx: Knex, claimId: number): Promise<number[]> {
  await rows(
    trx,
    `update claim_locations l set left_out = null, closed_by_claim_id = null from claim_requests c
     where l.closed_by_claim_id = :claimId and c.id = l.claim_id and c.status = 'pending'`,
    { claimId },
  );
  const rivals = await rows<{ id: number }>(
    trx,
    `update claim_requests c set status = 'pending', reviewed_at = null, reviewed_by = null, review_notes = null, closed_by_claim_id = null
     where c.closed_by_claim_id = :claimId and c.status = 'rejected'
       and not exists (select from claim_requests o where o.dentist_id = c.dentist_id and o.user_id = c.user_id and o.status = 'pending')
     returning id`,
    { claimId },
  );
  return rivals.map((row) => row.id);
}

export const hasPendingClaim = async (trx: Knex, dentistId: number, userId: number | null): Promise<boolean> =>
  (
    await rows(
      trx,
      `select from ${CLAIMED_LISTINGS} l join claim_requests o on o.id = l.claim_id
       where l.dentist_id = ? and o.user_id = ? and o.status = 'pending'`,
      [dentistId, userId],
    )
  ).length > 0;
