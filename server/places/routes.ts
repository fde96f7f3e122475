import * as map from '#contract/places/map.ts';
import * as contract from '#contract/places/places.ts';
import { findState, stateSlug } from '#shared/places/states.ts';
import { notFound } from '#server/base/http/errors.ts';
import { everyone } from '#server/base/http/guards.ts';
import { serve, type Route } from '#server/base/http/serve.ts';
import { findCityFacts } from './city-facts.ts';
import { findMapCities, findZipCenters } from './map.ts';
import * as places from './places.ts';

export const routes: Route[] = [
  serve(contract.getStats, everyone, (_, { db }) => places.findStats(db)),
  serve(contract.geographicData, everyone, ({ query }, { db }) => places.findGeographicData(db, query)),
  serve(contract.geographicStates, everyone, () => places.listStateNames()),
  serve(contract.listStates, everyone, (_, { db }) => places.listStates(db)),
  serve(map.mapCities, everyone, ({ query }, { db }) => findMapCities(db, query)),
  serve(map.zipCenters, everyone, ({ query }, { db }) => findZipCenters(db, query.zips)),
  serve(contract.cityFacts, everyone, ({ params, query }, { db }) => findCityFacts(db, params, query.service ?? '')),
  serve(contract.listCities, everyone, async ({ params }, { db }) => {
    const state = findState(params.state);
    if (!state) throw notFound('That state does not exist.');
    return {
      state: { code: state.code, name: state.name, slug: stateSlug(state) },
      cities: await places.listCities(db, state.code),
    };
  }),
];
