import type { SiteField } from '#contract/site-settings.ts';
import type { Permission } from '#shared/permissions.ts';

/** Labels of settings, which the screens and the command palette share. */
export const securityLabels = {
  twoFactor: 'Two-factor sign-in for admin accounts',
  timeout: 'Session timeout',
} as const;
export const adLabels = {
  header: 'Header ads',
  sidebar: 'Sidebar ads',
  footer: 'Footer ads',
  publisherId: 'Publisher ID',
  metaTag: 'Meta tag',
  adsenseCode: 'AdSense code',
  adsTxt: 'ads.txt',
} as const;

export const brandLabels = {
  brand: 'Name',
  description: 'Short description',
  accent: 'Color',
  logo: 'Logo',
  author: 'Author of articles',
  supportEmail: 'Support email',
  supportPhone: 'Support phone',
  supportHours: 'Support hours',
  socialLinks: 'Social accounts',
  company: 'Legal entity',
  address: 'Postal address',
  terms: 'Terms',
  privacy: 'Addition to the privacy policy',
  writerPrompt: 'Prompt of the writer',
  editorPrompt: 'Prompt of the reviewer',
} as const satisfies Record<SiteField, string>;

interface SettingsScreen {
  to: string;
  permission: Permission;
  settings: readonly (readonly [label: string, keywords?: string])[];
}

/** The settings by the screen that has them. The command palette finds each by its label. */
export const settingsScreens: readonly SettingsScreen[] = [
  {
    to: '/admin?tab=system&sub=security',
    permission: 'settings.manage',
    settings: [
      [securityLabels.twoFactor, '2fa require security password'],
      [securityLabels.timeout, 'sign out inactivity minutes'],
    ],
  },
  {
    to: '/admin/brand',
    permission: 'settings.manage',
    settings: [
      [brandLabels.brand, 'brand title rename'],
      [brandLabels.description, 'tagline'],
      [brandLabels.accent, 'brand theme accent'],
      [brandLabels.logo, 'picture icon mark favicon'],
      [brandLabels.author, 'editorial team'],
      [brandLabels.supportEmail, 'contact address'],
      [brandLabels.supportPhone, 'contact number'],
      [brandLabels.supportHours, 'opening contact'],
      [brandLabels.socialLinks, 'facebook instagram links'],
      [brandLabels.company, 'company owner terms'],
      [brandLabels.address, 'company mail street'],
      [brandLabels.terms, 'legal conditions text'],
      [brandLabels.privacy, 'legal data text'],
    ],
  },
  {
    to: '/admin?tab=system',
    permission: 'ads.manage',
    settings: [
      [adLabels.header, 'placement code'],
      [adLabels.sidebar, 'placement code'],
      [adLabels.footer, 'placement code'],
      [adLabels.publisherId, 'adsense google'],
      [adLabels.metaTag, 'adsense verification head'],
      [adLabels.adsenseCode, 'script'],
      [adLabels.adsTxt, 'sellers file'],
    ],
  },
  {
    to: '/admin?tab=content',
    permission: 'articles.write',
    settings: [['Articles per day', 'topics schedule rate pause']],
  },
  {
    to: '/admin?sub=brands',
    permission: 'brands.manage',
    settings: [
      ['Add an AI brand', 'key model writer editor'],
      [brandLabels.writerPrompt, 'ai instructions articles'],
      [brandLabels.editorPrompt, 'ai instructions articles editor'],
    ],
  },
  {
    to: '/admin/subscriptions',
    permission: 'billing.manage',
    settings: [['Plan prices', 'stripe price pricing cost']],
  },
  {
    to: '/admin/imports',
    permission: 'imports.manage',
    settings: [['Watched folder', 'automatic import schedule']],
  },
];
