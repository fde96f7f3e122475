import { z } from 'zod';
import { reviewLanguages } from '#shared/reviews/review.ts';

/** A sentence of the newest published review, whatever its stars. */
export const reviewLine = z
  .object({ text: z.string(), language: z.enum(reviewLanguages), isSample: z.boolean() })
  .nullable();
