import { inOneLine } from '#shared/site-settings.ts';
import type { Site } from './App.tsx';

/** The directory itself as schema.org data. */
export const organization = ({ publicUrl, brand, company, address, socialLinks }: Site) => ({
  '@type': 'Organization',
  '@id': `${publicUrl}/#organization`,
  name: brand,
  url: `${publicUrl}/`,
  logo: `${publicUrl}/icon-512.png`,
  ...(company ? { legalName: company } : {}),
  ...(address ? { address: inOneLine(address) } : {}),
  ...(socialLinks.length > 0 ? { sameAs: socialLinks } : {}),
});
