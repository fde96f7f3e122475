import type { Knex } from 'knex';
import { FEWEST_PRICES, type PriceFacts } from '#contract/listings/price-facts.ts';
import { rows } from '#server/base/db/knex.ts';
import { addScopeCondition, Sql, type Keys } from '../queries-conditions.ts';

/** Services up to this id have a bit in service_mask, which the index of prices has. */
const LAST_MASKED_SERVICE = 62;

/** The prices of listings that offer a service, or undefined if too few listings state one. */
export async function findPrices(db: Knex, keys: Keys, service: number | null): Promise<PriceFacts | undefined> {
  const sql = new Sql().add(
    `select count(*)::int as practices, min(p.whitening_price_from) as lowest,
       percentile_disc(0.5) within group (order by p.whitening_price_from) as middle,
       max(greatest(p.whitening_price_from, p.whitening_price_to)) as highest,
       min(p.whitening_price_on)::text as since, max(p.whitening_price_on)::text as until
     from dentists p where p.deleted_at is null and p.whitening_price_from is not null`,
  );
  addScopeCondition(sql, keys, { row: 'p', isOnly: true });
  if (service !== null && service <= LAST_MASKED_SERVICE)
    sql.add(' and p.service_mask & ?::bigint <> 0', String(1n << BigInt(service - 1)));
  else if (service !== null)
    sql.add(' and exists (select from dentist_services s where s.dentist_id = p.id and s.service_id = ?)', service);
  sql.add(' having count(*) >= ?', FEWEST_PRICES);
  const [facts] = await rows<PriceFacts>(db, sql.text, sql.bindings);
  return facts;
}
