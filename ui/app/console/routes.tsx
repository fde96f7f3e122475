import { Navigate, type RouteObject, useLocation, useNavigate } from 'react-router-dom';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { createConsoleRoutes } from '../admin/admin-routes.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import { lazyPage, type RouteDeps } from '#ui/base/page/page.ts';
import { RouteError } from '../RouteError.tsx';
import { ConsoleFrame } from './ConsoleFrame.tsx';
import { OutsideFrame } from './OutsideFrame.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { useConsoleState } from '#ui/base/platform/use-console-state.ts';

/** Replaces public pages, which the console doesn't include. */
function OpenOnWebsite() {
  const { pathname, search } = useLocation();
  const { server } = useConsoleState();
  const { openExternal } = usePlatform();
  const navigate = useNavigate();
  return (
    <>
      <Head title="This page is on the website" noindex />
      <EmptyState
        heading="h1"
        title="This page is on the website"
        actions={
          <>
            <Button variant="primary" onClick={() => openExternal(server + pathname + search)}>
              Open in browser
            </Button>
            <Button onClick={() => void navigate(-1)}>Back</Button>
          </>
        }
      >
        The console only has staff pages. Public pages open in your browser.
      </EmptyState>
    </>
  );
}

/** Works without a connection. */
const HOME = '/admin/desk';

const MissingPage = () => (
  <>
    <Head title="That page doesn’t exist" noindex />
    <EmptyState
      heading="h1"
      scene="search"
      title="That page doesn’t exist"
      actions={<ButtonLink to={HOME}>Back to the console</ButtonLink>}
    >
      The address is wrong, or the page has moved.
    </EmptyState>
  </>
);

/** The routes of the desktop console: the admin panel and the console's own pages. Public pages open in the browser. */
export function createDesktopRoutes(deps: RouteDeps): RouteObject[] {
  const consolePages = [
    lazyPage(deps, '/admin/desk', () => import('./home/HomePage.tsx')),
    lazyPage(deps, '/admin/desk/import', () => import('#ui/bulk/console/ImportPage.tsx')),
    lazyPage(deps, '/admin/desk/reports', () => import('#ui/insights/admin/ReportsPage.tsx')),
    lazyPage(deps, '/admin/desk/settings', () => import('./SettingsPage.tsx')),
    { path: '/admin/*', Component: MissingPage },
  ];
  return [
    {
      Component: ConsoleFrame,
      ErrorBoundary: RouteError,
      children: [
        { path: '/', element: <Navigate to={HOME} replace /> },
        { path: '/auth', element: <Navigate to={HOME} replace /> },
        ...createConsoleRoutes(deps, consolePages),
        {
          Component: OutsideFrame,
          children: [
            lazyPage(deps, '/account', () => import('#ui/accounts/account/AccountPage.tsx')),
            { path: '*', Component: OpenOnWebsite },
          ],
        },
      ],
    },
  ];
}
