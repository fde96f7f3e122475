import type { z } from 'zod';
import type { BaseValues } from '#contract/edit-conflict.ts';
import type { Actor } from './context.ts';
import { badRequest, Refusal } from './errors.ts';

/** The last change, with only what the caller is allowed to know about its author. */
export interface LastChange {
  userId: number | null;
  name: string | null;
  at: Date | null;
}

interface Save<S extends z.ZodType> {
  read: BaseValues;
  /** The stored row, locked by this transaction, in the shape that readers get. */
  schema: S;
  stored: z.input<S>;
  /** The new values, under the same names. */
  newValues: object;
  actor: Pick<Actor, 'userId'>;
  findLastChange: (fields: string[]) => Promise<LastChange | null>;
}

const normalize = (value: unknown): string => JSON.stringify(value === '' ? null : (value ?? null));
const isEqual = (a: unknown, b: unknown): boolean => normalize(a) === normalize(b);

/**
 * Rejects a save that would overwrite a change the caller hasn't seen. Compares values instead of timestamps, so that a
 * change that was undone is no conflict, and neither is a retry of a save whose response was lost.
 */
export async function rejectIfChanged<S extends z.ZodType>({
  read,
  schema,
  stored,
  newValues,
  actor,
  findLastChange,
}: Save<S>): Promise<void> {
  if (!read) return;
  const current = schema.parse(stored) as Record<string, unknown>;
  const unknownField = Object.keys(read).find((field) => !Object.hasOwn(current, field));
  if (unknownField !== undefined) throw badRequest('“read” names an unknown field.', { read: unknownField });
  const changedFields = Object.keys(read).filter((field) => !isEqual(current[field], read[field]));
  const edits = Object.entries(newValues).filter(([, value]) => value !== undefined);
  if (changedFields.length === 0 || edits.every(([field, value]) => isEqual(current[field], value))) return;
  throw new Refusal(409, 'changed_meanwhile', conflictSentence(await findLastChange(changedFields), actor), {
    now: current,
  });
}

const dateFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'America/New_York',
});

function conflictSentence(last: LastChange | null, actor: Pick<Actor, 'userId'>): string {
  const when = last?.at ? ` on ${dateFormat.format(last.at).replaceAll('\u202f', ' ')} ET` : '';
  if (last?.userId === actor.userId)
    return `You changed this in another window${when}, after opening it here. Nothing was saved.`;
  const change = last?.name ? `${last.name} changed this` : 'Someone changed this';
  return `${change}${when}, after you opened it. Nothing was saved.`;
}

/** A later timestamp than `before`, for records whose `updated_at` is their version. */
export const nextVersionTime = (before: Date, now: Date): Date =>
  new Date(Math.max(now.getTime(), before.getTime() + 1));
