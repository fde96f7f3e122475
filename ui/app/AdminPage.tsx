import { Head } from '#ui/app/Head.tsx';
import type { Page } from '#ui/app/page.ts';
import { AdSenseSettings } from '#ui/ads/admin/AdSenseSettings.tsx';
import { AiBrandsTab } from '#ui/articles/admin/AiBrandsTab.tsx';
import { TopicsTab } from '#ui/articles/admin/TopicsTab.tsx';
import { DataTab } from '#ui/bulk/admin/DataTab.tsx';
import { ExportsTab } from '#ui/bulk/admin/ExportsTab.tsx';
import { AdminClaims } from '#ui/claims/admin/AdminClaims.tsx';
import { ConsoleClaims } from '#ui/claims/admin/ConsoleClaims.tsx';
import { Reports } from '#ui/insights/admin/Reports.tsx';
import { SiteAnalytics } from '#ui/insights/admin/SiteAnalytics.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Tabs, type Tab } from '#ui/kit/display/Tabs.tsx';
import { AdminPageBody, AdminPageHeader } from '#ui/admin-shell/AdminPageBody.tsx';
import { usePlatform } from '#ui/platform/platform.ts';
import { SecurityTab } from '../settings/SecurityTab.tsx';
import { useUrlState } from '../admin-shell/use-url-state.ts';

const content: Tab[] = [
  { value: 'topics', label: 'Topics Management', content: <TopicsTab /> },
  { value: 'brands', label: 'AI Brands', content: <AiBrandsTab /> },
  { value: 'data', label: 'CSV Import', content: <DataTab /> },
];
const system: Tab[] = [
  { value: 'ads', label: 'AdSense Settings', content: <AdSenseSettings /> },
  { value: 'security', label: 'Security & Backup', content: <SecurityTab /> },
];
const analytics: Tab[] = [
  { value: 'site', label: 'Site Analytics', content: <SiteAnalytics /> },
  { value: 'reports', label: 'Reports', content: <Reports /> },
  { value: 'exports', label: 'Data Exports', content: <ExportsTab /> },
];

function AdminPage() {
  const [search, change] = useUrlState();
  // The console has pages of its own for imports and reports.
  const { staffConsole } = usePlatform();
  const contentTabs = staffConsole ? content.filter(({ value }) => value !== 'data') : content;
  const analyticsTabs = staffConsole ? analytics.filter(({ value }) => value !== 'reports') : analytics;
  const subtabs = (label: string, tabs: Tab[]) => {
    const sub = search.get('sub');
    return (
      <Tabs
        label={label}
        tabs={tabs}
        value={tabs.some(({ value }) => value === sub) ? sub! : tabs[0]!.value}
        onValueChange={(value) => change({ sub: value === tabs[0]!.value ? null : value }, { push: true })}
      />
    );
  };
  const tabs: Tab[] = [
    { value: 'content', label: 'Content Management', content: subtabs('Content Management', contentTabs) },
    { value: 'claims', label: 'Claim Requests', content: <AdminClaims /> },
    { value: 'system', label: 'System Settings', content: subtabs('System Settings', system) },
    { value: 'analytics', label: 'Analytics & Reports', content: subtabs('Analytics & Reports', analyticsTabs) },
  ];
  const tab = search.get('tab');
  const currentTab = tabs.some(({ value }) => value === tab) ? tab! : 'content';
  if (staffConsole && currentTab === 'claims') return <ConsoleClaims />;
  return (
    <AdminPageBody>
      <Head title="Admin" noindex />
      <AdminPageHeader title="Admin Panel">
        <ButtonLink to="/admin/topics">Manage topics and articles</ButtonLink>
      </AdminPageHeader>
      <Tabs
        label="Admin panel"
        tabs={staffConsole ? tabs.filter(({ value }) => value !== 'claims') : tabs}
        value={currentTab}
        onValueChange={(value) =>
          change({ tab: value === 'content' ? null : value, sub: null, list: null, claim: null }, { push: true })
        }
      />
    </AdminPageBody>
  );
}

export const page: Page = { Component: AdminPage };
