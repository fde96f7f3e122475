import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { sentTime, text } from '../values.ts';

const agreement = z.object({ version: z.int(), body: z.string(), publishedAt: sentTime });

export const currentAgreement = endpoint('GET', '/api/user/business-agreement', {
  summary: 'The business associate agreement that a practice accepts before it takes appointment requests',
  reply: agreement,
});

export const agreementForm = z.object({
  body: text(50_000).refine((value) => value.trim() !== '', 'Please enter the agreement.'),
});

const acceptance = z.object({
  dentistId: z.int(),
  listingName: z.string(),
  version: z.int(),
  acceptedBy: z.string(),
  acceptedAt: sentTime,
});
export const agreementForStaff = endpoint('GET', '/api/admin/business-agreement', {
  summary: 'The agreement in force, who published it, how many practices have accepted it, and the newest acceptances',
  reply: z.object({
    agreement: agreement.extend({ publishedBy: z.string().nullable() }),
    /** Practices that take requests, and those of them that have accepted the agreement in force. */
    practices: z.int(),
    accepted: z.int(),
    acceptances: z.array(acceptance),
  }),
});
export const publishAgreement = endpoint('POST', '/api/admin/business-agreement', {
  summary: 'Publish a new version of the agreement, which practices are asked to accept',
  body: agreementForm.extend({
    /** The version that the new text replaces. */
    replaces: z.int(),
  }),
  reply: agreement,
  errors: { changed_meanwhile: 409, unchanged: 409 },
});
