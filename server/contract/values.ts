import { z } from 'zod';
import { MAX_ID, isWellFormed } from './limits.ts';

export { MAX_ID, isWellFormed };

const digits = /^[1-9]\d{0,9}$/;
/** An id in a path: plain digits only, so 1e3, -1, 0x10 and " 1" are refused. */
export const idParam = z.object({
  id: z
    .string()
    .regex(digits, 'This is not a valid id.')
    .transform(Number)
    .refine((id) => id <= MAX_ID, 'This is not a valid id.'),
});
export const id = z.int().min(1).max(MAX_ID);

export const text = (max: number) =>
  z
    .string()
    .max(max, `Please use at most ${max.toLocaleString('en-US')} characters.`)
    .refine(isWellFormed, 'Please remove characters that are not text.');
export const line = (max: number) => text(max).transform((value) => value.trim());

export const email = line(254)
  .pipe(z.email('Please enter a valid email address.'))
  .transform((value) => value.toLowerCase());

/** A query flag: present and not "false" or "0" means yes. */
export const flag = z
  .enum(['', '0', '1', 'true', 'false', 'on', 'yes', 'no'])
  .transform((value) => value !== '' && value !== '0' && value !== 'false' && value !== 'no');

export const pageNumber = z
  .string()
  .regex(/^[1-9]\d{0,6}$/, 'A page is a whole number from 1 on.')
  .transform(Number);
export const pageSize = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, 'A page holds 1 to 100 results.')
  .transform(Number)
  .refine((size) => size <= 100, 'A page holds 1 to 100 results.');

/** For reading a list to its end: what comes after this one in its order (0: from the start), uncounted, however deep. */
export const after = z
  .string()
  .regex(/^(0|[1-9]\d{0,9})$/, 'This is not a valid id.')
  .transform(Number)
  .refine((id) => id <= MAX_ID, 'This is not a valid id.');

export const instant = z.iso.datetime({ offset: true });
/** A time in an answer: always UTC with its offset. */
export const sentTime = z.union([z.date(), z.string()]).transform((value) => new Date(value).toISOString());
export const ok = z.object({ ok: z.literal(true) });
