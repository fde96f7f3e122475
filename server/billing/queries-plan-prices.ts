import type { Knex } from 'knex';
import { noPlanPrices, storedPlanPrices, type StoredPlanPrices } from '#contract/billing/plan-prices.ts';
import { rows } from '#server/base/db/knex.ts';

const NAME = 'plan_prices';

export async function findPlanPrices(db: Knex): Promise<StoredPlanPrices> {
  const [row] = await rows<{ value: unknown }>(db, 'select value from system_settings where name = ?', [NAME]);
  return storedPlanPrices.safeParse(row?.value).data ?? noPlanPrices;
}

/** The stored prices, locked until the transaction ends. The first call creates their row. */
export async function lockPlanPrices(trx: Knex): Promise<StoredPlanPrices> {
  await trx('systemSettings')
    .insert({ name: NAME, value: JSON.stringify(noPlanPrices) })
    .onConflict('name')
    .ignore();
  await rows(trx, 'select from system_settings where name = ? for update', [NAME]);
  return findPlanPrices(trx);
}

/** Those of these prices with which someone has subscribed. */
export const findSubscribedPrices = async (trx: Knex, priceIds: readonly string[]): Promise<string[]> =>
  ((await trx('subscriptions').whereIn('priceId', priceIds).distinct('priceId')) as { priceId: string }[]).map(
    ({ priceId }) => priceId,
  );

export const savePlanPrices = (trx: Knex, value: StoredPlanPrices, at: Date, by: number | null): Promise<unknown> =>
  trx('systemSettings')
    .where({ name: NAME })
    .update({ value: JSON.stringify(value), updatedAt: at, ...(by === null ? {} : { updatedBy: by }) });
