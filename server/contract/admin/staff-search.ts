import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { line } from '../values.ts';

export const foundKinds = ['listing', 'practice', 'person', 'claim', 'article', 'import'] as const;
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
  summary: 'Listings, practices, people, claims, articles, and imports by name, phone, email, NPI, or number',
  query: z.object({ q: line(200) }),
  reply: z.array(foundItem),
});
