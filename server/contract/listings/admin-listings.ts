import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { historyEntry } from './listing-history.ts';
import { baseValues, editConflictError } from '../edit-conflict.ts';
import { listingEdit, ownListing } from './own-listings.ts';
import { addPhoto, arrangePhotos, photo, restorePhoto } from './gallery.ts';
import { MAX_BODY_WITH_PICTURES, ownerFields, required } from './practice-fields.ts';
import { problemTopics } from '#shared/listings/problem-topics.ts';
import { humanAnswer } from '../site.ts';
import { transferStatuses } from './transfers.ts';
import { after, email, flag, id, idParam, line, ok, pageNumber, pageSize, sentTime, text } from '../values.ts';

const nullable = z.string().nullable();

const staffListing = z.object({
  id,
  name: z.string(),
  specialty: nullable,
  address: nullable,
  city: nullable,
  state: nullable,
  zipCode: nullable,
  phone: nullable,
  isVerified: z.boolean(),
  isPaid: z.boolean(),
  changesUnderReview: z.boolean(),
  userId: id.nullable(),
  ownerName: nullable,
  ownerEmail: nullable,
  href: z.string(),
  updatedAt: sentTime,
  deletedAt: sentTime.nullable(),
});

export const findListings = endpoint('GET', '/api/admin/listings', {
  summary:
    'Listings for staff, optionally deleted ones; the total (at most 10,001) is in X-Total-Count. With after: the 1,000 that follow an id',
  query: z.object({
    q: line(200).optional(),
    owned: flag.optional(),
    verified: flag.optional(),
    deleted: flag.optional(),
    page: pageNumber.optional(),
    pageSize: pageSize.optional(),
    after: after.optional(),
  }),
  reply: z.array(staffListing),
});

export const staffListingDetail = z.object({
  listing: ownListing,
  owner: z.object({ id, name: z.string(), email: z.string(), plan: z.string(), status: z.string() }).nullable(),
  deletedAt: sentTime.nullable(),
  /** The rank of each field's origin. A lower rank is better; between equal ranks, the newer origin is. */
  origins: z.record(z.string(), z.object({ rank: z.number(), at: z.string() })),
  history: z.array(historyEntry),
  merges: z.array(
    z.object({ id, goneId: id, goneName: z.string(), at: sentTime, by: nullable, undoneAt: sentTime.nullable() }),
  ),
  /** The offers of its owners to hand it to someone else, the newest first. */
  transfers: z.array(
    z.object({
      id,
      status: z.enum(transferStatuses),
      fromName: nullable,
      email: nullable,
      offeredAt: sentTime,
      expiresAt: sentTime,
      closedAt: sentTime.nullable(),
    }),
  ),
});
export type StaffListingDetail = z.output<typeof staffListingDetail>;

