import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ownListing } from './own-listings.ts';
import {
  editable,
  image,
  required,
  optional,
  serviceIds,
  stateText,
  MAX_BODY_WITH_PICTURES,
  years,
  zip,
} from './practice-fields.ts';
import { humanAnswer } from './site.ts';
import { id, line, text } from './values.ts';

const nullable = z.string().nullable();
const practiceFields = {
  name: required(200, 'Please enter the name of the practice.'),
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
  limit: MAX_BODY_WITH_PICTURES,
});

/** A doctor at a practice that has been added before, or with an address of their own. */
const flatListing = z.object({
  ...editable,
  practiceId: id.nullish(),
  serviceIds: serviceIds.optional(),
  practiceImage: image,
  profileImage: image,
  humanCheck: humanAnswer.optional(),
});

/** What a form for a new practice must hold. */
const newPracticeForm = z.object({
  ...practiceFields,
  phone: required(40, 'Please enter the phone number of the practice.'),
  address: required(300, 'Please enter the street address.'),
  city: required(100, 'Please enter the city.'),
  state: stateText,
  zipCode: zip,
});
const newDoctorForm = z.object({
  ...editable,
  specialty: required(200, 'Please enter a specialty.'),
  phone: required(40, 'Please enter a phone number.'),
  experience: years.refine((value) => value >= 1, 'Please enter at least 1 year of experience.'),
  profileImage: image,
  practiceImage: image,
});
const wholeListing = z.discriminatedUnion('isNewPractice', [
  z.object({
    isNewPractice: z.literal(true),
    practice: newPracticeForm,
    dentist: newDoctorForm,
    serviceIds: serviceIds,
    humanCheck: humanAnswer.optional(),
  }),
  z.object({
    isNewPractice: z.literal(false),
    practiceId: id,
    dentist: newDoctorForm,
    serviceIds: serviceIds,
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
  limit: MAX_BODY_WITH_PICTURES,
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
