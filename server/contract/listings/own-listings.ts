import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { baseValues, editConflictError } from '../edit-conflict.ts';
import { knownFacts } from './known-facts.ts';
import { photo } from './gallery.ts';
import { reviewLine } from './review-line.ts';
import { editable, image, optional, serviceIds, MAX_BODY_WITH_PICTURES } from './practice-fields.ts';
import { idParam, line, ok, sentTime } from '../values.ts';

export const listingEdit = z.object({
  ...editable,
  name: editable.name.optional(),
  serviceIds: serviceIds.optional(),
  practiceName: optional(line(200)),
  practiceImage: image,
  profileImage: image,
  logo: image,
});
export type ListingEdit = z.output<typeof listingEdit>;

const nullable = z.string().nullable();
export const sourceKind = z.enum(['owner', 'manager', 'staff', 'import', 'claim', 'system']);

/** A listing as its owner sees it. */
export const ownListing = z.object({
  id: z.int(),
  name: z.string(),
  title: nullable,
  specialty: nullable,
  practiceTypeId: z.int().nullable(),
  practiceType: z.object({ id: z.int(), name: z.string() }).nullable(),
  practiceId: z.int().nullable(),
  practiceName: nullable,
  /** Other dentists at the same practice, the caller's own first, at most 12. */
  colleagues: z.array(z.object({ id: z.int(), name: z.string(), title: nullable, sameOwner: z.boolean() })),
  gender: z.enum(['female', 'male']).nullable(),
  rating: z.number().nullable(),
  reviewCount: z.int(),
  ratingSource: nullable,
  reviewLine,
  phone: nullable,
  email: nullable,
  website: nullable,
  /** The page on which patients book online. */
  bookingUrl: nullable,
  bio: nullable,
  experience: z.int().nullable(),
  isVerified: z.boolean(),
  profileImage: nullable,
  practiceImage: nullable,
  logo: nullable,
  userId: z.int().nullable(),
  address: nullable,
  city: nullable,
  state: nullable,
  zipCode: nullable,
  mondayHours: nullable,
  tuesdayHours: nullable,
  wednesdayHours: nullable,
  thursdayHours: nullable,
  fridayHours: nullable,
  saturdayHours: nullable,
  sundayHours: nullable,
  holidayHours: nullable,
  acceptsInsurance: z.boolean(),
  membershipPlan: z.boolean(),
  emergencyServices: z.boolean(),
  acceptsNewPatients: z.boolean(),
  insurancePlans: nullable,
  languages: nullable,
  parkingAvailable: z.boolean(),
  wheelchairAccessible: z.boolean(),
  known: knownFacts,
  facebookUrl: nullable,
  instagramUrl: nullable,
  tiktokUrl: nullable,
  twitterUrl: nullable,
  youtubeUrl: nullable,
  whiteningPriceFrom: z.int().nullable(),
  whiteningPriceTo: z.int().nullable(),
  services: z.array(z.object({ id: z.int(), name: z.string() })),
  isPaid: z.boolean(),
  /** The plan includes the video on the profile. */
  isProMax: z.boolean(),
  /** When staff last verified the owner. */
  ownershipReviewedAt: sentTime.nullable(),
  /** The name, address, or phone of this verified listing changed, and staff have not decided yet. */
  changesUnderReview: z.boolean(),
  /** Staff are checking who runs the practice, or a change of its name, address, or phone. */
  checkPending: z.boolean(),
  /** Since when it isn't public, because it matches another listing and staff compare the two. Older servers don't send it. */
  heldAt: sentTime.nullish(),
  /** Without a plan, photos, website link, link to book online, video, insights, and invitations are paused. */
  planActive: z.boolean(),
  userSubscriptionStatus: z.string().nullable(),
  /** The caller's role. A manager may edit, but not release, delete, or pay. */
  role: z.enum(['owner', 'manager']),
  photos: z.array(photo),
  /** The path of the public page. */
  href: z.string(),
  sources: z.record(
    z.string(),
    z.object({
      source: sourceKind,
      name: z.string().optional(),
      /** The key in the list of sources. */
      via: z.string().optional(),
      at: z.string(),
    }),
  ),
  confirmedAt: sentTime.nullable(),
  updatedAt: sentTime,
});
export type OwnListing = z.output<typeof ownListing>;

export const myListings = endpoint('GET', '/api/user/dentists', {
  summary: 'Listings that the caller owns or manages',
  reply: z.array(ownListing),
});
export const updateListing = endpoint('PUT', '/api/user/dentists/:id', {
  summary: 'Change your listing; omitted fields keep their values',
  params: idParam,
  body: listingEdit.extend(baseValues),
  reply: ownListing,
  errors: { ...editConflictError, subscription_required: 403 },
  limit: MAX_BODY_WITH_PICTURES,
});
export const deleteListing = endpoint('DELETE', '/api/user/dentists/:id', {
  summary: 'Delete your listing',
  params: idParam,
  reply: ok,
});
export const unclaimListing = endpoint('POST', '/api/user/dentists/:id/unclaim', {
  summary: 'Release your listing; it stays in the directory without an owner',
  params: idParam,
  reply: ok,
});
export const confirmListing = endpoint('POST', '/api/user/dentists/:id/confirm', {
  summary: 'Confirm that everything on your listing is still correct',
  params: idParam,
  reply: ownListing,
});
