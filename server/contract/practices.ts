import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { asRead, changedMeanwhile } from './meanwhile.ts';
import { MAX_PHOTOS } from './photos.ts';
import { humanAnswer } from './site.ts';
import { findState } from './states.ts';
import { email, id, idParam, line, MAX_ID, ok, sentTime, text } from './values.ts';

/** What an owner says about a practice, and what the forms of both sides check. */

/** Empty means nothing is said. */
const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? null : value), schema.nullish());
const needed = (max: number, sentence: string) => line(max).pipe(z.string().min(1, sentence));

/** An address on the web. "www.example.com" is meant well and completed; anything but http(s) is refused. */
const webAddress = line(500)
  .transform((value) =>
    /^[a-z][a-z\d+.-]*:/i.test(value) && !/^[\w.-]+\.\w+:\d/.test(value) ? value : `https://${value}`,
  )
  .refine((value) => {
    if (!URL.canParse(value)) return false;
    const { protocol, hostname, username } = new URL(value);
    return (
      (protocol === 'https:' || protocol === 'http:') &&
      // A bare number is read as an address of a machine; people mean names.
      /\.[a-z][a-z\d-]+$/i.test(hostname) &&
      username === '' &&
      !/\s/.test(value)
    );
  }, 'Please enter a web address such as https://www.example.com.');

const stateText = line(60)
  .refine((value) => findState(value) !== undefined, 'Please choose a US state.')
  .transform((value) => findState(value)!.code);
const zip = line(10).refine((value) => /^\d{5}(-\d{4})?$/.test(value), 'Please enter a ZIP code such as 78701.');
const wholeYears = 'Please enter a number of years from 0 to 80.';
const numeric = (value: unknown) =>
  typeof value === 'string' && /^\s*\d{1,3}\s*$/.test(value) ? Number(value) : value;
const years = z.preprocess(
  numeric,
  z.number(wholeYears).refine((value) => Number.isInteger(value) && value >= 0 && value <= 80, wholeYears),
);
const dataUrl = z.string().max(7_100_000, 'File size must be less than 5MB');
const image = dataUrl.nullish();

const editable = {
  name: needed(200, 'Please enter a name.'),
  title: optional(line(40)),
  specialty: optional(line(200)),
  practiceTypeId: id.nullish(),
  phone: optional(line(40)),
  email: optional(email),
  website: optional(webAddress),
  bio: optional(text(5000)),
  experience: optional(years),
  address: optional(line(300)),
  city: optional(line(100)),
  state: optional(stateText),
  zipCode: optional(zip),
  mondayHours: optional(line(200)),
  tuesdayHours: optional(line(200)),
  wednesdayHours: optional(line(200)),
  thursdayHours: optional(line(200)),
  fridayHours: optional(line(200)),
  saturdayHours: optional(line(200)),
  sundayHours: optional(line(200)),
  acceptsInsurance: z.boolean().optional(),
  emergencyServices: z.boolean().optional(),
  acceptsNewPatients: z.boolean().optional(),
  languages: optional(line(300)),
  parkingAvailable: z.boolean().optional(),
  wheelchairAccessible: z.boolean().optional(),
  facebookUrl: optional(webAddress),
  instagramUrl: optional(webAddress),
  tiktokUrl: optional(webAddress),
  twitterUrl: optional(webAddress),
  youtubeUrl: optional(webAddress),
};

/** Every column an owner may write; whatever else a request holds is not even looked at. */
export const ownerFields = Object.keys(editable) as (keyof typeof editable)[];
export type OwnerField = keyof typeof editable;

const serviceIds = z.array(id).max(200);
const someServices = serviceIds.min(1, 'Please select at least one service');

export const listingEdit = z.object({
  ...editable,
  name: editable.name.optional(),
  serviceIds: someServices.optional(),
  practiceImage: image,
  profileImage: image,
});
export type ListingEdit = z.output<typeof listingEdit>;

export const photo = z.object({ id: z.int(), url: z.string(), alt: z.string(), width: z.int(), height: z.int() });
export type Photo = z.infer<typeof photo>;

const nullable = z.string().nullable();
const sourceKind = z.enum(['owner', 'manager', 'staff', 'import', 'claim', 'system']);

