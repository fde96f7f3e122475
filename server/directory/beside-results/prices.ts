import type { Knex } from 'knex';
import type { PriceFacts } from '#contract/listings/price-facts.ts';
import type { Clock } from '#server/base/clock.ts';
import { interpretQuery, type SearchQuery } from '../query.ts';
import { coversWholeStates } from '../queries-conditions.ts';
import { findPrices } from './queries-prices.ts';

/**
 * The prices that practices of the searched place and service state, if the search is about whitening or its price. Its other filters don't
 * count, because the question is what whitening costs here. A whole state isn't here.
 */
export async function findSearchPrices(
  db: Knex,
  query: SearchQuery,
  clock: Clock,
  interpreting = interpretQuery(db, query, clock.now()),
): Promise<PriceFacts | undefined> {
  if (query.page > 1 || !query.location) return undefined;
  const { maxPrice, sort } = query;
  const interpreted = await interpreting;
  if (!('filter' in interpreted) || coversWholeStates(interpreted.scope)) return undefined;
  const asks = maxPrice !== undefined || sort === 'price' || /whitening/i.test(interpreted.service?.name ?? '');
  return asks ? findPrices(db, interpreted.scope, interpreted.service?.id ?? null) : undefined;
}
