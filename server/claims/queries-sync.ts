import type { Knex } from 'knex';
import { rows } from '#server/db/knex.ts';

/** Where this database stands: which one it is, and the oldest transaction whose outcome is still open. */
export async function standing(trx: Knex): Promise<{ database: string; open: bigint }> {
  const [row] = await rows<{ database: string; open: string }>(
    trx,
    `select cast(cast(extract(epoch from min(migration_time)) * 1000 as bigint) as text) as database,
       cast(pg_snapshot_xmin(pg_current_snapshot()) as text) as open from schema_migrations`,
  );
  return { database: row!.database, open: BigInt(row!.open) };
}

export async function pendingIds(trx: Knex): Promise<number[]> {
  const found = await rows<{ id: number }>(trx, `select id from claim_requests where status = 'pending' order by id`);
  return found.map(({ id }) => id);
}

/** Claims that were touched by this transaction or a later one, or whose listing was changed since. */
export async function changedClaims(trx: Knex, since: bigint, at: Date): Promise<number[]> {
  const found = await rows<{ id: number }>(
    trx,
    `select id from claim_requests where changed_in >= cast(cast(:since as text) as xid8)
     union select c.id from listing_history h join claim_requests c on c.dentist_id = h.dentist_id and c.status = 'pending'
       where h.at >= :at
     order by id limit 5000`,
    { since: String(since), at },
  );
  return found.map(({ id }) => id);
}

export async function latestDecided(trx: Knex, limit: number): Promise<number[]> {
  const found = await rows<{ id: number }>(
    trx,
    `select id from claim_requests where status in ('approved', 'rejected') order by reviewed_at desc nulls last, id desc limit :limit`,
    { limit },
  );
  return found.map(({ id }) => id);
}
