import type { Knex } from 'knex';
import type { Listing, Profile } from '#contract/listings/listings.ts';
import { readFact, type FactField, type Statement } from '#shared/listings/facts.ts';
import { findOpening, listUpcomingHolidays } from '#shared/listings/holiday-hours.ts';
import { dayNames, type DayName } from '#shared/listings/opening-hours.ts';
import { listingPath } from '#shared/listings/listing-path.ts';
import { findStatements } from '#server/listings/facts.ts';
import type { BriefFacts, Fact, FullFacts } from './schemas.ts';

export type Statements = Record<string, Statement>;

const hoursFields = dayNames.map((day) => `${day}Hours` as const);
const statedFields = [
  'name',
  'title',
  'specialty',
  'address',
  'phone',
  'website',
  'experience',
  'serviceIds',
  'insurancePlans',
  'languages',
  'gender',
  'holidayHours',
  'npi',
  'license',
  'practiceName',
  ...hoursFields,
];

/** The sources of what these listings say, by id. */
export async function findSources(db: Knex, ids: readonly number[]): Promise<(id: number) => Statements> {
  const found = ids.length === 0 ? [] : await findStatements(db, ids, statedFields);
  const byId = new Map(found.map(({ id, statements }) => [id, statements]));
  return (id) => byId.get(id) ?? {};
}

function fact<V>(value: V | null | undefined, statement?: Statement | null): Fact<V> {
  const isKnown =
    value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
  return isKnown
    ? { known: true, value, source: statement?.statedBy ?? null, date: statement?.statedOn ?? null }
    : { known: false, value: null, source: null, date: null };
}

const yesOrNo = (listing: Listing, field: FactField): Fact<boolean> =>
  fact(readFact(listing, field), listing.known[field]);

/** The statement of the hours, which is as old as the oldest of its days. */
const hoursStatement = (listing: Listing, sources: Statements): Statement | undefined =>
  hoursFields
    .flatMap((field) => (listing[field] && sources[field] ? [sources[field]] : []))
    .toSorted((a, b) => ((a.statedOn ?? '') < (b.statedOn ?? '') ? -1 : 1))[0];

export function whiteningPriceOf({ whiteningPrice }: Pick<Listing, 'whiteningPrice'>): BriefFacts['whiteningPrice'] {
  if (!whiteningPrice) return fact<never>(null);
  const { from, to, statedBy, statedOn } = whiteningPrice;
  return fact({ from, to, currency: 'USD' as const }, { statedBy, statedOn });
}

const ratingOf = ({ rating, reviewCount, ratingSource }: Listing): BriefFacts['rating'] => ({
  ...fact(rating === null ? null : { rating, reviewCount }),
  source: rating === null ? null : ratingSource,
});

const dayOf = (instant: string | null): string | null => instant?.slice(0, 10) ?? null;

export function toBriefFacts(listing: Listing, sources: Statements, now: Date): BriefFacts {
  const { address, city, state, zipCode } = listing;
  const region = [state, zipCode].filter(Boolean).join(' ');
  return {
    name: fact(listing.name, sources.name),
    practiceName: fact(listing.practiceName, sources.practiceName),
    specialty: fact(listing.specialty, sources.specialty),
    address: fact([address, city, region].filter(Boolean).join(', '), sources.address),
    phone: fact(listing.phone, sources.phone),
    services: fact(
      listing.services.map(({ name }) => name),
      sources.serviceIds,
    ),
    insurancePlans: fact(listing.plans, sources.insurancePlans),
    languages: fact(listing.languages, sources.languages),
    gender: fact(listing.gender, sources.gender),
    acceptsNewPatients: yesOrNo(listing, 'acceptsNewPatients'),
    acceptsInsurance: yesOrNo(listing, 'acceptsInsurance'),
    membershipPlan: yesOrNo(listing, 'membershipPlan'),
    emergencyServices: yesOrNo(listing, 'emergencyServices'),
    wheelchairAccessible: yesOrNo(listing, 'wheelchairAccessible'),
    parkingAvailable: yesOrNo(listing, 'parkingAvailable'),
    openNow: fact(findOpening(listing, listing.timeZone, now)?.isOpen, hoursStatement(listing, sources)),
    whiteningPrice: whiteningPriceOf(listing),
    rating: ratingOf(listing),
    verifiedOwner: fact(
      listing.isVerified,
      listing.isVerified ? { statedBy: 'staff', statedOn: dayOf(listing.ownershipReviewedAt) } : null,
    ),
  };
}

export function toFullFacts(profile: Profile, sources: Statements, now: Date): FullFacts {
  const week = Object.fromEntries(dayNames.map((day: DayName) => [day, profile[`${day}Hours`]]));
  const { license, licenseState } = profile;
  return {
    ...toBriefFacts(profile, sources, now),
    title: fact(profile.title, sources.title),
    website: fact(profile.website, sources.website),
    yearsOfExperience: fact(profile.experience, sources.experience),
    hours: fact(Object.values(week).some(Boolean) ? week : null, hoursStatement(profile, sources)),
    holidayHours: fact(
      listUpcomingHolidays(profile.holidayHours, profile.timeZone, now).map(({ from, to, name, text }) => ({
        from,
        to,
        name,
        hours: text,
      })),
      sources.holidayHours,
    ),
    timeZone: fact(profile.timeZone),
    npi: fact(profile.npi, sources.npi),
    license: fact(license && [licenseState, license].filter(Boolean).join(' '), sources.license),
  };
}

export const pageOf = (listing: Listing, publicUrl: string): { id: number; url: string } => ({
  id: listing.id,
  url: publicUrl + listingPath(listing),
});
