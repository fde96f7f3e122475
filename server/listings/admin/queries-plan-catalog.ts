import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

/** Locks the whole catalog, which is small, so that merges can't form a circle. */
export const lockPlans = (trx: Knex): Promise<unknown> =>
  rows(trx, 'select id from insurance_plans order by id for update');

/** The number of listings of each plan, with what was merged into it. Equal sets of plans are counted once. */
export const countPlanUses = (db: Knex): Promise<{ id: number; listings: number }[]> =>
  rows(
    db,
    `select p.id, sum(m.n)::int as listings
     from (select plan_mask, count(*) as n from dentists where deleted_at is null and plan_mask <> 0 group by 1) m
     join insurance_plans p on p.bits & m.plan_mask <> 0 group by 1`,
  );

export async function countListings(trx: Knex, bits: string): Promise<number> {
  const [row] = await rows<{ n: number }>(
    trx,
    `select count(*)::int as n from dentists where deleted_at is null and plan_mask & cast(:bits as bigint) <> 0`,
    { bits },
  );
  return row!.n;
}

interface PlanChange {
  name?: string;
  aliases?: string[];
  mergedInto?: number | null;
  bits?: string;
  retiredAt?: Date | null;
}
export const updatePlan = (trx: Knex, id: number, change: PlanChange): Promise<unknown> =>
  trx('insurancePlans').where({ id }).update(change);

export const insertPlan = (
  trx: Knex,
  plan: { id: number; name: string; slug: string; storedName: string; bits: string },
): Promise<unknown> => trx('insurancePlans').insert(plan);
