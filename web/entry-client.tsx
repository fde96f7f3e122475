import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import {
  createBrowserRouter,
  matchRoutes,
  RouterProvider,
  UNSAFE_ErrorResponseImpl as RouteError,
  type HydrationState,
} from 'react-router-dom';
import { startSession } from '#ui/base/session.ts';
import { App, type Site } from '#ui/base/page/App.tsx';
import { wake } from '#ui/base/page/deferred-hydration.tsx';
import { watchTextareas } from '#ui/base/page/keep-typed.ts';
import { POSTED_FORM_KEY } from '#ui/base/forms/posted-form-key.ts';
import { createRoutes } from '#ui/app/routes.tsx';
import { api } from '#ui/base/platform/api.ts';
import { createQueryClient } from '#ui/base/platform/query.ts';
import { storePageTime } from '#ui/base/platform/use-page-time.ts';
import { Document, type DocumentProps } from './Document.tsx';
import { webPlatform } from './web-platform.ts';
import type { StoredReply } from './stored-reply.ts';
import { completeSettings } from '#shared/site-settings.ts';
import { preferFormLogin, webTokens } from './token-storage.ts';

interface State {
  queries: StoredReply[];
  loaderData: HydrationState['loaderData'];
  errors?: Record<string, unknown>;
  head: Omit<DocumentProps['head'], 'fonts' | 'preloads'>;
  site: Partial<Site> & Pick<Site, 'publicUrl'>;
}

async function start(): Promise<void> {
  // A cached script may run before the browser has parsed the state at the end of the page.
  if (document.readyState === 'loading')
    await new Promise((read) => document.addEventListener('DOMContentLoaded', read, { once: true }));
  watchTextareas();
  const state = JSON.parse(document.getElementById('state')!.textContent ?? '') as State;
  const cache = createQueryClient();
  const time = Number(document.getElementById('page-time')!.textContent);
  const fillCache = () => {
    for (const [key, reply] of state.queries) cache.setQueryData(key, reply, { updatedAt: time });
    storePageTime(cache, time);
  };
  fillCache();
  preferFormLogin();
  startSession(cache, webTokens, fillCache);
  // The server renders pages for visitors. A logged-in user's page hydrates at once.
  if (webTokens.has()) wake();
  const routes = createRoutes({ call: api, cache, server: false });
  // Hydration needs the first page's code, which is preloaded.
  for (const { route } of matchRoutes(routes, location) ?? []) {
    if (typeof route.lazy !== 'function') continue;
    Object.assign(route, await route.lazy(), { lazy: undefined });
  }
  const errors =
    state.errors &&
    Object.fromEntries(Object.keys(state.errors).map((id) => [id, new RouteError(404, 'Not Found', null)]));
  // The browser handles jumps within the page, such as the skip link. If the router heard of one, React would render
  // before the deferred parts are hydrated and drop them. So this listener runs before the router's.
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
  router.subscribe(() => {
    wake();
    // Another page, or this one later, doesn't show what was posted.
    cache.removeQueries({ queryKey: POSTED_FORM_KEY });
  });
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Document head={{ ...state.head, fonts: [], preloads: [] }}>
          <App
            cache={cache}
            platform={webPlatform}
            site={{ ...completeSettings(state.site), publicUrl: state.site.publicUrl }}
          >
            <RouterProvider router={router} />
          </App>
        </Document>
      </StrictMode>,
    );
  });
}

// Tests wait for this attribute.
void start().then(() => requestAnimationFrame(() => document.documentElement.setAttribute('data-ready', '')));
