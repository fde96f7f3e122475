import { Navigate, Outlet, type RouteObject } from 'react-router-dom';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Toaster } from '#ui/kit/overlays/Toaster.tsx';
import { createConsoleRoutes } from '../admin-routes.tsx';
import { lazyPage, type PageDeps } from '../page.ts';
import { RouteError } from '../RouteError.tsx';
import css from './Console.module.css';
import { ConsoleFrame } from './ConsoleFrame.tsx';
import { OnTheSite } from './OnTheSite.tsx';

const NoScreen = () => (
  <EmptyState
    heading="h1"
    scene="search"
    title="There is no such screen"
    actions={<ButtonLink to="/admin">Back to the console</ButtonLink>}
  >
    The address is wrong, or the screen has moved.
  </EmptyState>
);

/** The staff console as the desktop shows it: staff's screens and its own. The public pages are on the site. */
export function createDesktopRoutes(deps: PageDeps): RouteObject[] {
  const own = [
    lazyPage(
      deps,
      '/admin/desk/import',
      'ui/bulk/console/ImportPage.tsx',
      () => import('#ui/bulk/console/ImportPage.tsx'),
    ),
    lazyPage(
      deps,
      '/admin/desk/reports',
      'ui/insights/console/OfflineReports.tsx',
      () => import('#ui/insights/console/OfflineReports.tsx'),
    ),
    { path: '/admin/*', Component: NoScreen },
    lazyPage(deps, '/admin/desk/servers', 'ui/app/console/ServersPage.tsx', () => import('./ServersPage.tsx')),
  ];
  return [
    {
      Component: ConsoleFrame,
      ErrorBoundary: RouteError,
      children: [
        { path: '/', element: <Navigate to="/admin" replace /> },
        { path: '/auth', element: <Navigate to="/admin" replace /> },
        ...createConsoleRoutes(deps, own),
        {
          element: (
            <main className={css.outside}>
              <Link to="/admin" className={css.back}>
                Back to the console
              </Link>
              <Outlet />
              <Toaster />
            </main>
          ),
          children: [
            lazyPage(deps, '/account', 'ui/accounts/AccountPage.tsx', () => import('#ui/accounts/AccountPage.tsx')),
            { path: '*', Component: OnTheSite },
          ],
        },
      ],
    },
  ];
}
