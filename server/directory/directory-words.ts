import type { Knex } from 'knex';
import type { Clock } from '#server/base/clock.ts';
import { RefreshedValue } from '#server/base/db/refreshed-value.ts';
import { listStates } from '#server/places/places.ts';
import { findOfferedPlans } from '#server/listings/plans/plans.ts';
import { ListedPlaces } from './listed-places.ts';
import * as sql from './queries-suggest.ts';
import { Gazetteer } from './sentence/gazetteer.ts';
import { PhraseTable } from './sentence/phrase-table.ts';
import type { Grammar } from './sentence/draft.ts';

const HALF_MINUTE = 30_000;
const TEN_MINUTES = 600_000;

const gazetteer = new RefreshedValue(TEN_MINUTES, async (db) => new Gazetteer(await sql.findAllCities(db)));
const services = new RefreshedValue(HALF_MINUTE, (db) => sql.countServices(db));
const places = new RefreshedValue(HALF_MINUTE, async (db) => {
  const [cities, states] = await Promise.all([sql.countCities(db), listStates(db)]);
  return new ListedPlaces(
    cities,
    states.map(({ code, slug, dentistCount }) => ({ code, slug, count: dentistCount })),
  );
});

export const findListedPlaces = (db: Knex): Promise<ListedPlaces> => places.get(db);
/** The services, with the number of listings that offer each. */
export const findCountedServices = (db: Knex): Promise<sql.CountedService[]> => services.get(db);

const dateFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' });

let lastTable: { key: string; table: PhraseTable } | undefined;

/** The words that sentences are read with: all places of the country, and the services and plans of this directory. */
export async function findGrammar(db: Knex, clock: Clock): Promise<Grammar> {
  const [cities, counted, plans] = await Promise.all([gazetteer.get(db), services.get(db), findOfferedPlans(db)]);
  const names = counted.map(({ name }) => name);
  const today = dateFormat.format(clock.now());
  const key = JSON.stringify([today, names, plans]);
  if (lastTable?.key !== key) lastTable = { key, table: new PhraseTable({ services: names, plans, today }) };
  return { gazetteer: cities, phrases: lastTable.table };
}
