import { factFields, mapFacts, readFact } from '#shared/listings/facts.ts';
import type { Profile } from '#contract/listings/listings.ts';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import type { ListingNames } from '../../listing-names.ts';
import { listPlanChoices } from '../../plan-choices.ts';
import { findBadgeChanges } from './badge-changes.ts';
import { factsOf, type FormValues } from './fields.ts';

const textOf = (value: string): string | null => value.trim() || null;
const numberOf = (value: string): number | null => {
  const digits = value.replace(/[^\d]/g, '');
  return digits === '' ? null : Number(digits);
};

/** The listing as visitors would see it if the form were saved now. Fields that a plan gates show as the plan shows them. */
export function previewListing(listing: OwnListing, values: FormValues, names: ListingNames, today: string): Profile {
  const typeId = values.practiceTypeId === '' ? null : Number(values.practiceTypeId);
  const typeName = typeId === null ? undefined : names.types.get(typeId);
  const from = numberOf(values.whiteningPriceFrom);
  const to = numberOf(values.whiteningPriceTo);
  const { isPaid } = listing;
  const facts = factsOf(values);
  const stated = values.insurancePlans === '' ? facts : { ...facts, acceptsInsurance: true };
  const losesBadge = findBadgeChanges(listing, values).length > 0;
  return {
    id: listing.id,
    name: values.name,
    title: textOf(values.title),
    specialty: textOf(values.specialty),
    practiceTypeId: typeId,
    practiceType: typeId !== null && typeName ? { id: typeId, name: typeName } : null,
    practiceId: listing.practiceId,
    practiceName: textOf(values.practiceName),
    practiceDescription: null,
    hoursStatedOn: null,
    plansStatedOn: null,
    rating: listing.rating,
    reviewCount: listing.reviewCount,
    ratingSource: listing.ratingSource,
    reviewLine: listing.reviewLine,
    phone: textOf(values.phone),
    email: textOf(values.email),
    website: textOf(values.website),
    bookingUrl: isPaid ? textOf(values.bookingUrl) : null,
    bio: textOf(values.bio),
    experience: numberOf(values.experience),
    isVerified: listing.isVerified && !losesBadge,
    profileImage: textOf(values.profileImage),
    practiceImage: listing.practiceImage,
    logo: isPaid ? textOf(values.logo) : null,
    userId: listing.userId,
    claimed: listing.userId !== null,
    address: textOf(values.address),
    city: textOf(values.city),
    state: textOf(values.state),
    zipCode: textOf(values.zipCode),
    mondayHours: textOf(values.mondayHours),
    tuesdayHours: textOf(values.tuesdayHours),
    wednesdayHours: textOf(values.wednesdayHours),
    thursdayHours: textOf(values.thursdayHours),
    fridayHours: textOf(values.fridayHours),
    saturdayHours: textOf(values.saturdayHours),
    sundayHours: textOf(values.sundayHours),
    holidayHours: textOf(values.holidayHours),
    ...mapFacts((field) => stated[field] ?? false),
    known: Object.fromEntries(
      factFields
        .filter((field) => stated[field] !== null)
        .map((field) => [
          field,
          stated[field] === readFact(listing, field) ? listing.known[field] : { statedBy: 'practice', statedOn: today },
        ]),
    ),
    languages: textOf(values.languages),
    facebookUrl: textOf(values.facebookUrl),
    instagramUrl: textOf(values.instagramUrl),
    tiktokUrl: textOf(values.tiktokUrl),
    twitterUrl: textOf(values.twitterUrl),
    youtubeUrl: textOf(values.youtubeUrl),
    lat: null,
    lng: null,
    timeZone: null,
    slug: null,
    citySlug: null,
    isPaid,
    isProMax: listing.isProMax,
    confirmedAt: listing.confirmedAt,
    lastConfirmed: listing.confirmedAt ? { statedBy: 'practice', statedOn: listing.confirmedAt.slice(0, 10) } : null,
    ownershipReviewedAt: listing.ownershipReviewedAt,
    changesUnderReview: listing.changesUnderReview || losesBadge,
    updatedAt: listing.updatedAt,
    userSubscriptionStatus: listing.userSubscriptionStatus,
    services: values.serviceIds.toSorted((a, b) => a - b).map((id) => ({ id, name: names.services.get(id) ?? '' })),
    plans: listPlanChoices(values.insurancePlans, names.plans)
      .filter(({ isChosen, isRetired }) => isChosen && !isRetired)
      .map(({ name }) => name),
    gender: values.gender === 'female' || values.gender === 'male' ? values.gender : null,
    whiteningPrice:
      from === null ? null : { from, to: to !== null && to > from ? to : null, statedOn: today, statedBy: 'practice' },
    takesAppointments: false,
    reachedByPhone: null,
  };
}
