import { queryOptions, QueryClient } from '@tanstack/react-query';
import type { AnyEndpoint, Input, Reply } from '#contract/endpoint.ts';
import { FULL_LIST_PAGE_SIZE } from '#shared/page-size.ts';
import { urlOf } from '#shared/url.ts';
import { api, type Call, type Counted } from './api.ts';

/**
 * Queries never go stale by themselves, and don't refetch on focus or reconnect; polling is set per query. Calls fail
 * at once when offline, instead of waiting silently.
 */
const networkMode = 'always';
/** A page that mounts right after its loader failed shows that error; a page that mounts later tries again. */
const JUST_FAILED_MS = 2_000;
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode,
        staleTime: Infinity,
        retry: false,
        refetchOnWindowFocus: false,
        retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > JUST_FAILED_MS,
      },
      mutations: { networkMode },
    },
  });

const keyOf = (endpoint: AnyEndpoint, input: { params?: unknown; query?: unknown }) =>
  [urlOf(endpoint.path, input.params, input.query)] as const;

/** A query for an endpoint. Its key is the URL, so that components share responses. */
export const queryOf = <E extends AnyEndpoint>(endpoint: E, input: Input<E>, call: Call = api) =>
  queryOptions<Reply<E>, Error, Reply<E>, readonly [string]>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  });

export const countedOf = <E extends AnyEndpoint>(endpoint: E, input: Input<E>, call: Call = api) =>
  queryOptions<Counted<Reply<E>>, Error, Counted<Reply<E>>, readonly [string, 'counted']>({
    queryKey: [...keyOf(endpoint, input), 'counted'] as const,
    queryFn: ({ signal }) => call.counted(endpoint, input, { signal }),
  });

/** Yields a whole list in batches, each continuing after the last, so that little of it is in memory. */
export async function* toTheEnd<T>(
  follow: (after: string) => Promise<readonly T[]>,
  keyOf: (item: T) => number,
): AsyncGenerator<readonly T[]> {
  let after = 0;
  for (;;) {
    const items = await follow(String(after));
    if (items.length > 0) yield items;
    if (items.length < FULL_LIST_PAGE_SIZE) return;
    after = keyOf(items.at(-1)!);
  }
}

/** Invalidates all cached responses under these paths. */
export const refresh = (client: QueryClient, ...paths: string[]): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => paths.some((path) => String(queryKey[0]).startsWith(path)) });
