import { z } from 'zod';

/**
 * Part of the body of what a form saves: the fields the form depends on, as they were read before somebody typed. When one
 * of them is not so any more, nothing is saved and the answer is changed_meanwhile. Without it the last save wins.
 */
export const baseValues = { read: z.record(z.string().max(60), z.unknown()).optional() };
export type BaseValues = z.output<z.ZodObject<typeof baseValues>>['read'];

export const editConflictError = { changed_meanwhile: 409 };
