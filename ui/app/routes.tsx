import type { RouteObject } from 'react-router-dom';
import { siteInfo } from '#contract/site.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { createConsoleRoutes } from './admin/admin-routes.tsx';
import { depsOf, lazyPage, missing, type Page, type RouteDeps } from '../base/page/page.ts';
import type { Loader } from '../base/page/loader.ts';
import { RouteError } from './RouteError.tsx';
import { Footer, Shell, StatusBanner } from './frame/Shell.tsx';

/** Every page of the website. The desktop console mounts the admin pages only. */
export function createRoutes(deps: RouteDeps): RouteObject[] {
  const page = (path: string, load: Loader<{ page: Page }>) => lazyPage(deps, path, load);
  return [
    {
      path: '/',
      Component: Shell,
      handle: { deferred: [StatusBanner, Footer] },
      ErrorBoundary: RouteError,
      // The footer shows the contact details on every page, so they load once.
      loader: async (args) => {
        const { cache, call, server } = depsOf(deps, args);
        const info = cache.prefetchQuery(queryOf(siteInfo, {}, call));
        if (server) await info;
        return null;
      },
      shouldRevalidate: () => false,
      children: [
        {
          ErrorBoundary: RouteError,
          children: [
            page('/', () => import('#ui/site/HomePage.tsx')),
            page('/directory', () => import('#ui/listings/directory/DirectoryPage.tsx')),
            page('/compare', () => import('#ui/listings/compare/ComparePage.tsx')),
            page('/shortlist', () => import('#ui/listings/compare/ShortlistPage.tsx')),
            page('/shared/:slug', () => import('#ui/listings/compare/SharedPage.tsx')),
            page('/dentists/:state', () => import('#ui/places/state-page.ts')),
            page('/dentists/:state/:city', () => import('#ui/places/CityPage.tsx')),
            page('/teeth-whitening/:state/:city', () => import('#ui/places/WhiteningCityPage.tsx')),
            page('/geographic-map', () => import('#ui/places/map-page.tsx')),
            page('/topics', () => import('#ui/articles/topics-page.ts')),
            page('/topics/:topicId', () => import('#ui/articles/topic-page.ts')),
            page('/articles/preview/:id', () => import('#ui/articles/PreviewPage.tsx')),
            page('/articles/:slug', () => import('#ui/articles/article-page.ts')),
            page('/groups/:slug', () => import('#ui/groups/brand/brand-page.ts')),
            page('/profile/:id', () => import('#ui/listings/profile/ProfilePage.tsx')),
            page('/report-problem/:id', () => import('#ui/listings/profile/ReportProblemPage.tsx')),
            page('/request-appointment/:id', () => import('#ui/appointments/patient/RequestPage.tsx')),
            page('/my-appointment', () => import('#ui/appointments/patient/MyAppointmentPage.tsx')),
            page('/reviews/:id', () => import('#ui/reviews/shown/reviews-page.ts')),
            page('/write-review/:id', () => import('#ui/reviews/author/WriteReviewPage.tsx')),
            page('/write-review/:id/:code', () => import('#ui/reviews/author/WriteReviewPage.tsx')),
            page('/my-review', () => import('#ui/reviews/author/MyReviewPage.tsx')),
            page('/find-practice', () => import('#ui/listings/owner/find/FindPracticePage.tsx')),
            page('/transfer/:id', () => import('#ui/listings/transfers/TransferPage.tsx')),
            page('/claim/:id', () => import('#ui/claims/ClaimPage.tsx')),
            page('/add-listing', () => import('#ui/listings/owner/add/AddListingPage.tsx')),
            page('/dashboard', () => import('#ui/listings/owner/dashboard/DashboardPage.tsx')),
            page('/dashboard/appointments', () => import('#ui/appointments/owner/AppointmentsPage.tsx')),
            page('/dashboard/billing', () => import('#ui/billing/BillingPage.tsx')),
            page('/dashboard/groups', () => import('#ui/groups/GroupsPage.tsx')),
            page('/dashboard/groups/:id/:tab?', () => import('#ui/groups/GroupPage.tsx')),
            page('/dashboard/listings/:id/reviews/card', () => import('#ui/reviews/owner/ReviewCardPage.tsx')),
            page('/dashboard/listings/:id/:tab?', () => import('#ui/listings/owner/listing/OwnListingPage.tsx')),
            page('/account', () => import('#ui/accounts/account/AccountPage.tsx')),
            page('/auth', () => import('#ui/accounts/sign-in/AuthPage.tsx')),
            page('/reset-password', () => import('#ui/accounts/sign-in/ResetPage.tsx')),
            page('/email-settings', () => import('#ui/accounts/EmailSettingsPage.tsx')),
            page('/still-true', () => import('#ui/confirmations/StillTruePage.tsx')),
            page('/verify-email', () => import('#ui/accounts/sign-in/VerifyEmailPage.tsx')),
            page('/auth/single-sign-on', () => import('#ui/accounts/sign-in/SingleSignOnPage.tsx')),
            page('/undo-email-change', () => import('#ui/accounts/sign-in/UndoEmailChangePage.tsx')),
            page('/staff-invitation', () => import('#ui/accounts/sign-in/StaffInvitationPage.tsx')),
            page('/setup', () => import('#ui/opening/SetupPage.tsx')),
            page('/pricing', () => import('#ui/billing/PricingPage.tsx')),
            page('/about', () => import('#ui/site/AboutPage.tsx')),
            page('/contact', () => import('#ui/site/ContactPage.tsx')),
            page('/terms', () => import('#ui/site/TermsPage.tsx')),
            page('/privacy', () => import('#ui/site/PrivacyPage.tsx')),
            page('/consumer-health-data', () => import('#ui/site/policies/HealthDataPage.tsx')),
            page('/accessibility', () => import('#ui/site/policies/AccessibilityPage.tsx')),
            page('/advertising', () => import('#ui/site/policies/AdvertisingPage.tsx')),
            page('/how-ranking-works', () => import('#ui/site/policies/RankingPage.tsx')),
            page('/how-reviews-work', () => import('#ui/site/policies/ReviewsPolicyPage.tsx')),
            page('/status', () => import('#ui/status/StatusPage.tsx')),
            page('/yes', () => import('#ui/site/YesPage.tsx')),
            page('/:state/:city/:practiceType/:dentistName', () => import('#ui/listings/profile/ProfilePage.tsx')),
            { path: '*', loader: missing, Component: () => null },
          ],
        },
      ],
    },
    ...createConsoleRoutes(deps),
    ...(import.meta.env.DEV ? [page('/kit', () => import('#ui/kit/gallery/GalleryPage.tsx'))] : []),
  ];
}
