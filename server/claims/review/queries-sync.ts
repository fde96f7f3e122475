import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

/** Identifies this database, and the oldest transaction that is still open. */
export async function readDatabasePosition(trx: Knex): Promise<{ database: string; open: bigint }> {
  const [row] = await rows<{ database: string; open: string }>(
    trx,
    `select cast(cast(extract(epoch from min(migration_time)) * 1000 as bigint) as text) as database,
       cast(pg_snapshot_xmin(pg_current_snapshot()) as text) as open from schema_migrations`,
  );
  return { database: row!.database, open: BigInt(row!.open) };
}

export async function listPendingIds(trx: Knex): Promise<number[]> {
  const claims = await rows<{ id: number }>(trx, `select id from claim_requests where status = 'pending' order by id`);
  return claims.map(({ id }) => id);
}

/**
 * Claims that this transaction or a later one changed, or whose listing has changed since. Another claim of the same person
 * and a newly verified email address change what staff see of a pending claim, too.
 */
export async function listChangedIds(trx: Knex, since: bigint, at: Date, slackMs: number): Promise<number[]> {
  const claims = await rows<{ id: number }>(
    trx,
    `with changed as (select id, user_id from claim_requests where changed_in >= cast(cast(:since as text) as xid8))
     select id from changed
     union select c.id from claim_requests c where c.status = 'pending' and c.user_id in (select user_id from changed)
     union select c.id from claim_requests c join users u on u.id = c.user_id where c.status = 'pending' and u.email_verified_at > :at
     union select c.id from listing_history h join claim_requests c on c.dentist_id = h.dentist_id and c.status = 'pending'
       where h.at >= :listingsAt
     order by id limit 5000`,
    { since: String(since), at, listingsAt: new Date(at.getTime() - slackMs) },
  );
  return claims.map(({ id }) => id);
}

export async function listLatestDecidedIds(trx: Knex, limit: number): Promise<number[]> {
  const claims = await rows<{ id: number }>(
    trx,
    `select id from claim_requests where status in ('approved', 'rejected') order by reviewed_at desc nulls last, id desc limit :limit`,
    { limit },
  );
  return claims.map(({ id }) => id);
}
