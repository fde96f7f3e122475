import { completeSettings, inOneLine } from '#shared/site-settings.ts';
import type { Site } from './App.tsx';

/** The directory itself as schema.org data. The default legal entity is a placeholder of the terms, so it isn't stated here. */
export const organization = ({ publicUrl, brand, company, address, socialLinks }: Site) => ({
  '@type': 'Organization',
  '@id': `${publicUrl}/#organization`,
  name: brand,
  url: `${publicUrl}/`,
  logo: `${publicUrl}/icon-512.png`,
  ...(company !== completeSettings({ brand }).company ? { legalName: company } : {}),
  ...(address ? { address: inOneLine(address) } : {}),
  ...(socialLinks.length > 0 ? { sameAs: socialLinks } : {}),
});
