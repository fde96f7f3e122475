import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ownListing } from '../listings/own-listings.ts';
import {
  editable,
  image,
  required,
  requiredPhone,
  optional,
  serviceIds,
  stateText,
  MAX_BODY_WITH_PICTURES,
  years,
  zip,
} from '../listings/practice-fields.ts';
import { humanAnswer } from '../site.ts';
import { id, line, text } from '../values.ts';

const nullable = z.string().nullable();
const practiceFields = {
  name: required(200, 'Please enter the name of the practice.'),
  description: optional(text(5000)),
  phone: requiredPhone('Please enter the phone number of the practice.'),
  address: required(300, 'Please enter the street address.'),
  city: required(100, 'Please enter the city.'),
  state: stateText,
  zipCode: zip,
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
  limit: MAX_BODY_WITH_PICTURES,
});

/** Every form of a new listing requires these fields. */
const newDentist = {
  ...editable,
  specialty: required(200, 'Please enter a specialty.'),
  phone: requiredPhone('Please enter a phone number.'),
  experience: years.refine((value) => value >= 1, 'Please enter at least 1 year of experience.'),
};
/** Why it isn't one of the listings that it matches, for the staff who compare them. */
const differs = optional(text(1_000)).optional();
/** A dentist at an existing practice, or with a separate address. */
const flatListing = z.object({
  ...newDentist,
  practiceId: id.nullish(),
  serviceIds: serviceIds.optional(),
  practiceImage: image,
  profileImage: image,
  humanCheck: humanAnswer.optional(),
  differs,
});

const newDentistForm = z.object({ ...newDentist, profileImage: image, practiceImage: image });
const wholeListing = z.discriminatedUnion('isNewPractice', [
  z.object({
    isNewPractice: z.literal(true),
    practice: z.object(practiceFields),
    dentist: newDentistForm,
    serviceIds: serviceIds,
    humanCheck: humanAnswer.optional(),
    differs,
  }),
  z.object({
    isNewPractice: z.literal(false),
    practiceId: id,
    dentist: newDentistForm,
    serviceIds: serviceIds,
    humanCheck: humanAnswer.optional(),
    differs,
  }),
]);

export const newListing = z.unknown().transform((body, ctx) => {
  const hasDentist = typeof body === 'object' && body !== null && 'dentist' in body;
  const complete = hasDentist ? { isNewPractice: true, ...(body as object) } : body;
  const parsed = (hasDentist ? wholeListing : flatListing).safeParse(complete);
  if (parsed.success) return parsed.data as z.output<typeof wholeListing> | z.output<typeof flatListing>;
  for (const issue of parsed.error.issues)
    ctx.addIssue({ code: 'custom', message: issue.message, path: [...issue.path] });
  return z.NEVER;
});
export type NewListing = z.output<typeof newListing>;

export const createListing = endpoint('POST', '/api/dentists', {
  summary:
    'Add a dentist. A practice in the same request is created in the same transaction; such a request needs the answer to /api/human-check. A dentist who matches another listing is public once staff have compared the two',
  body: newListing,
  bodyShown: z.union([wholeListing, flatListing]),
  reply: ownListing,
  errors: { subscription_required: 403, verification_failed: 400 },
  limit: MAX_BODY_WITH_PICTURES,
});

export const similarListings = endpoint('GET', '/api/user/similar-listings', {
  summary:
    'Listings that a new one may be, by its phone number, street, NPI, and name, each with the reason and a score; from 70 on, they are about the same practice',
  query: z.object({
    phone: line(40).optional(),
    name: line(200).optional(),
    zip: line(10).optional(),
    address: line(200).optional(),
    npi: line(10).optional(),
  }),
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
      score: z.int(),
      /** Such as "It has the same phone number." */
      why: z.string(),
    }),
  ),
});
export type SimilarListing = z.output<(typeof similarListings)['reply']>[number];
