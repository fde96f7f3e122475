import { useQuery } from '@tanstack/react-query';
import { listPracticeTypes, listServices } from '#contract/listings/listings.ts';
import { listInsurancePlans, type CatalogPlan } from '#contract/directory/search-help.ts';
import { queryOf } from '#ui/base/platform/query.ts';

/** The names of the services, types, and plans that listings refer to by id. */
export interface ListingNames {
  services: ReadonlyMap<number, string>;
  types: ReadonlyMap<number, string>;
  plans: readonly CatalogPlan[];
}

/** Empty until the names have loaded. */
export function useListingNames(): ListingNames {
  const { data: services } = useQuery(queryOf(listServices, {}));
  const { data: types } = useQuery(queryOf(listPracticeTypes, {}));
  const { data: plans = [] } = useQuery(queryOf(listInsurancePlans, {}));
  return {
    services: new Map(services?.map(({ id, name }) => [id, name])),
    types: new Map(types?.map(({ id, name }) => [id, name])),
    plans,
  };
}
