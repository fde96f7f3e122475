import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { knownFacts, statement } from './known-facts.ts';
import { featureFilterNames, type FeatureFilter } from '#shared/listings/feature-filters.ts';
import { isOpenAt, openDays } from '#shared/search-terms.ts';
import { parseBox } from '#shared/places/box.ts';
import { priceFacts } from './price-facts.ts';
import { reviewLine } from './review-line.ts';
import { flag, idParam, line, MAX_ID, pageNumber, pageSize } from '../values.ts';

const text = z.string().nullable();
const named = z.object({ id: z.int(), name: z.string() });
const instantOut = z.union([z.date(), z.string()]).transform((value) => new Date(value).toISOString());

/** A price range in whole dollars, as stated by the practice, by staff, or in an imported file. */
const whiteningPrice = z.object({
  from: z.int(),
  /** Null if there is only a lowest price. */
  to: z.int().nullable(),
  /** The day when it was stated, such as 2026-03-01. */
  statedOn: z.string(),
  statedBy: z.enum(['practice', 'staff', 'import']),
});
export type WhiteningPrice = z.output<typeof whiteningPrice>;

/** A dentist at one place, as visitors see it. */
export const listing = z.object({
  id: z.int(),
  name: z.string(),
  title: text,
  specialty: text,
  practiceTypeId: z.int().nullable(),
  practiceType: named.nullable(),
  practiceId: z.int().nullable(),
  practiceName: text,
  rating: z.number().nullable(),
  reviewCount: z.int(),
  ratingSource: text,
  reviewLine,
  phone: text,
  email: text,
  website: text,
  bio: text,
  experience: z.int().nullable(),
  /** Staff checked who runs the practice. */
  isVerified: z.boolean(),
  profileImage: text,
  practiceImage: text,
  /** The practice's logo, with a paid plan. */
  logo: text,
  /** The owner's account, only for the owner and admins; null for everyone else and for unclaimed listings. */
  userId: z.int().nullable(),
  /** Someone manages this listing. */
  claimed: z.boolean(),
  address: text,
  city: text,
  state: text,
  zipCode: text,
  mondayHours: text,
  tuesdayHours: text,
  wednesdayHours: text,
  thursdayHours: text,
  fridayHours: text,
  saturdayHours: text,
  sundayHours: text,
  /** Dates with other hours, such as 2026-11-26: Closed; 2026-12-24 to 2026-12-31: 8:00 AM – 12:00 PM. */
  holidayHours: text,
  /** False may also mean not known, for this and the other facts. `known` has the difference. */
  acceptsInsurance: z.boolean(),
  /** The practice offers patients without insurance a plan of its own. */
  membershipPlan: z.boolean(),
  emergencyServices: z.boolean(),
  acceptsNewPatients: z.boolean(),
  languages: text,
  parkingAvailable: z.boolean(),
  wheelchairAccessible: z.boolean(),
  known: knownFacts,
  facebookUrl: text,
  instagramUrl: text,
  tiktokUrl: text,
  twitterUrl: text,
  youtubeUrl: text,
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  timeZone: text,
  slug: text,
  citySlug: text,
  isPaid: z.boolean(),
  isProMax: z.boolean(),
  confirmedAt: instantOut.nullable(),
  /** The last confirmation of the whole listing; without one, the file or the staff that it comes from, with their date. */
  lastConfirmed: statement.nullable(),
  /** When staff last verified the owner. */
  ownershipReviewedAt: instantOut.nullable(),
  /** The name, address, or phone of this verified listing changed, and staff have not decided yet. */
  changesUnderReview: z.boolean(),
  updatedAt: instantOut,
  /** The paid plan of the owner, such as active_professional, else null. The owner and admins see any state of it. */
  userSubscriptionStatus: text,
  services: z.array(named),
  /** The names of the insurance plans that the practice takes. */
  plans: z.array(z.string()),
  gender: z.enum(['female', 'male']).nullable(),
  whiteningPrice: whiteningPrice.nullable(),
});
export type Listing = z.output<typeof listing>;

/** Why a result has its position. */
const why = z.object({
  /** The position is a sponsored place. */
  top: z.boolean(),
  /** Payment improved the position. */
  paid: z.boolean(),
  rating: z.number().nullable(),
  miles: z.number().nullable(),
  sentence: z.string(),
});
const searchItem = listing.extend({ why });
export type SearchItem = z.output<typeof searchItem>;

export { listingPath } from '#shared/listings/listing-path.ts';

const paging = { page: pageNumber.optional(), pageSize: pageSize.optional() };
const sorts = ['best', 'rating', 'name', 'distance', 'price'] as const;

/** A list in a query: distinct words, separated by commas. An empty one is no filter. */
const list = (most: number, isKnown: (word: string) => boolean, sentence: string) =>
  line(400)
    .transform((value) => [...new Set(value.split(',').map((word) => word.trim()))].filter(Boolean))
    .refine((words) => words.length <= most && words.every(isKnown), sentence)
    .transform((words) => (words.length === 0 ? undefined : words));
