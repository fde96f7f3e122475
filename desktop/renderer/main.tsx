// The base styles must come first, so that the styles of components override them.
import '#ui/kit/styles/kit.css';
import { StrictMode, useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { createHashRouter, RouterProvider } from 'react-router-dom';
import { accentRule } from '#shared/brand-colors.ts';
import { completeSettings } from '#shared/site-settings.ts';
import { startSession } from '#ui/base/session.ts';
import { App } from '#ui/base/page/App.tsx';
import { createDesktopRoutes } from '#ui/app/console/routes.tsx';
import { readTheme, setTheme, THEME_CHANGED } from '#ui/kit/styles/theme.ts';
import { api } from '#ui/base/platform/api.ts';
import { createQueryClient } from '#ui/base/platform/query.ts';
import { openConsole, type Bridge } from './desktop-platform.ts';

abortInMainProcess(window.enamel);
setTheme(readTheme());
followTheme(window.enamel);
const { platform, staffConsole, tokens } = await openConsole(window.enamel);
const cache = createQueryClient();
startSession(cache, tokens);
const router = createHashRouter(createDesktopRoutes({ call: api, cache, server: false }));
const useLook = (part: 'brand' | 'logo' | 'accent') =>
  useSyncExternalStore(staffConsole.watch, () => staffConsole.state()[part]);
function Root() {
  const [brand, logo, accent] = [useLook('brand'), useLook('logo'), useLook('accent')];
  useLayoutEffect(() => showAccent(accent), [accent]);
  // A change of the server reloads the page.
  const site = useMemo(
    () => ({ ...completeSettings({ brand, logo, accent }), publicUrl: staffConsole.state().server ?? '' }),
    [brand, logo, accent],
  );
  return (
    <App cache={cache} platform={platform} site={site}>
      <RouterProvider router={router} />
    </App>
  );
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Root />
  </StrictMode>,
);

/** Replaces the default colors, as the style in the head of the website's pages does. */
function showAccent(accent: string): void {
  const sheet = new CSSStyleSheet();
  if (accent) sheet.replaceSync(accentRule(accent));
  document.adoptedStyleSheets = [sheet];
}

/**
 * Makes an aborted request end in the main process too. Electron closes the page's side only, so the request to the server
 * would go on, and a large one would occupy the connection.
 */
function abortInMainProcess(bridge: Pick<Bridge, 'abort'>): void {
  const plainFetch = window.fetch.bind(window);
  window.fetch = (input, init = {}) => {
    const signal = init.signal ?? (input instanceof Request ? input.signal : null);
    const isApiCall = typeof input === 'string' && input.startsWith('/api/');
    if (!isApiCall || !signal || signal.aborted) return plainFetch(input, init);
    const id = crypto.randomUUID();
    const headers = new Headers(init.headers);
    headers.set('X-Enamel-Request', id);
    signal.addEventListener('abort', () => void bridge.abort(id).catch(() => {}), { once: true });
    return plainFetch(input, { ...init, headers });
  };
}

/** Reports the chosen theme to the main process, at the start and after each change. */
function followTheme(bridge: Pick<Bridge, 'theme'>): void {
  const tell = () => void bridge.theme(readTheme()).catch(() => {});
  tell();
  addEventListener(THEME_CHANGED, tell);
}
