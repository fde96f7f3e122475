/** The directory itself as schema.org data. */
export const organization = (publicUrl: string) => ({
  '@type': 'Organization',
  '@id': `${publicUrl}/#organization`,
  name: 'Enamel',
  url: `${publicUrl}/`,
  logo: `${publicUrl}/icon-512.png`,
});
