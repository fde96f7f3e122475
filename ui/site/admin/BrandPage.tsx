import { useQuery } from '@tanstack/react-query';
import { getSiteSettings } from '#contract/site-settings.ts';
import { AdminPageBody, AdminPageHeader } from '#ui/admin/AdminPageBody.tsx';
import { SiteSettingsForm, type SettingsGroup } from '#ui/admin/SiteSettingsForm.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { layout } from '#ui/kit/layout.ts';

const groups: readonly SettingsGroup[] = [
  [
    'Brand',
    {
      brand: { hint: 'Shown on every page, in emails, on printed cards, and in the console.' },
      description: { hint: 'One sentence. The footer of every page and the web app manifest show it.' },
      accent: { hint: 'The color of buttons and links, such as #0b7c80. White text on it must be easy to read.' },
      logo: {
        hint: 'A square picture, preferably with a transparent background. Pages, emails, icons, and shared links show it.',
        isPicture: true,
      },
      author: { hint: 'Named with articles that have no other author.' },
    },
  ],
  [
    'Contact',
    {
      supportEmail: { hint: 'Shown to visitors. Receives messages, claims, and problem reports.' },
      supportPhone: { hint: 'Shown to visitors, with its area code.' },
      supportHours: { hint: 'The days, the hours, and when support is closed, each on its own line.', rows: 3 },
      socialLinks: { hint: 'Addresses of your accounts, one per line. The footer links to them.', rows: 3 },
    },
  ],
  [
    'Company',
    {
      company: { hint: 'The legal entity that owns the brand. The terms name it.' },
      address: {
        hint: 'The postal address, as on a letter. Emails, the terms, and the contact page show it.',
        rows: 3,
      },
    },
  ],
  [
    'Legal texts',
    {
      terms: {
        hint: 'Replaces the terms that come with the product. Begin each part with ## and its title. {brand}, {company}, {address}, and {hours} are filled in from this page.',
        rows: 12,
      },
      privacy: {
        hint: 'Follows the privacy policy, which lists exactly what this site stores. The audit log keeps every version of both texts.',
        rows: 6,
      },
    },
  ],
];

function BrandPage() {
  const settings = useQuery({ ...queryOf(getSiteSettings, {}), refetchOnMount: 'always' });
  return (
    <AdminPageBody>
      <Head title="Brand and contact" noindex />
      <AdminPageHeader title="Brand and contact" />
      <p className={layout.hint}>Leave a field empty to use its default, shown in gray.</p>
      {settings.isPending ? (
        <Skeleton height={420} />
      ) : settings.isError ? (
        <LoadFailed title="We couldn't load the settings" compact query={settings} />
      ) : (
        <SiteSettingsForm
          settings={settings.data}
          groups={groups}
          draftKey="brand and contact"
          savedNote="New pages and emails show it now. Reload to see it here."
        />
      )}
    </AdminPageBody>
  );
}

export const page: Page = { Component: BrandPage };
