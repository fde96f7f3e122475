import type { Site } from './App.tsx';

/** The directory itself as schema.org data. */
export const organization = ({ publicUrl, brand }: Site) => ({
  '@type': 'Organization',
  '@id': `${publicUrl}/#organization`,
  name: brand,
  url: `${publicUrl}/`,
  logo: `${publicUrl}/icon-512.png`,
});