/** A whole number, or one in halves, in a query. An empty one is no filter. */
const limit = (pattern: RegExp, least: number, most: number, sentence: string) =>
  z
    .string()
    .refine(
      (value) => value === '' || (pattern.test(value) && Number(value) >= least && Number(value) <= most),
      sentence,
    )
    .transform((value) => (value === '' ? undefined : Number(value)));
const days = new Set<string>(openDays);

const featureFlags = Object.fromEntries(featureFilterNames.map((name) => [name, flag.optional()])) as Record<
  FeatureFilter,
  z.ZodOptional<typeof flag>
>;

/** An empty one is no filter. */
export const boxField = z
  .string()
  .refine(
    (value) => value === '' || parseBox(value) !== null,
    'An area of the map is west,south,east,north in degrees, such as -97.9,30.1,-97.5,30.5.',
  )
  .transform((value) => parseBox(value) ?? undefined);

export const idList = z
  .string()
  .regex(/^[1-9]\d{0,9}(?:,[1-9]\d{0,9}){0,49}$/, 'Ids are up to 50 whole numbers, separated by commas.')
  .transform((ids) =>
    ids
      .split(',')
      .map(Number)
      .filter((id) => id <= MAX_ID),
  );

/** Search filters. Empty ones are ignored. */
export const searchFields = z.object({
  location: line(200).optional(),
  service: line(200).optional(),
  name: line(200).optional(),
  radius: z
    .string()
    .regex(/^(?:[1-9]|[1-9]\d|100)?$/, 'A radius is 1 to 100 miles.')
    .transform((miles) => (miles === '' ? undefined : Number(miles)))
    .optional(),
  /** An area of the map. */
  box: boxField.optional(),
  openNow: flag.optional(),
  ...featureFlags,
  /** Languages separated by commas, all of which the practice must speak. */
  language: line(60).optional(),
  /** Ids of services that a listing must all offer, in addition to `service`. */
  services: list(5, (word) => /^[1-9]\d{0,8}$/.test(word), 'Services are up to 5 ids, separated by commas.')
    .transform((ids) => ids?.map(Number))
    .optional(),
  /** Insurance plans, of which a listing must take at least one. */
  plan: list(
    5,
    (word) => /^[a-z0-9-]{1,100}$/.test(word),
    'Plans are up to 5 names such as delta-dental, separated by commas.',
  ).optional(),
  /** Open on at least one of these days. */
  openOn: list(7, (word) => days.has(word), 'Days are mon, tue, wed, thu, fri, sat, and sun, separated by commas.')
    .transform((words) => words?.map((word) => word as (typeof openDays)[number]))
    .optional(),
  /** Open past 6 PM on at least one day, or on one of the days in `openOn`. */
  evening: flag.optional(),
  gender: z
    .enum(['', 'female', 'male'], 'The dentist’s gender is female or male.')
    .transform((value) => value || undefined)
    .optional(),
  /** Whitening starts at this many dollars at most. Listings without a price don't match. */
  maxPrice: limit(/^[1-9]\d*$/, 1, 100_000, 'A price is 1 to 100,000 whole dollars.').optional(),
  minRating: limit(/^[1-5](?:\.[05])?$/, 1, 5, 'A rating is 1 to 5, in halves.').optional(),
  minReviews: limit(/^\d{1,4}$/, 0, 1000, 'A number of reviews is 0 to 1,000.').optional(),
  sort: z.enum(sorts, 'Results can be sorted by best, rating, name, distance, or price.').optional(),
  /** Words that don't filter, separated by commas. Listings whose names or streets have them come first. */
  lead: line(200).optional(),
  /** Open early (before 8 AM), in the morning, at lunch (noon to 1 PM), or on a date such as 2026-12-24. */
  openAt: z
    .string()
    .refine((text) => text === '' || isOpenAt(text), 'Hours are early, morning, lunch, or a date such as 2026-12-24.')
    .transform((text) => text || undefined)
    .optional(),
  /** False leaves out the sponsored places. */
  paidFirst: flag.optional(),
});

export const listDentists = endpoint('GET', '/api/dentists', {
  summary:
    'All listings, by rating (weighted by the number of reviews) and name; or one page; or the listings with certain ids',
  query: z.object({
    ...paging,
    ids: idList.optional(),
  }),
  reply: z.array(listing),
  streams: 'application/json',
});

export const searchDentists = endpoint('GET', '/api/dentists/search', {
  summary: 'Listings by location, service, name, and more: all matches, or one page; the total is in X-Total-Count',
  query: searchFields.extend(paging),
  reply: z.array(listing.extend({ why: why.optional() })),
  streams: 'application/json',
});

const place = z.object({
  kind: z.enum(['state', 'city', 'zip', 'zipPrefix']),
  label: z.string(),
  state: text,
  city: text,
  slug: text,
});

/** A filter of a search and the value that a listing lacks, as in a URL. */
const wish = z.object({ filter: z.string(), value: z.string() });
export type Wish = z.output<typeof wish>;
const nearMatch = searchItem.extend({ missing: z.array(wish) });

