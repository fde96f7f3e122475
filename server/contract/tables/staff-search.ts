import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { line } from '../values.ts';

/** In the order in which results are shown. */
export const foundKinds = [
  'listing',
  'practice',
  'person',
  'claim',
  'message',
  'problem',
  'privacy',
  'subscription',
  'payment',
  'appointment',
  'article',
  'import',
  'insurance-plans',
  'practice-types',
  'services',
] as const;
export type FoundKind = (typeof foundKinds)[number];

const foundItem = z.object({
  kind: z.enum(foundKinds),
  id: z.int(),
  label: z.string(),
  /** Distinguishes it from others of the same name, such as by the city. */
  detail: z.string(),
  /** The screen where it is open. */
  to: z.string(),
});
export type FoundItem = z.output<typeof foundItem>;

export const searchEverything = endpoint('GET', '/api/admin/search', {
  summary:
    'Listings, practices, people, claims, messages, problems, privacy requests, payments, articles, imports, and the catalog, ' +
    'by name, phone, email, NPI, or number',
  query: z.object({ q: line(200) }),
  reply: z.array(foundItem),
});
