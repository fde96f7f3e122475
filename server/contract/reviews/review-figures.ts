import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const count = z.int();

export const reviewFigures = endpoint('GET', '/api/admin/review-figures', {
  summary: 'What happened to reviews in each of the last twelve months in New York, newest first',
  reply: z.object({
    imported: count,
    months: z.array(
      z.object({
        /** Such as 2026-03. */
        month: z.string(),
        received: count,
        published: count,
        refused: count,
        reported: count,
        appealed: count,
      }),
    ),
    /** The refused reviews by month and reason: how many have one star, two, and so on to five. */
    refusals: z.array(z.object({ month: z.string(), reason: z.string(), stars: z.array(count) })),
  }),
});