export const openListing = endpoint('GET', '/api/admin/listings/:id', {
  summary: 'One listing with its owner, history, and merges',
  params: idParam,
  reply: staffListingDetail,
});
export const editListing = endpoint('PUT', '/api/admin/listings/:id', {
  summary: 'Change a listing as staff; omitted fields keep their values',
  params: idParam,
  body: listingEdit.extend(baseValues),
  reply: ok,
  errors: editConflictError,
  limit: MAX_BODY_WITH_PICTURES,
});
export const createListingAsStaff = endpoint('POST', '/api/admin/listings', {
  summary: 'Add a listing without an owner. One that matches another listing needs `compared`',
  body: listingEdit.omit({ practiceImage: true, profileImage: true, logo: true }).extend({
    name: required(200, 'Please enter a name.'),
    /** Staff have compared it with the listings that it matches. */
    compared: z.boolean().optional(),
  }),
  reply: z.object({ id, href: z.string() }),
  errors: { matches: 409 },
});
export const addPhotoAsStaff = endpoint('POST', '/api/admin/listings/:id/photos', {
  summary: 'Add a photo to the gallery of any listing',
  params: idParam,
  body: addPhoto.body,
  reply: z.array(photo),
  limit: 8_000_000,
});
export const arrangePhotosAsStaff = endpoint('PUT', '/api/admin/listings/:id/photos', {
  summary: 'Set the order and descriptions of the photos of any listing; omitted photos are removed',
  params: idParam,
  body: arrangePhotos.body,
  reply: z.array(photo),
  errors: editConflictError,
});
export const restorePhotoAsStaff = endpoint('POST', '/api/admin/listings/:id/photos/restore', {
  summary: 'Return a removed photo to the gallery of any listing',
  params: idParam,
  body: restorePhoto.body,
  reply: z.array(photo),
});
export const verifyListing = endpoint('POST', '/api/admin/listings/:id/verify', {
  summary: 'Mark a listing as verified, or remove the mark',
  params: idParam,
  body: z.object({ verified: z.boolean() }),
  reply: ok,
  errors: { held: 409 },
});
export const publishListing = endpoint('POST', '/api/admin/listings/:id/publish', {
  summary: 'Make a held listing public, because it is a different practice',
  params: idParam,
  reply: ok,
  errors: { not_held: 409 },
});
export const removeListing = endpoint('DELETE', '/api/admin/listings/:id', {
  summary: 'Delete a listing; it can be restored for 30 days',
  params: idParam,
  reply: ok,
});
export const restoreDeleted = endpoint('POST', '/api/admin/listings/:id/restore', {
  summary: 'Restore a listing deleted within the last 30 days',
  params: idParam,
  reply: ok,
});
export const putBackChange = endpoint('POST', '/api/admin/listings/:id/put-back', {
  summary: 'Restore the value of a field from before a change',
  params: idParam,
  body: z.object({ entryId: id }),
  reply: ok,
});
export const transferListing = endpoint('POST', '/api/admin/listings/:id/transfer', {
  summary: 'Transfer a listing to another account; the new owner’s invoice includes the $25 fee unless it is waived',
  params: idParam,
  body: z.object({ email, chargeFee: z.boolean().default(true), note: text(1_000).default('') }),
  reply: ok,
  errors: { same_owner: 409 },
});

export const mergeable = [...ownerFields, 'serviceIds', 'photos', 'profileImage', 'logo', 'practiceName'] as const;
export const mergeListings = endpoint('POST', '/api/admin/listings/:id/merge', {
  summary:
    'Merge another listing into this one: the other is deleted, its URLs redirect here, and chosen fields are copied',
  params: idParam,
  body: z.object({
    otherId: id,
    /** The fields to copy from the other listing. */
    take: z.array(z.enum(mergeable, 'That field does not exist.')).max(60).default([]),
  }),
  reply: z.object({ mergeId: id }),
  errors: { two_owners: 409, same_listing: 400, held: 409 },
});
export const undoMerge = endpoint('POST', '/api/admin/merges/:id/undo', {
  summary: 'Undo a merge; returns the fields that were edited since and are kept',
  params: idParam,
  reply: z.object({ kept: z.array(z.string()) }),
  errors: { already_undone: 409 },
});

const topicNames = problemTopics.map(([name]) => name) as [string, ...string[]];

export const reportProblem = endpoint('POST', '/api/dentists/:id/problems', {
  summary: 'Report incorrect information on a profile',
  params: idParam,
  body: z.object({
    about: z.enum(topicNames, 'Please choose what is wrong.'),
    message: text(2_000).refine((value) => value.trim() !== '', 'Please tell us what’s wrong and what it should say.'),
    email: z
      .union([z.literal(''), email])
      .nullish()
      .transform((value) => value || null),
    humanCheck: humanAnswer,
  }),
  reply: ok,
  errors: { verification_failed: 400 },
});

export const problem = z.object({
  id,
  dentistId: id,
  listingName: z.string(),
  href: z.string(),
  about: z.string(),
  message: z.string(),
  email: nullable,
  status: z.enum(['open', 'resolved', 'dismissed']),
  note: nullable,
  createdAt: sentTime,
  closedAt: sentTime.nullable(),
});
export type Problem = z.output<typeof problem>;

export const listProblems = endpoint('GET', '/api/admin/problems', {
  summary: 'Problems that visitors reported',
  query: z.object({
    status: z.enum(['open', 'resolved', 'dismissed']).optional(),
    page: pageNumber.optional(),
    pageSize: pageSize.optional(),
  }),
  reply: z.array(problem),
});
export const closeProblem = endpoint('PATCH', '/api/admin/problems/:id', {
  summary: 'Resolve, dismiss, or reopen a report',
  params: idParam,
  body: z.object({ status: z.enum(['open', 'resolved', 'dismissed']), note: text(1_000).nullish(), ...baseValues }),
  reply: ok,
  errors: editConflictError,
});
