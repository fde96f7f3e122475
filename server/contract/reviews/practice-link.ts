import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idParam } from '../values.ts';

const practiceLink = z.object({
  url: z.string(),
  /** The link as a QR code, an SVG document. */
  qr: z.string(),
});
export type PracticeLink = z.output<typeof practiceLink>;

export const viewPracticeLink = endpoint('GET', '/api/user/dentists/:id/review-link', {
  summary: 'The link and QR code by which a practice asks its patients for reviews, for its owner and managers',
  params: idParam,
  reply: practiceLink,
});
export const replacePracticeLink = endpoint('POST', '/api/user/dentists/:id/review-link', {
  summary: 'Replace this link. Reviews by the earlier one are no longer marked as invited by the practice',
  params: idParam,
  reply: practiceLink,
  once: true,
});
