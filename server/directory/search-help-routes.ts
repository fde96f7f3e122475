import * as optionsContract from '#contract/directory/option-counts.ts';
import * as contract from '#contract/directory/search-help.ts';
import { anyone, everyone } from '#server/base/http/guards.ts';
import { serve, type Route } from '#server/base/http/serve.ts';
import { mapMatches } from '#contract/directory/map-matches.ts';
import { findNearestZip, listLargestCities } from '#server/places/places.ts';
import { interpretLocation, interpretSentence } from './interpret-sentence.ts';
import { findMapMatches } from './beside-results/map-matches.ts';
import { countOptions } from './option-counts/count-options.ts';

export const searchHelpRoutes: Route[] = [
  serve(contract.readSentence, everyone, async ({ query }, { db, clock }) => ({
    params: await (query.as === 'location' ? interpretLocation : interpretSentence)(db, query.q, clock),
  })),

  serve(contract.findNearestZip, anyone, async ({ body }, { db }) => ({ zip: await findNearestZip(db, body) })),

  serve(optionsContract.countOptions, everyone, ({ query }, { db, clock }) => countOptions(db, query, clock)),

  serve(mapMatches, everyone, async ({ query }, { db, clock }) => ({ cells: await findMapMatches(db, query, clock) })),

  serve(contract.listPopularCities, everyone, (_, { db }) => listLargestCities(db)),
];
