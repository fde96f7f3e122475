import { hydrate as hydrateQueries, type DehydratedState } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import {
  createBrowserRouter,
  matchRoutes,
  RouterProvider,
  UNSAFE_ErrorResponseImpl as RouteError,
  type HydrationState,
} from 'react-router-dom';
import { startSession } from '#ui/accounts/session.ts';
import { App } from '#ui/app/App.tsx';
import { wake } from '#ui/app/deferred-hydration.tsx';
import { createRoutes } from '#ui/app/routes.tsx';
import { api } from '#ui/platform/api.ts';
import { createQueryClient } from '#ui/platform/query.ts';
import { Document, type DocumentProps } from './Document.tsx';
import { webPlatform } from './web-platform.ts';
import { webTokens } from './token-storage.ts';

interface State {
  queries: DehydratedState;
  loaderData: HydrationState['loaderData'];
  errors: Record<string, unknown> | null;
  head: DocumentProps['head'];
  publicUrl: string;
}

async function start(): Promise<void> {
  // From the cache this may run before the whole of the page, with the state at its end, has been read.
  if (document.readyState === 'loading')
    await new Promise((read) => document.addEventListener('DOMContentLoaded', read, { once: true }));
  const state = JSON.parse(document.getElementById('state')!.textContent ?? '') as State;
  const cache = createQueryClient();
  hydrateQueries(cache, state.queries);
  startSession(cache, webTokens);
  // What the server wrote is a visitor's page. Whoever is signed in gets their own without having to touch it first.
  if (webTokens.has()) wake();
  const routes = createRoutes({ call: api, cache, server: false });
  // The first page's code is already on its way; it must be here before React compares.
  for (const { route } of matchRoutes(routes, location) ?? []) {
    if (typeof route.lazy !== 'function') continue;
    Object.assign(route, await route.lazy(), { lazy: undefined });
  }
  const errors =
    state.errors &&
    Object.fromEntries(Object.keys(state.errors).map((id) => [id, new RouteError(404, 'Not Found', null)]));
  // A jump within the page, as of the skip link, is the browser's own work. Were React told, it would draw at once, and
  // the parts it has not taken over yet would vanish meanwhile, focus with them.
  // Before the router, whose ear is on the same event.
  addEventListener(
    'popstate',
    (event) => {
      const { pathname, search } = router.state.location;
      if (pathname === location.pathname && search === location.search && document.querySelector('[data-later]'))
        event.stopImmediatePropagation();
    },
    true,
  );
  const router = createBrowserRouter(routes, { hydrationData: { loaderData: state.loaderData, errors } });
  router.subscribe(() => wake());
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Document head={state.head}>
          <App cache={cache} platform={webPlatform} publicUrl={state.publicUrl}>
            <RouterProvider router={router} />
          </App>
        </Document>
      </StrictMode>,
    );
  });
}

// Tests and enhancements that wait for React look at this.
void start().then(() => requestAnimationFrame(() => document.documentElement.setAttribute('data-ready', '')));
