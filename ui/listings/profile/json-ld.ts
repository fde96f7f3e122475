import { listFacts, readFact } from '#shared/listings/facts.ts';
import { parseHolidayHours } from '#shared/listings/holiday-hours.ts';
import type { Profile } from '#contract/listings/listings.ts';
import type { ShownReviews } from '#contract/reviews/reviews.ts';
import { dayNames, parseDayHours } from '#shared/listings/opening-hours.ts';
import { isSamplePicture } from '#shared/listings/photos.ts';
import { listLanguages, listingPath, webLink, type Listing } from '../listing.ts';

const clock = (minute: number): string => {
  const inDay = minute % 1440;
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`;
};

const openFrom = ([start, end]: readonly [number, number]) => ({
  '@type': 'OpeningHoursSpecification',
  opens: clock(start),
  closes: end - start === 1440 ? '23:59' : clock(end),
});

/**
 * A listing as schema.org data. Missing values are left out. Search engines accept only ratings of reviews that were written on this
 * site, so imported and sample ones are left out, too.
 */
export function dentistJsonLd(
  listing: Listing & Partial<Profile>,
  publicUrl: string,
  reviews?: ShownReviews,
): Record<string, unknown> {
  const { bio, phone, lat, lng, isPaid } = listing;
  const { facebookUrl, instagramUrl, tiktokUrl, twitterUrl, youtubeUrl } = listing;
  // As on the page, videos need the Pro Max plan.
  const sameAs = [facebookUrl, instagramUrl, tiktokUrl, twitterUrl, listing.isProMax ? youtubeUrl : null]
    .map(webLink)
    .filter(Boolean);
  const bookingUrl = isPaid ? webLink(listing.bookingUrl ?? null) : null;
  const images = listImages(listing).map((path) => new URL(path, publicUrl).href);
  return {
    '@context': 'https://schema.org',
    '@type': 'Dentist',
    name: listing.name,
    url: publicUrl + listingPath(listing),
    ...(bio ? { description: bio.slice(0, 300) } : {}),
    ...(phone ? { telephone: phone } : {}),
    ...(images.length > 0 ? { image: images } : {}),
    ...(isPaid && listing.logo ? { logo: new URL(listing.logo, publicUrl).href } : {}),
    address: addressJsonLd(listing),
    ...(lat !== null && lng !== null ? { geo: { '@type': 'GeoCoordinates', latitude: lat, longitude: lng } } : {}),
    ...hoursJsonLd(listing),
    ...careJsonLd(listing),
    ...identifierJsonLd(listing),
    ...reviewsJsonLd(reviews),
    ...(isPaid && sameAs.length > 0 ? { sameAs } : {}),
    ...(bookingUrl ? { potentialAction: { '@type': 'ReserveAction', target: bookingUrl } } : {}),
  };
}

function reviewsJsonLd(reviews: ShownReviews | undefined): Record<string, unknown> {
  if (reviews?.source !== 'here') return {};
  return {
    aggregateRating: { '@type': 'AggregateRating', ratingValue: reviews.average, reviewCount: reviews.total },
    review: reviews.reviews.map(({ author, stars, text, language, writtenAt }) => ({
      '@type': 'Review',
      author: { '@type': 'Person', name: author },
      datePublished: writtenAt.slice(0, 10),
      inLanguage: language,
      reviewRating: { '@type': 'Rating', ratingValue: stars },
      reviewBody: text,
    })),
  };
}

/** The pictures for other sites, which wouldn't know a drawing as a sample. They need a paid plan, as on the page. */
const listImages = ({ isPaid, practiceImage, profileImage }: Listing): string[] =>
  isPaid ? [practiceImage, profileImage].filter((path): path is string => !!path && !isSamplePicture(path)) : [];

const addressJsonLd = ({ address, city, state, zipCode }: Listing) => ({
  '@type': 'PostalAddress',
  addressCountry: 'US',
  ...(address ? { streetAddress: address } : {}),
  ...(city ? { addressLocality: city } : {}),
  ...(state ? { addressRegion: state } : {}),
  ...(zipCode ? { postalCode: zipCode } : {}),
});

function hoursJsonLd(listing: Listing): Record<string, unknown> {
  const hours = dayNames.flatMap((day) =>
    (parseDayHours(listing[`${day}Hours`]) ?? []).map((interval) => ({
      ...openFrom(interval),
      dayOfWeek: `https://schema.org/${day.slice(0, 1).toUpperCase()}${day.slice(1)}`,
    })),
  );
  const holidayHours = parseHolidayHours(listing.holidayHours).flatMap(({ from, to, hours: text }) => {
    const intervals = parseDayHours(text) ?? [];
    // Equal times mean closed.
    return (intervals.length > 0 ? intervals : [[0, 0] as const]).map((interval) => ({
      ...openFrom(interval),
      validFrom: from,
      validThrough: to,
    }));
  });
  return {
    ...(hours.length > 0 ? { openingHoursSpecification: hours } : {}),
    ...(holidayHours.length > 0 ? { specialOpeningHoursSpecification: holidayHours } : {}),
  };
}