/** A listing as its owner sees it. */
export const ownListing = z.object({
  id: z.int(),
  name: z.string(),
  title: nullable,
  specialty: nullable,
  practiceTypeId: z.int().nullable(),
  practiceType: z.object({ id: z.int(), name: z.string() }).nullable(),
  practiceId: z.int().nullable(),
  rating: z.number().nullable(),
  reviewCount: z.int(),
  phone: nullable,
  email: nullable,
  website: nullable,
  bio: nullable,
  experience: z.int().nullable(),
  isVerified: z.boolean(),
  profileImage: nullable,
  practiceImage: nullable,
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
  acceptsInsurance: z.boolean(),
  emergencyServices: z.boolean(),
  acceptsNewPatients: z.boolean(),
  languages: nullable,
  parkingAvailable: z.boolean(),
  wheelchairAccessible: z.boolean(),
  facebookUrl: nullable,
  instagramUrl: nullable,
  tiktokUrl: nullable,
  twitterUrl: nullable,
  youtubeUrl: nullable,
  services: z.array(z.object({ id: z.int(), name: z.string() })),
  userSubscriptionStatus: z.string().nullable(),
  /** What the caller is to it. A manager may edit, but neither release nor delete nor pay. */
  role: z.enum(['owner', 'manager']),
  photos: z.array(photo),
  /** Where it is shown. */
  href: z.string(),
  sources: z.record(z.string(), z.object({ source: sourceKind, name: z.string().optional(), at: z.string() })),
  confirmedAt: sentTime.nullable(),
  updatedAt: sentTime,
});
export type OwnListing = z.output<typeof ownListing>;

export const myListings = endpoint('GET', '/api/user/dentists', {
  summary: "The caller's listings: owned, or managed by invitation",
  reply: z.array(ownListing),
});
/** Two pictures as data URLs, and the words around them. */
const WITH_PICTURES = 15_000_000;
export const updateListing = endpoint('PUT', '/api/user/dentists/:id', {
  summary: 'Change a listing of yours; fields left out keep their value',
  params: idParam,
  body: listingEdit.extend(asRead),
  reply: ownListing,
  errors: changedMeanwhile,
  limit: WITH_PICTURES,
});
export const deleteListing = endpoint('DELETE', '/api/user/dentists/:id', {
  summary: 'Delete a listing of yours',
  params: idParam,
  reply: ok,
});
export const unclaimListing = endpoint('POST', '/api/user/dentists/:id/unclaim', {
  summary: 'Give a listing back: it stays in the directory without an owner',
  params: idParam,
  reply: ok,
});
export const confirmListing = endpoint('POST', '/api/user/dentists/:id/confirm', {
  summary: 'Everything on this listing is still right',
  params: idParam,
  reply: ownListing,
});

const practiceFields = {
  name: needed(200, 'Please enter the name of the practice.'),
  description: optional(text(5000)),
  address: optional(line(300)),
  city: optional(line(100)),
  state: optional(stateText),
  zipCode: optional(zip),
  phone: optional(line(40)),
  image,
  isActive: z.boolean().optional(),
};
export const createPractice = endpoint('POST', '/api/practices', {
  summary: 'Add a practice',
  body: z.object(practiceFields),
  reply: z.object({
    id: z.int(),
    name: z.string(),
    city: nullable,
    state: nullable,
    address: nullable,
    zipCode: nullable,
    phone: nullable,
  }),
  errors: { subscription_required: 403 },
  limit: WITH_PICTURES,
});

/** A doctor at a practice that has been added before, or with an address of their own. */
const flatListing = z.object({
  ...editable,
  practiceId: id.nullish(),
  serviceIds: someServices.optional(),
  practiceImage: image,
  profileImage: image,
  humanCheck: humanAnswer.optional(),
});

/** What a form for a new practice must hold. */
export const newPracticeForm = z.object({
  ...practiceFields,
  phone: needed(40, 'Please enter the phone number of the practice.'),
  address: needed(300, 'Please enter the street address.'),
  city: needed(100, 'Please enter the city.'),
  state: stateText,
  zipCode: zip,
});
export const newDoctorForm = z.object({
  ...editable,
  specialty: needed(200, 'Please enter a specialty.'),
  phone: needed(40, 'Please enter a phone number.'),
  experience: years.refine((value) => value >= 1, 'Please enter at least 1 year of experience.'),
  profileImage: image,
  practiceImage: image,
});
const wholeListing = z.discriminatedUnion('isNewPractice', [
  z.object({
    isNewPractice: z.literal(true),
    practice: newPracticeForm,
    dentist: newDoctorForm,
    serviceIds: someServices,
    humanCheck: humanAnswer.optional(),
  }),
  z.object({
    isNewPractice: z.literal(false),
    practiceId: id,
    dentist: newDoctorForm,
    serviceIds: someServices,
    humanCheck: humanAnswer.optional(),
  }),
]);

export const newListing = z.unknown().transform((given, ctx) => {
  const whole = typeof given === 'object' && given !== null && 'dentist' in given;
  const complete = whole ? { isNewPractice: true, ...(given as object) } : given;
  const parsed = (whole ? wholeListing : flatListing).safeParse(complete);
  if (parsed.success) return parsed.data as z.output<typeof wholeListing> | z.output<typeof flatListing>;
  for (const issue of parsed.error.issues)
    ctx.addIssue({ code: 'custom', message: issue.message, path: [...issue.path] });
  return z.NEVER;
});
export type NewListing = z.output<typeof newListing>;

