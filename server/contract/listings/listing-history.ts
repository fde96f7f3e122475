import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ownListing, sourceKind } from './own-listings.ts';
import { idParam, sentTime } from '../values.ts';

export const historyEntry = z.object({
  id: z.int(),
  at: sentTime,
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  source: sourceKind,
  sourceName: z.string().nullable(),
  by: z.string().nullable(),
  canPutBack: z.boolean(),
});
export type HistoryEntry = z.output<typeof historyEntry>;
export const listingHistory = endpoint('GET', '/api/user/dentists/:id/history', {
  summary: 'Changes of a listing: who made them, when, and the previous values',
  params: idParam,
  query: z.object({
    before: z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number)
      .optional(),
  }),
  reply: z.array(historyEntry),
});
export const putBackChange = endpoint('POST', '/api/user/dentists/:id/history/:entry/put-back', {
  summary: 'Restore the value of a field from before a change',
  params: idParam.extend({
    entry: z
      .string()
      .regex(/^[1-9]\d{0,14}$/, 'This is not a valid id.')
      .transform(Number),
  }),
  reply: ownListing,
});
