import type { Knex } from 'knex';
import { findState } from '#shared/places/states.ts';
import { notFound } from '#server/base/http/errors.ts';
import type { Reply } from '#contract/endpoint.ts';
import { FEWEST_PRICES } from '#contract/listings/price-facts.ts';
import type { cityFacts } from '#contract/places/places.ts';
import * as sql from './queries.ts';

/** Sums of a city's listings. With a service, only the listings that offer it count. */
export async function findCityFacts(
  db: Knex,
  { state: stateText, city }: { state: string; city: string },
  service: string,
): Promise<Reply<typeof cityFacts>> {
  const state = findState(stateText);
  const facts = state && (await sql.findCityFacts(db, state.code, city, service));
  if (!facts) throw notFound('That city does not exist.');
  const { since, until, lowestPrice: lowest, middlePrice: middle, highestPrice: highest, ...counts } = facts;
  const practices = facts.priced;
  if (practices < FEWEST_PRICES || lowest === null || middle === null || highest === null || !since || !until)
    return { ...counts, lowestPrice: null, middlePrice: null, highestPrice: null };
  return {
    ...counts,
    lowestPrice: lowest,
    middlePrice: middle,
    highestPrice: highest,
    prices: { practices, lowest, middle, highest, since, until },
  };
}
