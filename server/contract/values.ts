import { z } from 'zod';
import { describeIssue } from './field-errors.ts';
import { MAX_ID, isWellFormed } from '#shared/limits.ts';

z.config({ customError: describeIssue });

export { MAX_ID, isWellFormed };

const digits = /^[1-9]\d{0,9}$/;
/** An id in a path. Only digits, so 1e3, -1, 0x10, and " 1" are refused. */
export const idParam = z.object({
  id: z
    .string()
    .regex(digits, 'This is not a valid id.')
    .transform(Number)
    .refine((id) => id <= MAX_ID, 'This is not a valid id.'),
});
export const id = z.int().min(1).max(MAX_ID);

/** `sentence` is for a missing value or one that is no text; without it, the field's label is used. */
export const text = (max: number, sentence?: string) =>
  z
    .string(sentence)
    .max(max, `Please use at most ${max.toLocaleString('en-US')} characters.`)
    .refine(isWellFormed, 'Please remove characters that are not text.');
export const line = (max: number, sentence?: string) => text(max, sentence).transform((value) => value.trim());

export const email = line(254)
  .pipe(z.email('Please enter a valid email address.'))
  .transform((value) => value.toLowerCase());

/** A query flag. Empty, 0, false, and no mean false. */
export const flag = z
  .enum(['', '0', '1', 'true', 'false', 'on', 'yes', 'no'])
  .transform((value) => value !== '' && value !== '0' && value !== 'false' && value !== 'no');

export const pageNumber = z
  .string()
  .regex(/^[1-9]\d{0,6}$/, 'A page is a whole number, starting at 1.')
  .transform(Number);
export const pageSize = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, 'A page has 1 to 100 results.')
  .transform(Number)
  .refine((size) => size <= 100, 'A page has 1 to 100 results.');

/** Pages by id: continues a list after this id (0: from the start), without a total. */
export const after = z
  .string()
  .regex(/^(0|[1-9]\d{0,9})$/, 'This is not a valid id.')
  .transform(Number)
  .refine((id) => id <= MAX_ID, 'This is not a valid id.');

export const instant = z.iso.datetime({ offset: true });
/** A time in a response, in UTC. */
export const sentTime = z.union([z.date(), z.string()]).transform((value) => new Date(value).toISOString());
export const ok = z.object({ ok: z.literal(true) });
