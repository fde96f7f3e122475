import type { Knex } from 'knex';
import { prepared, rows } from '../db/knex.ts';

const IS_TEAM = `exists (select from dentists d where d.id = %id and (d.user_id = e.user_id
  or d.user_id is not null and exists (select from listing_managers m where m.dentist_id = d.id and m.user_id = e.user_id)))`;
const isTeamOf = (id: string): string => IS_TEAM.replace('%id', id);

/** A single prepared statement, because every change pays for it, with or without webhooks. */
export async function insertDeliveries(
  trx: Knex,
  { type, kind, at, subject, data }: { type: string; kind: string; at: Date; subject: string; data: object },
  to: { userId: number | null; listingId: number | null; forAdmins: boolean },
): Promise<void> {
  await prepared(
    trx,
    `insert into webhook_deliveries (endpoint_id, type, subject, data, created_at, due_at)
     select e.id, v.type, v.subject, v.data, v.at, v.at
     from (select cast(? as text) as type, cast(? as text) as kind, cast(? as text) as subject, cast(? as jsonb) as data,
       cast(? as timestamptz) as at, cast(? as integer) as user_id, cast(? as integer) as listing_id, cast(? as boolean) as for_admins offset 0) v
     join webhook_endpoints e on e.disabled_at is null and v.kind = any(e.events)
     join users u on u.id = e.user_id
     where e.user_id = v.user_id or v.for_admins and u.role = 'admin' or ${isTeamOf('v.listing_id')}`,
    [type, kind, subject, JSON.stringify(data), at, to.userId, to.listingId, to.forAdmins],
  );
}

/** With ids, these listings are gone. Without, the listings of this time are read by the indexes of the partner feed. */
export async function insertListingDeliveries(trx: Knex, at: Date, removed: readonly number[]): Promise<void> {
  const [wanted] = await rows(
    trx,
    `select 1 as one from webhook_endpoints where disabled_at is null and 'listing' = any(events) limit 1`,
    {},
  );
  if (!wanted) return;
  const changes =
    removed.length > 0
      ? `select id, 'listing.deleted' as type from unnest(cast(:removed as integer[])) r (id)`
      : `select id, case when created_at = :at then 'listing.created' else 'listing.updated' end as type from dentists
         where updated_at = :at and deleted_at is null
         union all select id, 'listing.deleted' from dentists where deleted_at = :at`;
  await rows(
    trx,
    `insert into webhook_deliveries (endpoint_id, type, subject, data, created_at, due_at)
     select e.id, c.type, 'listing:' || c.id, jsonb_build_object('listingId', c.id, 'path', '/api/dentists/' || c.id),
       cast(:at as timestamptz), cast(:at as timestamptz)
     from (${changes}) c cross join webhook_endpoints e join users u on u.id = e.user_id
     where e.disabled_at is null and 'listing' = any(e.events) and (u.role = 'admin' or ${isTeamOf('c.id')})
     order by c.id`,
    removed.length > 0 ? { at, removed } : { at },
  );
}
