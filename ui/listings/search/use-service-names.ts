import { queryOptions } from '@tanstack/react-query';
import { listServices } from '#contract/listings/listings.ts';
import { api, type Call } from '#ui/base/platform/api.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';

interface ServiceName {
  id: number;
  name: string;
}

/** The services without their descriptions, which would add 1 kB to each document with a list of services. */
export const serviceNamesQuery = (call: Call = api) =>
  queryOptions<ServiceName[], Error, ServiceName[], readonly string[]>({
    queryKey: ['/api/services', 'names'],
    queryFn: async ({ signal }) => (await call(listServices, {}, { signal })).map(({ id, name }) => ({ id, name })),
  });

/** The names of the services by id, once they have loaded. */
export function useServiceNames(): ReadonlyMap<number, string> | undefined {
  const { data } = useReply(serviceNamesQuery());
  return data && new Map(data.map(({ id, name }) => [id, name]));
}
