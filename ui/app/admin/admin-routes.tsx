import type { RouteObject } from 'react-router-dom';
import { lazyPage, type Page, type RouteDeps } from '#ui/base/page/page.ts';
import type { Loader } from '#ui/base/page/loader.ts';
import { RouteError } from '../RouteError.tsx';

const loadShell: Loader<typeof import('#ui/app/admin/AdminShell.tsx')> = () => import('#ui/app/admin/AdminShell.tsx');

/** The admin pages, for the website and the desktop console. A host passes its own pages to show in the same frame. */
export function createConsoleRoutes(deps: RouteDeps, hostRoutes: RouteObject[] = []): RouteObject[] {
  const page = (path: string, load: Loader<{ page: Page }>) => lazyPage(deps, path, load);
  return [
    {
      ErrorBoundary: RouteError,
      lazy: async () => ({ Component: (await loadShell()).ConsoleShell, handle: { source: loadShell.source } }),
      children: [
        {
          ErrorBoundary: RouteError,
          children: [
            page('/admin', () => import('#ui/app/admin/AdminPage.tsx')),
            page('/admin/topics', () => import('#ui/articles/admin/AdminTopicsPage.tsx')),
            page('/admin/listings', () => import('#ui/listings/admin/ListingsPage.tsx')),
            page('/admin/data-health', () => import('#ui/data-health/admin/DataHealthPage.tsx')),
            page('/admin/data-health/calls', () => import('#ui/confirmations/admin/CallListPage.tsx')),
            page('/admin/sources', () => import('#ui/sources/admin/SourcesPage.tsx')),
            page('/admin/sources/website', () => import('#ui/sources/admin/SuggestionsPage.tsx')),
            page('/admin/catalog', () => import('#ui/listings/admin/CatalogPage.tsx')),
            page('/admin/problems', () => import('#ui/listings/admin/ProblemsPage.tsx')),
            page('/admin/new-listings', () => import('#ui/claims/admin/NewListingsPage.tsx')),
            page('/admin/reviews', () => import('#ui/reviews/admin/ReviewsPage.tsx')),
            page('/admin/reviews/figures', () => import('#ui/reviews/admin/ReviewFiguresPage.tsx')),
            page('/admin/messages', () => import('#ui/inbox/admin/MessagesPage.tsx')),
            page('/admin/privacy', () => import('#ui/insights/admin/PrivacyPage.tsx')),
            page('/admin/staff', () => import('#ui/accounts/admin/staff/StaffPage.tsx')),
            page('/admin/appointments', () => import('#ui/appointments/admin/AppointmentsPage.tsx')),
            page('/admin/subscriptions', () => import('#ui/billing/admin/SubscriptionsPage.tsx')),
            page('/admin/users', () => import('#ui/accounts/admin/UsersPage.tsx')),
            page('/admin/users/:id/home', () => import('#ui/listings/admin/OwnerViewPage.tsx')),
            page('/admin/imports', () => import('#ui/bulk/admin/ImportsPage.tsx')),
            page('/admin/imports/files/:id', () => import('#ui/bulk/workbench/WorkbenchPage.tsx')),
            page('/admin/imports/:id', () => import('#ui/bulk/admin/ImportPage.tsx')),
            page('/admin/backups', () => import('#ui/bulk/admin/BackupsPage.tsx')),
            page('/admin/brand', () => import('#ui/site/admin/BrandPage.tsx')),
            page('/admin/doctor', () => import('#ui/doctor/admin/DoctorPage.tsx')),
            page('/admin/status', () => import('#ui/status/admin/StatusAdminPage.tsx')),
            page('/admin/audit', () => import('#ui/audit/admin/AuditPage.tsx')),
            ...hostRoutes,
          ],
        },
      ],
    },
  ];
}
