import { z } from 'zod';
import { featureFilterNames } from '#shared/listings/feature-filters.ts';
import { isOpenAt, MAX_RADIUS, openDays } from '#shared/search-terms.ts';
import { id, line } from '#contract/values.ts';

/** The arguments and results of the tools that assistants call. Unknown arguments are refused. */

const place = line(200).describe('A city with its state, a ZIP code, or a state, such as "Austin, TX" or "78701"');
const practiceId = id.describe('The id of a practice, from search_practices');
const limit = z.int().min(1).max(20).default(5).describe('How many practices to return');

export const searchInput = z.strictObject({
  sentence: line(200)
    .optional()
    .describe(
      'The whole wish in words, such as "whitening near 78701 open Saturday". Fields below replace parts of it',
    ),
  place: place.optional(),
  radius: z.int().min(1).max(MAX_RADIUS).optional().describe('Miles around the place, if it is a city or a ZIP code'),
  service: line(100).optional().describe('A service, such as "Teeth Whitening" or "Veneers"'),
  name: line(200).optional().describe('Words of the name of a dentist or practice'),
  plans: z.array(line(100)).max(5).optional().describe('Insurance plans, of which a practice must take at least one'),
  language: line(60).optional().describe('A language that the practice speaks, such as "Spanish"'),
  openOn: z.array(z.enum(openDays)).max(7).optional().describe('Open on at least one of these days'),
  openAt: z
    .string()
    .refine(isOpenAt, 'Hours are early, morning, lunch, or a date such as 2026-12-24.')
    .optional()
    .describe('"early" (before 8 AM), "morning", "lunch" (noon to 1 PM), or a date such as 2026-12-24'),
  openNow: z.boolean().optional(),
  evening: z.boolean().optional().describe('Open past 6 PM'),
  gender: z.enum(['female', 'male']).optional().describe('The gender of the dentist'),
  maxPrice: z.int().min(1).max(100_000).optional().describe('Whitening starts at this many dollars at most'),
  minRating: z.number().min(1).max(5).multipleOf(0.5).optional(),
  minReviews: z.int().min(0).max(1000).optional(),
  needs: z
    .array(z.enum(featureFilterNames as [string, ...string[]]))
    .max(featureFilterNames.length)
    .optional()
    .describe('Conditions that must be known to hold'),
  sort: z.enum(['best', 'rating', 'name', 'distance', 'price']).optional(),
  page: z.int().min(1).max(50).default(1),
  limit,
});

export const practiceInput = z.strictObject({ id: practiceId });

export const pricesInput = z.strictObject({ place, limit });

const source = z
  .string()
  .nullable()
  .describe('Who says so: practice, staff, registry, import, or the site of a rating. Null if it was not recorded');
const date = z.string().nullable().describe('The day when it was stated. Null if it was not recorded');

const fact = <V extends z.ZodType>(value: V) =>
  z.object({
    known: z.boolean().describe('False: this has not been stated. It does not mean no'),
    value: value.nullable(),
    source,
    date,
  });
export interface Fact<V> {
  known: boolean;
  value: V | null;
  source: string | null;
  date: string | null;
}

const text = fact(z.string());
const yesOrNo = fact(z.boolean());
const price = fact(z.object({ from: z.int(), to: z.int().nullable(), currency: z.literal('USD') }));

const briefFacts = z.object({
  name: text,
  practiceName: text,
  specialty: text,
  address: text,
  phone: text,
  services: fact(z.array(z.string())),
  insurancePlans: fact(z.array(z.string())),
  languages: text,
  gender: text,
  acceptsNewPatients: yesOrNo,
  acceptsInsurance: yesOrNo,
  membershipPlan: yesOrNo,
  emergencyServices: yesOrNo,
  wheelchairAccessible: yesOrNo,
  parkingAvailable: yesOrNo,
  openNow: yesOrNo,
  whiteningPrice: price,
  rating: fact(z.object({ rating: z.number(), reviewCount: z.int() })),
  verifiedOwner: yesOrNo,
});
export type BriefFacts = z.output<typeof briefFacts>;

const weekHours = z.record(z.string(), z.string().nullable());
const holiday = z.object({ from: z.string(), to: z.string(), name: z.string().nullable(), hours: z.string() });
const fullFacts = briefFacts.extend({
  title: text,
  website: text,
  yearsOfExperience: fact(z.int()),
  hours: fact(weekHours),
  holidayHours: fact(z.array(holiday)),
  timeZone: text,
  npi: text,
  license: text,
});
export type FullFacts = z.output<typeof fullFacts>;

const found = z.object({ id: z.int(), url: z.string() });
const briefPractice = found.extend({ facts: briefFacts, whyHere: z.string() });
export type BriefPractice = z.output<typeof briefPractice>;

export const searchOutput = z.object({
  understood: z.record(z.string(), z.string()).describe('The filters of the search'),
  ignoredWords: z.array(z.string()).describe('Words of the sentence that no practice has'),
  total: z.int(),
  totalIsExact: z.boolean().describe('False: there are more than total'),
  page: z.int(),
  url: z.string().describe('The same search on the website'),
  practices: z.array(briefPractice),
  nearMatches: z
    .array(briefPractice.extend({ missing: z.array(z.object({ filter: z.string(), value: z.string() })) }))
    .describe('If few practices match: others that lack a filter, or for which it is not known'),
  didYouMean: z.array(z.object({ field: z.string(), value: z.string(), total: z.int() })),
});

export const practiceOutput = found.extend({
  facts: fullFacts,
  lastConfirmed: z.object({ source, date }).nullable(),
  takesAppointmentRequests: z.boolean(),
});

export const pricesOutput = z.object({
  place: z.string().nullable(),
  prices: fact(
    z.object({ practices: z.int(), lowest: z.int(), middle: z.int(), highest: z.int(), currency: z.literal('USD') }),
  ).extend({ since: date.describe('The day of the oldest of these prices') }),
  why: z.string().nullable().describe('Why no figures are known'),
  practices: z.array(found.extend({ name: z.string(), whiteningPrice: price })),
});

export const linkOutput = z.object({
  id: z.int(),
  name: z.string(),
  url: z.string().nullable().describe('The request form, which the patient fills in and sends. Null if there is none'),
  phone: text,
});
