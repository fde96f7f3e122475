import { useQuery } from '@tanstack/react-query';
import { listServices } from '#contract/listings.ts';
import { queryOf } from '#ui/platform/query.ts';

/** The names of the services by id, once they have loaded. */
export function useServiceNames(): ReadonlyMap<number, string> | undefined {
  const { data } = useQuery(queryOf(listServices, {}));
  return data && new Map(data.map(({ id, name }) => [id, name]));
}
