// The base styles must come first, so that the styles of components override them.
import '#ui/kit/styles/kit.css';
import { StrictMode, useMemo, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { createHashRouter, RouterProvider } from 'react-router-dom';
import { completeSettings } from '#shared/site-settings.ts';
import { startSession } from '#ui/base/session.ts';
import { App } from '#ui/base/page/App.tsx';
import { createDesktopRoutes } from '#ui/app/console/routes.tsx';
import { readTheme, setTheme } from '#ui/kit/styles/theme.ts';
import { api } from '#ui/base/platform/api.ts';
import { createQueryClient } from '#ui/base/platform/query.ts';
import { abortInMainProcess } from './abortable-fetch.ts';
import { openConsole } from './desktop-platform.ts';
import { followTheme } from './follow-theme.ts';

abortInMainProcess(window.enamel);
setTheme(readTheme());
followTheme(window.enamel);
const { platform, staffConsole, tokens } = await openConsole(window.enamel);
const cache = createQueryClient();
startSession(cache, tokens);
const router = createHashRouter(createDesktopRoutes({ call: api, cache, server: false }));
function Root() {
  const brand = useSyncExternalStore(staffConsole.watch, () => staffConsole.state().brand);
  // A change of the server reloads the page.
  const site = useMemo(
    () => ({ ...completeSettings({ brand }), publicUrl: staffConsole.state().server ?? '' }),
    [brand],
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
