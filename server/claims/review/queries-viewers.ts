import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

export interface ViewerRow {
  claimId: number;
  name: string;
}

/** Renews the viewer's row, and deletes the expired rows of the same person. */
export async function renewViewer(db: Knex, viewer: { claimId: number; userId: number; now: Date; expired: Date }) {
  await rows(
    db,
    `with gone as (delete from claim_viewers where user_id = :userId and claim_id <> :claimId and seen_at <= :expired)
     insert into claim_viewers (claim_id, user_id, seen_at)
     select id, :userId, :now from claim_requests where id = :claimId and status = 'pending'
     on conflict (claim_id, user_id) do update set seen_at = excluded.seen_at`,
    viewer,
  );
}

export const findOtherViewers = (db: Knex, { userId, expired }: { userId: number; expired: Date }) =>
  rows<ViewerRow>(
    db,
    `select v.claim_id, u.name from claim_viewers v join users u on u.id = v.user_id
     where v.user_id <> :userId and v.seen_at > :expired order by u.name, v.claim_id`,
    { userId, expired },
  );

export const deleteViewer = (db: Knex, claimId: number, userId: number): Promise<number> =>
  db('claimViewers').where({ claimId, userId }).delete();
