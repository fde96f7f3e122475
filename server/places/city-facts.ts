import type { Knex } from 'knex';
import { findState } from '#shared/places/states.ts';
import { notFound } from '#server/base/http/errors.ts';
import * as sql from './queries.ts';

/** Sums of a city's listings. With a service, only the listings that offer it count. */
export async function findCityFacts(
  db: Knex,
  { state: stateText, city }: { state: string; city: string },
  service: string,
): Promise<sql.CityFacts> {
  const state = findState(stateText);
  const facts = state && (await sql.findCityFacts(db, state.code, city, service));
  if (!facts) throw notFound('That city does not exist.');
  return facts;
}