export const searchDirectory = endpoint('GET', '/api/directory', {
  summary: 'One page of a search, its total, and the places and service that the query means',
  query: searchFields.extend({
    ...paging,
    /** Shows the sponsored places. */
    top: flag.optional(),
  }),
  reply: z.object({
    items: z.array(searchItem),
    total: z.int(),
    /** If false, there are at least `total`. */
    totalIsExact: z.boolean(),
    page: z.int(),
    pageSize: z.int(),
    places: z.array(place),
    service: named.nullable(),
    /** The parts of `lead`: those that put listings first, and those that no listing has. */
    lead: z.object({ used: z.array(z.string()), unused: z.array(z.string()) }).optional(),
    /** If nothing matches: similar places, services, and names that would give results. */
    didYouMean: z.array(
      z.object({ field: z.enum(['location', 'service', 'name']), value: z.string(), total: z.int() }),
    ),
    /** Published articles about the service or the words of `lead`. */
    guides: z.array(z.object({ title: z.string(), slug: z.string() })).optional(),
    /** For a search about whitening or its price: what practices of the same place and service state. */
    prices: priceFacts.optional(),
    /** If fewer than five match. */
    almost: z
      .object({
        /** How many filters a near match could lack. */
        wishes: z.int(),
        /** Listings in the same places that lack as few of the filters as possible, the nearest first. */
        items: z.array(nearMatch),
        /** A larger distance that finds more. */
        wider: z.object({ radius: z.int(), total: z.int() }).nullable(),
      })
      .optional(),
  }),
});

const profile = listing.extend({
  practiceDescription: text,
  /** The page on which patients book online, with a paid plan. */
  bookingUrl: text.optional(),
  /** When the oldest of the hours and the insurance plans were stated, such as 2026-03-01. */
  hoursStatedOn: text,
  plansStatedOn: text,
  npi: text.optional(),
  license: text.optional(),
  licenseState: text.optional(),
  /** The day on which the NPI registry listed the dentist, as 2006-05-23. */
  npiSince: text.optional(),
  /** The status of the license by the state's board, such as "active", and its last day. */
  licenseStatus: text.optional(),
  licenseExpires: text.optional(),
  /** The board's file, such as "Texas State Board of Dental Examiners, Nov 8, 2026". */
  licenseSource: text.optional(),
  /** The page of the board, where its records are looked up. */
  licensePage: text.optional(),
  /** The attribution lines that the licenses of its sources require. */
  attributions: z.array(z.string()).optional(),
  /** The registry file that these come from, such as "NPI registry, Nov 8, 2026". */
  npiSource: text.optional(),
  /** The practice takes appointment requests. */
  takesAppointments: z.boolean(),
  /** How many callers reached the practice this month; null for fewer than three. */
  reachedByPhone: z.int().nullable(),
});
export type Profile = z.output<typeof profile>;

export const getDentist = endpoint('GET', '/api/dentists/:id', {
  summary: 'One listing',
  params: idParam,
  reply: profile,
});

export const getByLocation = endpoint('GET', '/location/:state/:city/:practiceType/:dentistName', {
  summary: 'One listing by its current or former address',
  params: z.object({ state: line(200), city: line(200), practiceType: line(200), dentistName: line(200) }),
  reply: profile.extend({ path: z.string() }),
});

const described = named.extend({ description: text });
export const listServices = endpoint('GET', '/api/services', { summary: 'Services', reply: z.array(described) });
export const listPracticeTypes = endpoint('GET', '/api/practice-types', {
  summary: 'Practice types',
  reply: z.array(described),
});

const practice = z.object({
  id: z.int(),
  name: z.string(),
  description: text,
  address: text,
  city: text,
  state: text,
  zipCode: text,
  phone: text,
  image: text,
  isActive: z.boolean(),
});
export const listPractices = endpoint('GET', '/api/practices', {
  summary: 'All practices, or those whose name begins with a text',
  query: z.object({ ...paging, name: line(200).optional() }),
  reply: z.array(practice),
  streams: 'application/json',
});

const counted = z.object({ count: z.int() });
const suggestedName = z.object({
  id: z.int(),
  name: z.string(),
  /** Null unless another suggestion of the same kind has this name in this city. */
  street: text,
  city: text,
  state: text,
});
export const suggest = endpoint('GET', '/api/suggest', {
  summary: 'Suggested places, services, practices, dentists, and insurance plans for the text typed so far',
  query: z.object({ q: line(200).default('') }),
  reply: z.object({
    places: z.array(place.extend(counted.shape)),
    services: z.array(named.extend(counted.shape)),
    dentists: z.array(
      suggestedName.extend({
        rating: z.number().nullable(),
        reviewCount: z.int(),
        ratingSource: text,
        path: z.string(),
      }),
    ),
    practices: z.array(suggestedName.extend(counted.shape)),
    plans: z.array(z.object({ slug: z.string(), name: z.string() })),
  }),
});
