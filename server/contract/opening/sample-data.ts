import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const password = z.string().min(1, 'Please enter your own password.').max(1000, "That's not your password.");
const count = z.int();
const sampleData = z.object({
  /** True while there are invented listings, which keep search engines out. */
  isPresent: z.boolean(),
  isBeingRemoved: z.boolean(),
  /** Everything that a removal would delete now. */
  figures: z.object({
    listings: count,
    reviews: count,
    claims: count,
    practices: count,
    accounts: count,
    articles: count,
  }),
  /** Sample listings that stay, because people have made something for them. At most twenty are named. */
  kept: z.object({
    count,
    listings: z.array(z.object({ id: z.int(), name: z.string(), place: z.string(), reasons: z.array(z.string()) })),
  }),
});
export type SampleData = z.input<typeof sampleData>;

export const readSampleData = endpoint('GET', '/api/admin/sample-data', {
  summary: 'What the removal of the sample data would delete, and the sample listings that would stay',
  reply: sampleData,
});
export const addSampleData = endpoint('POST', '/api/admin/sample-data/add', {
  summary: 'Add 2,000 invented listings to a directory without listings, in the background',
  reply: sampleData,
  errors: { not_empty: 409 },
});
export const removeSampleData = endpoint('POST', '/api/admin/sample-data/remove', {
  summary: "Delete the sample data in the background. Requires the caller's password",
  body: z.object({ password }),
  reply: sampleData,
  errors: { own_account_needed: 409 },
});
