// The base styles must come first, so that the styles of components override them.
import '#ui/kit/styles/kit.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createHashRouter, RouterProvider } from 'react-router-dom';
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
const { platform, tokens } = await openConsole(window.enamel);
const cache = createQueryClient();
startSession(cache, tokens);
const router = createHashRouter(createDesktopRoutes({ call: api, cache, server: false }));
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App cache={cache} platform={platform} publicUrl={platform.staffConsole?.state().server ?? ''}>
      <RouterProvider router={router} />
    </App>
  </StrictMode>,
);
