import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { data, redirect, type LoaderFunctionArgs, type RouteObject } from 'react-router-dom';
import type { Call } from '#ui/base/platform/api.ts';
import type { DeferredPart, Loader } from './loader.ts';

/** Dependencies of route loaders: the API, the query cache, and where they run. */
export interface PageDeps {
  call: Call;
  cache: QueryClient;
  /** True on the server, which awaits responses before it renders. The browser renders skeletons instead. */
  server: boolean;
}

/** The dependencies of all loaders in a browser. On the server, each request has its own, as the router's context. */
export type RouteDeps = (PageDeps & { server: false }) | { server: true };
export const depsOf = (deps: RouteDeps, { context }: LoaderFunctionArgs): PageDeps =>
  deps.server ? (context as PageDeps) : deps;

export interface LoadArgs extends PageDeps {
  params: Record<string, string | undefined>;
  url: URL;
  /** Starts queries. The server waits for them; the browser shows the page's skeleton until they arrive. */
  prefetch(...queries: { queryKey: readonly unknown[]; queryFn?: unknown }[]): Promise<void>;
}

/** A page module's export: the component, and the data it needs. The component writes its own title and meta tags. */
export interface Page {
  Component: ComponentType;
  load?(args: LoadArgs): Promise<unknown>;
  /** Parts hydrated on the first interaction. Navigating to the page in the browser loads them with it. */
  deferred?: readonly DeferredPart<never>[];
}

/** The files of a route, for the server. */
export interface RouteHandle {
  source?: string;
  deferred?: readonly DeferredPart<never>[];
}

export const missing = (): never => {
  throw data(null, { status: 404 });
};
export const moved = (to: string): never => {
  throw redirect(to, 301);
};

/** Makes a route of a page module. */
export function lazyPage(deps: RouteDeps, path: string, loadModule: Loader<{ page: Page }>): RouteObject {
  return {
    path,
    lazy: async () => {
      const { page } = await loadModule();
      return {
        Component: page.Component,
        handle: { source: loadModule.source, deferred: page.deferred } satisfies RouteHandle,
        ...(page.load || page.deferred
          ? {
              loader: async (args: LoaderFunctionArgs) => {
                const parts = deps.server ? [] : (page.deferred ?? []).map((part) => part.preload());
                const [loaded] = await Promise.all([page.load?.(loadArgs(depsOf(deps, args), args)), ...parts]);
                return loaded ?? null;
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