export const createListing = endpoint('POST', '/api/dentists', {
  summary:
    'List a dentist; with a practice in the same request both are created or neither. The form with both brings the sum of /api/human-check',
  body: newListing,
  bodyShown: z.union([wholeListing, flatListing]),
  reply: ownListing,
  errors: { subscription_required: 403, verification_failed: 400 },
  limit: WITH_PICTURES,
});

export const similarListings = endpoint('GET', '/api/user/similar-listings', {
  summary: 'Listings that may be the practice someone is about to add: the same phone, or the same name within the ZIP',
  query: z.object({ phone: line(40).optional(), name: line(200).optional(), zip: line(10).optional() }),
  reply: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      address: nullable,
      city: nullable,
      state: nullable,
      zipCode: nullable,
      claimed: z.boolean(),
      mine: z.boolean(),
      href: z.string(),
    }),
  ),
});
export type SimilarListing = z.output<(typeof similarListings)['reply']>[number];

// Pictures

export const addPhoto = endpoint('POST', '/api/user/dentists/:id/photos', {
  summary: 'Add a picture, as a data URL, at the end of the gallery',
  params: idParam,
  body: z.object({ image: dataUrl, alt: line(300).optional() }),
  reply: z.array(photo),
  errors: { subscription_required: 403 },
  limit: 8_000_000,
});
export const arrangePhotos = endpoint('PUT', '/api/user/dentists/:id/photos', {
  summary: 'Order the gallery and describe its pictures; those left out are removed. The first is the cover',
  params: idParam,
  body: z.object({
    photos: z.array(z.object({ id: z.int().min(1).max(MAX_ID), alt: line(300).default('') })).max(MAX_PHOTOS),
    ...asRead,
  }),
  reply: z.array(photo),
  errors: changedMeanwhile,
});
export const listingPhotos = endpoint('GET', '/api/dentists/:id/photos', {
  summary: 'The gallery of a listing; empty when its plan has none',
  params: idParam,
  reply: z.array(photo),
});
export const media = endpoint('GET', '/media/:hash', {
  summary: 'A picture, 1600 pixels wide at most',
  params: z.object({ hash: z.string().regex(/^[0-9a-f]{40}$/, 'There is no such picture.') }),
  streams: 'image/webp',
});
export const mediaSize = endpoint('GET', '/media/:hash/:width', {
  summary: 'A picture in one of its sizes',
  params: z.object({
    hash: z.string().regex(/^[0-9a-f]{40}$/, 'There is no such picture.'),
    width: z.enum(['400', '800', '1600']).transform(Number),
  }),
  streams: 'image/webp',
});

// History

export const historyEntry = z.object({
  id: z.int(),
  at: sentTime,
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  source: sourceKind,
  sourceName: z.string().nullable(),
  by: z.string().nullable(),
  canPutBack: z.boolean(),
});
export type HistoryEntry = z.output<typeof historyEntry>;
export const listingHistory = endpoint('GET', '/api/user/dentists/:id/history', {
  summary: 'What changed on a listing: who, when, what it was before',
  params: idParam,
  query: z.object({
    before: z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number)
      .optional(),
  }),
  reply: z.array(historyEntry),
});
export const putBackChange = endpoint('POST', '/api/user/dentists/:id/history/:entry/put-back', {
  summary: 'Give a field the value it had before a change',
  params: idParam.extend({
    entry: z
      .string()
      .regex(/^[1-9]\d{0,14}$/, 'This is not a valid id.')
      .transform(Number),
  }),
  reply: ownListing,
});

// Managers

export const manager = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string().nullable(),
  invitedAt: sentTime,
  acceptedAt: sentTime.nullable(),
  expired: z.boolean(),
});
export type Manager = z.output<typeof manager>;
const managers = z.array(manager);
export const listManagers = endpoint('GET', '/api/user/dentists/:id/managers', {
  summary: 'Who else may edit a listing',
  params: idParam,
  reply: managers,
});
export const inviteManager = endpoint('POST', '/api/user/dentists/:id/managers', {
  summary: 'Invite someone by mail to edit a listing',
  params: idParam,
  body: z.object({ email }),
  reply: managers,
});
export const removeManager = endpoint('DELETE', '/api/user/dentists/:id/managers/:manager', {
  summary: 'End an invitation, or what it gave',
  params: idParam.extend({ manager: idParam.shape.id }),
  reply: managers,
});
export const leaveListing = endpoint('POST', '/api/user/dentists/:id/leave', {
  summary: 'Stop managing a listing one was invited to',
  params: idParam,
  reply: ok,
});
export const acceptInvitation = endpoint('POST', '/api/user/invitations', {
  summary: 'Accept an invitation to edit a listing',
  body: z.object({ token: z.string().max(100) }),
  reply: z.object({ id: z.int(), name: z.string() }),
});
