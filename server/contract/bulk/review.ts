import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { after, id, idParam, text } from '../values.ts';

const reviewKinds = ['new', 'changed', 'same', 'refused', 'duplicates'] as const;
export type ReviewKind = (typeof reviewKinds)[number];
const decisions = ['apply', 'skip', 'keep', 'merge'] as const;
export type Decision = (typeof decisions)[number];

const change = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() });
const reviewRow = z.object({
  row: z.int(),
  line: z.int(),
  name: z.string().nullable(),
  /** The listing that the row changes, or that it may be a copy of. */
  dentistId: z.int().nullable(),
  changes: z.array(change),
  why: z.string().nullable(),
  decision: z.enum(decisions),
});
export type ReviewRow = z.output<typeof reviewRow>;

export const reviewRows = endpoint('GET', '/api/admin/imports/:id/review', {
  summary:
    'List rows of a dry run by kind, 50 after a row number, with the decision on each. X-Total-Count has the total',
  params: idParam,
  query: z.object({ kind: z.enum(reviewKinds), search: text(100).optional(), after: after.optional() }),
  reply: z.array(reviewRow),
});
export const decideRows = endpoint('POST', '/api/admin/imports/:id/decisions', {
  summary:
    'Decide about rows of a dry run, or about all rows of a kind: apply them, skip them, keep the directory’s values, or merge them into a listing',
  params: idParam,
  body: z.discriminatedUnion('decision', [
    z.object({
      decision: z.enum(['apply', 'skip', 'keep']),
      rows: z.array(z.int().min(1)).max(1_000).optional(),
      kind: z.enum(reviewKinds),
      search: text(100).optional(),
    }),
    z.object({ decision: z.literal('merge'), row: z.int().min(1), dentistId: id }),
    z.object({ decision: z.literal('mergeDuplicates') }),
  ]),
  reply: z.object({ decided: z.int() }),
});
