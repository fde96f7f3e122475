import type { Brand } from '#contract/groups/brands.ts';

/** A brand as schema.org data, with the locations of the page. Missing values are left out. */
export const brandJsonLd = (brand: Brand, publicUrl: string): object => ({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: brand.name,
  url: `${publicUrl}/groups/${brand.slug}`,
  ...(brand.logo ? { logo: publicUrl + brand.logo } : {}),
  ...(brand.about ? { description: brand.about } : {}),
  subOrganization: brand.locations.map(({ name, practiceName, address, city, state, zipCode, phone, href }) => ({
    '@type': 'Dentist',
    name: practiceName ?? name,
    url: publicUrl + href,
    ...(phone ? { telephone: phone } : {}),
    address: {
      '@type': 'PostalAddress',
      addressCountry: 'US',
      ...(address ? { streetAddress: address } : {}),
      ...(city ? { addressLocality: city } : {}),
      ...(state ? { addressRegion: state } : {}),
      ...(zipCode ? { postalCode: zipCode } : {}),
    },
  })),
});
