import type { RouteObject } from 'react-router-dom';
import { siteInfo } from '#contract/site.ts';
import { queryOf } from '#ui/platform/query.ts';
import { createConsoleRoutes } from './admin-routes.tsx';
import { lazyPage, missing, type Page, type PageDeps } from './page.ts';
import { RouteError } from './RouteError.tsx';
import { Shell } from './Shell.tsx';

const memberPages = () => import('./member-pages.ts');
const readingPages = () => import('./article-pages.ts');

/** Every screen of the public door. The console's screens are lists of their own, so that the desktop can take just those. */
export function createRoutes(deps: PageDeps): RouteObject[] {
  const page = (path: string, source: string, load: () => Promise<{ page: Page }>, later?: readonly string[]) =>
    lazyPage(deps, path, source, load, later);
  const member = (path: string, source: string, name: keyof Awaited<ReturnType<typeof memberPages>>) =>
    lazyPage(deps, path, ['ui/app/member-pages.ts', source], async () => (await memberPages())[name]());
  const reading = (
    path: string,
    source: string,
    name: keyof Awaited<ReturnType<typeof readingPages>>,
    later?: readonly string[],
  ) => lazyPage(deps, path, ['ui/app/article-pages.ts', source], async () => (await readingPages())[name](), later);
  const profile = ['ui/listings/profile/Profile.tsx'];
  const city = ['ui/places/CityBody.tsx'];
  return [
    {
      path: '/',
      Component: Shell,
      handle: { later: ['ui/app/Footer.tsx'] },
      ErrorBoundary: RouteError,
      // The footer's contacts; the same on every page.
      loader: async () => {
        const info = deps.cache.prefetchQuery(queryOf(siteInfo, {}, deps.call));
        if (deps.server) await info;
        return null;
      },
      shouldRevalidate: () => false,
      children: [
        {
          ErrorBoundary: RouteError,
          children: [
            page('/', 'ui/site/HomePage.tsx', () => import('#ui/site/HomePage.tsx'), [
              'ui/listings/search/SearchBox.tsx',
              'ui/site/HomeBelow.tsx',
            ]),
            page(
              '/directory',
              'ui/listings/directory/DirectoryPage.tsx',
              () => import('#ui/listings/directory/DirectoryPage.tsx'),
              [
                'ui/listings/search/SearchBox.tsx',
                'ui/listings/directory/DirectoryResults.tsx',
                'ui/listings/directory/Filters.tsx',
              ],
            ),
            page(
              '/compare',
              'ui/listings/compare/ComparePage.tsx',
              () => import('#ui/listings/compare/ComparePage.tsx'),
              ['ui/listings/compare/CompareTable.tsx'],
            ),
            page(
              '/shortlist',
              'ui/listings/compare/ShortlistPage.tsx',
              () => import('#ui/listings/compare/ShortlistPage.tsx'),
              ['ui/listings/compare/ShortlistCards.tsx'],
            ),
            page('/dentists/:state', 'ui/places/state-page.ts', () => import('#ui/places/state-page.ts'), [
              'ui/places/StatePage.tsx',
            ]),
            page('/dentists/:state/:city', 'ui/places/CityPage.tsx', () => import('#ui/places/CityPage.tsx'), city),
            page(
              '/teeth-whitening/:state/:city',
              'ui/places/WhiteningCityPage.tsx',
              () => import('#ui/places/WhiteningCityPage.tsx'),
              city,
            ),
            reading('/geographic-map', 'ui/places/map-page.tsx', 'map', ['ui/places/MapPage.tsx']),
            reading('/topics', 'ui/articles/topics-page.ts', 'topics', ['ui/articles/TopicsPage.tsx']),
            reading('/topics/:topicId', 'ui/articles/topic-page.ts', 'topic', ['ui/articles/TopicPage.tsx']),
            member('/articles/preview/:id', 'ui/articles/PreviewPage.tsx', 'preview'),
            reading('/articles/:slug', 'ui/articles/article-page.ts', 'article', ['ui/articles/ArticlePage.tsx']),
            page(
              '/profile/:id',
              'ui/listings/profile/ProfilePage.tsx',
              () => import('#ui/listings/profile/ProfilePage.tsx'),
              profile,
            ),
            member('/add-listing', 'ui/listings/owner/add/AddListingPage.tsx', 'addListing'),
            member('/dashboard', 'ui/listings/owner/dashboard/DashboardPage.tsx', 'dashboard'),
            member('/account', 'ui/accounts/account/AccountPage.tsx', 'account'),
            member('/auth', 'ui/accounts/sign-in/AuthPage.tsx', 'auth'),
            member('/reset-password', 'ui/accounts/sign-in/ResetPage.tsx', 'reset'),
            page('/pricing', 'ui/billing/PricingPage.tsx', () => import('#ui/billing/PricingPage.tsx'), [
              'ui/billing/PricingBelow.tsx',
            ]),
            reading('/about', 'ui/site/AboutPage.tsx', 'about'),
            page('/contact', 'ui/site/ContactPage.tsx', () => import('#ui/site/ContactPage.tsx'), [
              'ui/site/OtherWays.tsx',
            ]),
            reading('/terms', 'ui/site/TermsPage.tsx', 'terms'),
            reading('/privacy', 'ui/site/PrivacyPage.tsx', 'privacy'),
            reading('/yes', 'ui/site/YesPage.tsx', 'yes'),
            page(
              '/:state/:city/:practiceType/:dentistName',
              'ui/listings/profile/ProfilePage.tsx',
              () => import('#ui/listings/profile/ProfilePage.tsx'),
              profile,
            ),
            { path: '*', loader: missing, Component: () => null },
          ],
        },
      ],
    },
    ...createConsoleRoutes(deps),
    ...(import.meta.env.DEV
      ? [page('/kit', 'ui/kit/gallery/GalleryPage.tsx', () => import('#ui/kit/gallery/GalleryPage.tsx'))]
      : []),
  ];
}
