import type { RouteObject } from 'react-router-dom';
import { lazyPage, type PageDeps } from './page.ts';
import { RouteError } from './RouteError.tsx';

const pages = () => import('./console-pages.ts');

/** The screens of staff: what the desktop mounts, and what the web shows under /admin. A host adds its own inside the frame. */
export function createConsoleRoutes(deps: PageDeps, more: RouteObject[] = []): RouteObject[] {
  type Name = keyof Omit<Awaited<ReturnType<typeof pages>>, 'shell'>;
  const page = (path: string, source: string, name: Name) =>
    lazyPage(deps, path, source, async () => (await pages())[name]());
  return [
    {
      handle: { source: ['ui/app/console-pages.ts', 'ui/settings/ConsoleShell.tsx'] },
      ErrorBoundary: RouteError,
      lazy: async () => ({ Component: (await (await pages()).shell()).ConsoleShell }),
      children: [
        {
          ErrorBoundary: RouteError,
          children: [
            page('/admin', 'ui/settings/AdminPage.tsx', 'admin'),
            page('/admin/topics', 'ui/articles/AdminTopicsPage.tsx', 'topics'),
            page('/admin/listings', 'ui/settings/ListingsPage.tsx', 'listings'),
            page('/admin/problems', 'ui/settings/ProblemsPage.tsx', 'problems'),
            page('/admin/users', 'ui/settings/UsersPage.tsx', 'users'),
            page('/admin/imports', 'ui/bulk/ImportsPage.tsx', 'imports'),
            page('/admin/imports/:id', 'ui/bulk/ImportPage.tsx', 'importRun'),
            page('/admin/audit', 'ui/settings/AuditPage.tsx', 'audit'),
            ...more,
          ],
        },
      ],
    },
  ];
}