/** Languages, insurance plans, prices, and the facts that are known. */
function careJsonLd(listing: Listing): Record<string, unknown> {
  const languages = listLanguages(listing);
  const price = listing.whiteningPrice;
  const acceptsNewPatients = readFact(listing, 'acceptsNewPatients');
  const amenities = listFacts(listing).filter(
    ({ field, value }) => value !== null && (field === 'wheelchairAccessible' || field === 'parkingAvailable'),
  );
  return {
    ...(acceptsNewPatients === null ? {} : { isAcceptingNewPatients: acceptsNewPatients }),
    ...(amenities.length > 0
      ? {
          amenityFeature: amenities.map(({ label, value }) => ({
            '@type': 'LocationFeatureSpecification',
            name: label,
            value,
          })),
        }
      : {}),
    ...(languages.length > 0 ? { knowsLanguage: languages } : {}),
    ...(listing.plans.length > 0 ? { healthPlanNetworkId: listing.plans } : {}),
    ...(price
      ? {
          priceRange: `Teeth whitening ${price.to === null ? `from $${price.from}` : `$${price.from}–$${price.to}`}`,
          makesOffer: {
            '@type': 'Offer',
            itemOffered: { '@type': 'Service', name: 'Teeth whitening' },
            priceSpecification: {
              '@type': 'PriceSpecification',
              priceCurrency: 'USD',
              minPrice: price.from,
              ...(price.to === null ? {} : { maxPrice: price.to }),
            },
          },
        }
      : {}),
  };
}

function identifierJsonLd({ npi, license, licenseState }: Partial<Profile>): Record<string, unknown> {
  const identifiers = [
    ...(npi ? [{ '@type': 'PropertyValue', propertyID: 'NPI', value: npi }] : []),
    ...(license
      ? [
          {
            '@type': 'PropertyValue',
            propertyID: licenseState ? `Dental license (${licenseState})` : 'Dental license',
            value: license,
          },
        ]
      : []),
  ];
  return identifiers.length > 0 ? { identifier: identifiers } : {};
}

/** A list of pages, from a position. Search engines take the names from the pages. */
export const linksJsonLd = (paths: readonly string[], publicUrl: string, firstPosition = 1): object => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  itemListElement: paths.map((path, index) => ({
    '@type': 'ListItem',
    position: firstPosition + index,
    url: publicUrl + path,
  })),
});

export const listJsonLd = (
  listings: readonly Pick<Listing, 'id' | 'state' | 'citySlug' | 'slug'>[],
  publicUrl: string,
  firstPosition = 1,
): object => linksJsonLd(listings.map(listingPath), publicUrl, firstPosition);

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
