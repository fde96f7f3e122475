import { parseHolidayHours } from '#contract/listings/holiday-hours.ts';
import { dayNames, parseDayHours } from '#contract/listings/opening-hours.ts';
import { listingPath, sharedPhoto, webLink, type Listing } from '../listing.ts';

const clock = (minute: number): string => {
  const inDay = minute % 1440;
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`;
};

/** A listing as schema.org data. Missing values are left out, and a rating needs a source. */
export function dentistJsonLd(listing: Listing, publicUrl: string): Record<string, unknown> {
  const hours = dayNames.flatMap((day) =>
    (parseDayHours(listing[`${day}Hours`]) ?? []).map(([start, end]) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: `https://schema.org/${day.slice(0, 1).toUpperCase()}${day.slice(1)}`,
      opens: clock(start),
      closes: end - start === 1440 ? '23:59' : clock(end),
    })),
  );
  const holidayHours = parseHolidayHours(listing.holidayHours).flatMap(({ from, to, hours: text }) => {
    const intervals = parseDayHours(text) ?? [];
    const dates = { '@type': 'OpeningHoursSpecification', validFrom: from, validThrough: to };
    // Equal times mean closed.
    return (intervals.length > 0 ? intervals : [[0, 0] as const]).map(([start, end]) => ({
      ...dates,
      opens: clock(start),
      closes: end - start === 1440 ? '23:59' : clock(end),
    }));
  });
  const { facebookUrl, instagramUrl, tiktokUrl, twitterUrl, youtubeUrl } = listing;
  // As on the page, videos need the Pro Max plan.
  const sameAs = [facebookUrl, instagramUrl, tiktokUrl, twitterUrl, listing.isProMax ? youtubeUrl : null]
    .map(webLink)
    .filter(Boolean);
  const photo = sharedPhoto(listing);
  return {
    '@context': 'https://schema.org',
    '@type': 'Dentist',
    name: listing.name,
    url: publicUrl + listingPath(listing),
    ...(listing.bio ? { description: listing.bio.slice(0, 300) } : {}),
    ...(listing.phone ? { telephone: listing.phone } : {}),
    ...(photo ? { image: new URL(photo, publicUrl).href } : {}),
    address: {
      '@type': 'PostalAddress',
      addressCountry: 'US',
      ...(listing.address ? { streetAddress: listing.address } : {}),
      ...(listing.city ? { addressLocality: listing.city } : {}),
      ...(listing.state ? { addressRegion: listing.state } : {}),
      ...(listing.zipCode ? { postalCode: listing.zipCode } : {}),
    },
    ...(listing.lat !== null && listing.lng !== null
      ? { geo: { '@type': 'GeoCoordinates', latitude: listing.lat, longitude: listing.lng } }
      : {}),
    ...(hours.length > 0 ? { openingHoursSpecification: hours } : {}),
    ...(holidayHours.length > 0 ? { specialOpeningHoursSpecification: holidayHours } : {}),
    ...(listing.rating !== null && listing.reviewCount > 0 && listing.ratingSource
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: listing.rating,
            reviewCount: listing.reviewCount,
            bestRating: 5,
          },
        }
      : {}),
    ...(listing.isPaid && sameAs.length > 0 ? { sameAs } : {}),
  };
}

/** Search engines take the names from the listings' own pages. */
export const listJsonLd = (
  listings: readonly Pick<Listing, 'id' | 'state' | 'citySlug' | 'slug'>[],
  publicUrl: string,
): object => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  itemListElement: listings.map((listing, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    url: publicUrl + listingPath(listing),
  })),
});

export const breadcrumbsJsonLd = (crumbs: readonly { label: string; to: string }[], publicUrl: string): object => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ label, to }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: label,
    item: publicUrl + to,
  })),
});
