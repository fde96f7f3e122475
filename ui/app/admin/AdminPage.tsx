import type { ComponentType } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { AdminPageBody, AdminPageHeader } from '#ui/admin/AdminPageBody.tsx';
import { places } from '#ui/admin/admin-nav.ts';
import { placeOf } from '#ui/admin/place-of.ts';
import { AdSenseSettings } from '#ui/ads/admin/AdSenseSettings.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { AiBrandsTab } from '#ui/articles/admin/AiBrandsTab.tsx';
import { TopicsTab } from '#ui/articles/admin/TopicsTab.tsx';
import { ExportsTab } from '#ui/bulk/admin/ExportsTab.tsx';
import { AdminClaims } from '#ui/claims/admin/AdminClaims.tsx';
import { ConsoleClaims } from '#ui/claims/admin/ConsoleClaims.tsx';
import { StaffHome } from '#ui/home/admin/StaffHome.tsx';
import { Reports } from '#ui/insights/admin/Reports.tsx';
import { SiteAnalytics } from '#ui/insights/admin/site/SiteAnalytics.tsx';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { SecurityTab } from '#ui/settings/SecurityTab.tsx';

/** The pages at /admin by the id of their place. `tab` and `sub` in the URL choose one. */
const pages: Record<string, ComponentType> = {
  home: StaffHome,
  topics: TopicsTab,
  brands: AiBrandsTab,
  claims: AdminClaims,
  ads: AdSenseSettings,
  security: SecurityTab,
  analytics: SiteAnalytics,
  reports: Reports,
  exports: ExportsTab,
};

/** The console's own pages for some of these places. */
const consolePaths: Record<string, string> = {
  home: '/admin/desk',
  imports: '/admin/desk/import',
  reports: '/admin/desk/reports',
};

function AdminPage() {
  const { staffConsole } = usePlatform();
  const { pathname, search } = useLocation();
  const id = placeOf(pathname, search) ?? 'home';
  const consolePath = staffConsole && consolePaths[id];
  if (consolePath) return <Navigate to={consolePath} replace />;
  if (id === 'imports') return <Navigate to="/admin/imports" replace />;
  if (staffConsole && id === 'claims') return <ConsoleClaims />;
  const title = places.find((place) => place.id === id)!.label;
  const Content = pages[id]!;
  return (
    <AdminPageBody>
      <Head title={title} noindex />
      <AdminPageHeader title={title} />
      <Content />
    </AdminPageBody>
  );
}

export const page: Page = { Component: AdminPage };
