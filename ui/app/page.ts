import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { data, redirect, type LoaderFunctionArgs, type RouteObject } from 'react-router-dom';
import type { Call } from '#ui/platform/api.ts';

/** What loaders work with: the API, the cache, and where they run. */
export interface PageDeps {
  call: Call;
  cache: QueryClient;
  /** True while rendering on the server: answers are awaited there, and streamed into view in the browser. */
  server: boolean;
}

export interface LoadArgs extends PageDeps {
  params: Record<string, string | undefined>;
  url: URL;
  /** Starts queries early. On the server it waits for them; in the browser the page shows its skeleton meanwhile. */
  prefetch(...queries: { queryKey: readonly unknown[]; queryFn?: unknown }[]): Promise<void>;
}

/** A page: what it shows and what it needs first. Title and meta tags are rendered by the component itself. */
export interface Page {
  Component: ComponentType;
  load?(args: LoadArgs): Promise<unknown>;
  /** Parts whose code the first page leaves for later, and a page one goes to brings along. */
  later?: readonly { preload(): Promise<void> }[];
  /** Pages that must not be indexed, and pages whose shell differs, say so here. */
  handle?: Record<string, unknown>;
}

export const missing = (): never => {
  throw data(null, { status: 404 });
};
export const moved = (to: string): never => {
  throw redirect(to, 301);
};

/**
 * Turns a page module into a route. `source` is its file (with those on the way to it), so that the server can name its chunks; `later` are the files
 * of parts that come to life afterwards, whose style sheets are needed at once all the same.
 */
export function lazyPage(
  deps: PageDeps,
  path: string,
  source: string | string[],
  load: () => Promise<{ page: Page }>,
  later: readonly string[] = [],
): RouteObject {
  return {
    path,
    handle: { source, later },
    lazy: async () => {
      const { page } = await load();
      return {
        Component: page.Component,
        ...(page.load || page.later
          ? {
              loader: async (args: LoaderFunctionArgs) => {
                const parts = deps.server ? [] : (page.later ?? []).map((part) => part.preload());
                const [data] = await Promise.all([page.load?.(loadArgs(deps, args)), ...parts]);
                return data ?? null;
              },
            }
          : {}),
      };
    },
  };
}

function loadArgs(deps: PageDeps, { params, request }: LoaderFunctionArgs): LoadArgs {
  return {
    ...deps,
    params,
    url: new URL(request.url),
    async prefetch(...queries) {
      const started = Promise.all(
        queries.map((query) =>
          deps.server ? deps.cache.fetchQuery(query as never) : deps.cache.prefetchQuery(query as never),
        ),
      );
      if (deps.server) await started;
      else started.catch(() => {});
    },
  };
}
