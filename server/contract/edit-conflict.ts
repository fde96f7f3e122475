import { z } from 'zod';

/**
 * Part of a form's request body: the values of its fields before editing. If one has changed since, nothing is saved and
 * the error is `changed_meanwhile`. Without it, the last save wins.
 */
export const baseValues = { read: z.record(z.string().max(60), z.unknown()).optional() };
export type BaseValues = z.output<z.ZodObject<typeof baseValues>>['read'];

export const editConflictError = { changed_meanwhile: 409 };
