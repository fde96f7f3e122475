import { queryOptions, QueryClient } from '@tanstack/react-query';
import type { AnyEndpoint, Input, Reply } from '#contract/endpoint.ts';
import { FULL_LIST_PAGE_SIZE } from '#contract/page-size.ts';
import { urlOf } from '#contract/url.ts';
import { api, type Call, type Counted } from './api.ts';

/**
 * Nothing goes stale by itself, nothing is retried, nothing is fetched again on focus; a query that polls says so. Without
 * a connection a call fails at once and says so, rather than wait without a word, and nothing is fetched again with it.
 */
const networkMode = 'always';
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { networkMode, staleTime: Infinity, retry: false, refetchOnWindowFocus: false },
      mutations: { networkMode },
    },
  });

const keyOf = (endpoint: AnyEndpoint, input: { params?: unknown; query?: unknown }) =>
  [urlOf(endpoint.path, input.params, input.query)] as const;

/** A query on an endpoint. Its key is the URL, so every user of the same URL shares one answer. */
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

/** A list to its end, piece by piece, each from where the last one ended: however long it is, little of it is held. */
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

/** Makes every cached answer under these paths be fetched again. */
export const refresh = (client: QueryClient, ...paths: string[]): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => paths.some((path) => String(queryKey[0]).startsWith(path)) });
