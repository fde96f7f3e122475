import type { Knex } from 'knex';
import { FEWEST_PRICES, type PriceFacts } from '#contract/listings/price-facts.ts';
import { rows } from '#server/base/db/knex.ts';
import { NO_FILTER, Sql, type Keys } from './queries-conditions.ts';
import { addListings } from './queries-find.ts';

/** The prices of listings that have some features, or undefined if too few listings state one. */
export async function findPrices(db: Knex, keys: Keys, features: readonly number[]): Promise<PriceFacts | undefined> {
  const filter = { ...NO_FILTER, all: features, limits: [{ column: 'price', comparison: '>=', value: 0 } as const] };
  const sql = new Sql().add(
    `select count(*)::int as practices, min(p.whitening_price_from) as lowest,
       percentile_disc(0.5) within group (order by p.whitening_price_from) as middle,
       max(greatest(p.whitening_price_from, p.whitening_price_to)) as highest,
       min(p.whitening_price_on)::text as since, max(p.whitening_price_on)::text as until
     from (`,
  );
  addListings(sql, 'd.id', keys, filter).add(') d join dentists p using (id) having count(*) >= ?', FEWEST_PRICES);
  const [facts] = await rows<PriceFacts>(db, sql.text, sql.bindings);
  return facts;
}
