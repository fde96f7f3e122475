import { z } from 'zod';
import { mapFacts } from '#shared/listings/facts.ts';
import { dayNames } from '#shared/listings/opening-hours.ts';
import { endpoint } from '../endpoint.ts';
import { instant, pageSize, sentTime } from '../values.ts';
import { statement } from './known-facts.ts';

const fact = <T extends z.ZodType>(value: T) => statement.extend({ value }).optional();

/** The facts that are text, in the order in which the feed has them. */
export const textFacts = [
  'name',
  'title',
  'specialty',
  'phone',
  'email',
  'website',
  'bio',
  'gender',
  'address',
  'city',
  'state',
  'zipCode',
  ...dayNames.map((day) => `${day}Hours` as const),
  'holidayHours',
  'languages',
  'npi',
  'license',
  'licenseState',
  'facebookUrl',
  'instagramUrl',
  'tiktokUrl',
  'twitterUrl',
  'youtubeUrl',
] as const;
export const numberFacts = ['experience', 'whiteningPriceFrom', 'whiteningPriceTo'] as const;

const textFact = fact(z.string());
const numberFact = fact(z.int());
const factsOf = <Name extends string, T>(names: readonly Name[], value: T) =>
  Object.fromEntries(names.map((name) => [name, value])) as Record<Name, T>;

/** Each fact has its value, who stated it, and the day. A fact that isn't known is missing. */
const feedFacts = z.object({
  ...factsOf(textFacts, textFact),
  ...factsOf(numberFacts, numberFact),
  ...mapFacts(() => fact(z.boolean())),
  insurancePlans: fact(z.array(z.string())),
});

const feedItem = z.object({
  id: z.int(),
  /** When the practice last changed here, or was removed. */
  changedAt: sentTime,
  /** Removed from the directory, so that `practice` is null. */
  isRemoved: z.boolean(),
  practice: z
    .object({
      url: z.string(),
      practiceName: z.string().nullable(),
      practiceType: z.string().nullable(),
      services: z.array(z.string()),
      lat: z.number().nullable(),
      lng: z.number().nullable(),
      timeZone: z.string().nullable(),
      /** Someone manages this listing. */
      claimed: z.boolean(),
      /** Staff checked who runs the practice. */
      isVerified: z.boolean(),
      lastConfirmed: statement.nullable(),
      facts: feedFacts,
    })
    .nullable(),
});
export type FeedItem = z.input<typeof feedItem>;

const updatedSince = instant.refine(
  (text) => Date.parse(text) >= 0,
  'A time is ISO 8601 with its zone, such as 2026-11-01T00:00:00Z.',
);

export const readFeed = endpoint('GET', '/api/v1/practices', {
  summary: 'A page of all practices, or of those that changed or were removed since a time, the oldest change first',
  query: z.object({
    /** The `nextCursor` of the page before. It includes `updatedSince`. */
    cursor: z
      .string()
      .regex(/^\d{1,16}\.\d{1,10}\.[01]$/, 'This cursor isn’t valid. Please start again without one.')
      .optional(),
    updatedSince: updatedSince.optional(),
    pageSize: pageSize.optional(),
  }),
  reply: z.object({
    items: z.array(feedItem),
    /** Null on the last page. */
    nextCursor: z.string().nullable(),
    /** Send this time of the first page as the next `updatedSince`. Some changes are then sent again, and none is missed. */
    asOf: sentTime,
  }),
});

export const downloadFeed = endpoint('GET', '/api/v1/practices/bulk', {
  summary:
    'All practices, or those that changed or were removed since a time, as lines of JSON. X-As-Of has the next updatedSince',
  query: z.object({ updatedSince: updatedSince.optional() }),
  reply: feedItem,
  streams: 'application/x-ndjson',
});
