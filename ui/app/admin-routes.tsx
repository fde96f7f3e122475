import type { RouteObject } from 'react-router-dom';
import { lazyPage, type PageDeps } from './page.ts';
import { RouteError } from './RouteError.tsx';

const pages = () => import('./admin-pages.ts');

/** The screens of staff: what the desktop mounts, and what the web shows under /admin. A host adds its own inside the frame. */
export function createConsoleRoutes(deps: PageDeps, more: RouteObject[] = []): RouteObject[] {
  type Name = keyof Omit<Awaited<ReturnType<typeof pages>>, 'shell'>;
  const page = (path: string, source: string, name: Name) =>
    lazyPage(deps, path, source, async () => (await pages())[name]());
  return [
    {
      handle: { source: ['ui/app/admin-pages.ts', 'ui/admin-shell/AdminShell.tsx'] },
      ErrorBoundary: RouteError,
      lazy: async () => ({ Component: (await (await pages()).shell()).ConsoleShell }),
      children: [
        {
          ErrorBoundary: RouteError,
          children: [
            page('/admin', 'ui/app/AdminPage.tsx', 'admin'),
            page('/admin/topics', 'ui/articles/admin/AdminTopicsPage.tsx', 'topics'),
            page('/admin/listings', 'ui/listings/admin/ListingsPage.tsx', 'listings'),
            page('/admin/problems', 'ui/listings/admin/ProblemsPage.tsx', 'problems'),
            page('/admin/users', 'ui/accounts/admin/UsersPage.tsx', 'users'),
            page('/admin/imports', 'ui/bulk/admin/ImportsPage.tsx', 'imports'),
            page('/admin/imports/:id', 'ui/bulk/admin/ImportPage.tsx', 'importRun'),
            page('/admin/audit', 'ui/audit/admin/AuditPage.tsx', 'audit'),
            ...more,
          ],
        },
      ],
    },
  ];
}
