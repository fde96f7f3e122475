import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { line } from '../values.ts';

const nullable = z.string().nullable();
const practiceMatch = z.object({
  id: z.int(),
  name: z.string(),
  practiceName: nullable,
  address: nullable,
  city: nullable,
  state: nullable,
  zipCode: nullable,
  href: z.string(),
  /** Pending and yours are about the caller, because other people's claims are private. */
  standing: z.enum(['unclaimed', 'pending', 'yours', 'managed']),
});
export type PracticeMatch = z.output<typeof practiceMatch>;

/** The meanings that a text can have. */
const finderKinds = ['phone', 'npi', 'zip', 'name'] as const;

export const findOwnPractice = endpoint('GET', '/api/practice-finder', {
  summary:
    'Listings by name, phone number, ZIP code, or NPI, unclaimed ones first, for people who look for their practice',
  query: z.object({ q: line(200, 'Please enter a name, phone number, ZIP code, or NPI.').default('') }),
  reply: z.object({
    kind: z.enum(finderKinds).nullable(),
    items: z.array(practiceMatch),
    /** More listings match than these. */
    hasMore: z.boolean(),
  }),
});
