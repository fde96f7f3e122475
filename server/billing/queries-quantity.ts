import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

/** The locations of all groups that an account owns. */
export async function countGroupLocations(db: Knex, userId: number): Promise<number> {
  const [row] = await rows<{ n: number }>(
    db,
    `select cast(count(*) as integer) as n from groups g join group_locations l on l.group_id = g.id
     join dentists d on d.id = l.dentist_id and d.user_id = g.owner_id and d.deleted_at is null where g.owner_id = ?`,
    [userId],
  );
  return row!.n;
}

/** The locations per cost center, the most first. Null for those without one. */
export const countByCostCenter = (
  db: Knex,
  userId: number,
): Promise<{ costCenter: string | null; locations: number }[]> =>
  rows(
    db,
    `select l.cost_center, cast(count(*) as integer) as locations from groups g join group_locations l on l.group_id = g.id
     join dentists d on d.id = l.dentist_id and d.user_id = g.owner_id and d.deleted_at is null where g.owner_id = ?
     group by 1 order by 2 desc, 1`,
    [userId],
  );

/** Stored at once, so that the next change compares with it; the sync of the webhook stores the rest. */
export async function setQuantity(db: Knex, id: string, quantity: number): Promise<void> {
  await db('subscriptions').where({ id }).update({ quantity });
}
